// Above a chat: back to the list, its neighbours, and where it stands among what was found.

function readingBar(step, leave) {
  const press = (text, act) => element("button", { type: "button", onclick: act }, text);
  const earlier = press("‹ Previous", () => step(-1));
  const later = press("Next ›", () => step(1));
  const place = element("span", { class: "soft" });
  const bar = element("div", { class: "row bar", role: "group", "aria-label": "Reading" }, press("List", leave), earlier, later, place);
  function show(at, size) {
    place.textContent = at < 0 ? "not among those found" : `${(at + 1).toLocaleString("en")} of ${size.toLocaleString("en")}`;
    earlier.disabled = at === 0;
    later.disabled = at === size - 1 || size === 0;
  }
  return { bar, show };
}
