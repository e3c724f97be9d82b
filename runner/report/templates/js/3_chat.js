// One case as a chat.

function facts(pairs) {
  return element(
    "dl",
    { class: "facts" },
    ...pairs.flatMap(([name, value, lang]) => [
      element("dt", {}, ...visible(name)),
      element("dd", { lang, dir: lang && "auto" }, ...visible(value)),
    ]),
  );
}

// What a judge quotes is in the language of the case.
function verdict(record, language) {
  const label = element("span", { class: `badge${record.tone ? ` tone-${record.tone}` : ""}` }, ...visible(record.label));
  return element(
    "div",
    { class: `verdict${record.tone ? ` tone-${record.tone}` : ""}`, lang: "en" },
    element("p", {}, element("strong", {}, "verdict "), label, element("span", { class: "soft" }, " by ", ...visible(record.judge))),
    ...record.lines.map(([name, value]) => {
      const quoted = name === "evidence" ? { lang: language, dir: "auto" } : {};
      return element("p", {}, element("span", { class: "soft" }, `${name}: `), element("span", quoted, ...visible(value)));
    }),
    record.calls
      ? element(
          "details",
          {},
          element("summary", {}, record.calls.length > 1 ? `what the judge said, asked ${record.calls.length} times` : "what the judge said"),
          ...record.calls.map((call) => facts(call)),
        )
      : null,
  );
}

// A longer message would keep the browser busy: its rest is shown on request.
const SHOWN_AT_FIRST = 20000;

function beginning(list) {
  let left = SHOWN_AT_FIRST;
  return list.flatMap((segment) => {
    const [text, ...mark] = [segment].flat();
    const piece = text.slice(0, left);
    left -= piece.length;
    if (!piece) return [];
    return [mark.length ? [piece, ...mark] : piece];
  });
}

function bubble(record, language, query) {
  const flags = (record.flags ?? []).map((flag) => element("span", { class: "flag" }, ...visible(flag)));
  const spoken = record.role === "note" ? "en" : language;
  const text = element("div", { class: "text", lang: spoken, dir: "auto" }, ...segments(beginning(record.text), query));
  const rest = plain(record.text).length - SHOWN_AT_FIRST;
  const more = rest > 0 ? element("button", { type: "button", class: "rest" }, `Show ${rest.toLocaleString("en")} more characters`) : null;
  more?.addEventListener("click", () => {
    text.replaceChildren(...segments(record.text, query));
    more.remove();
  });
  const provenance = record.provenance
    ? element("details", {}, element("summary", {}, record.role === "note" ? "what was found" : "where it came from"), facts(record.provenance))
    : null;
  // A persona's sheet is long: it is folded until it is wanted, or holds what is searched for.
  const long = record.role === "system" && plain(record.text).length > 600;
  const shown = long ? element("details", { open: Boolean(query) }, element("summary", {}, "show it"), text) : text;
  const said = element(
    "div",
    { class: `bubble ${record.role}`, "data-anchor": record.anchor, tabindex: record.anchor ? "-1" : null },
    element("header", { lang: "en" }, ...visible(record.name), ...flags),
    shown,
    more,
    provenance,
  );
  return [said, ...(record.verdicts ?? []).map((one) => verdict(one, language))];
}

// Links to the places of a long chat that are worth going to.
function landmarks(places, linkTo) {
  return element(
    "nav",
    { class: "landmarks", "aria-label": "Places in this chat" },
    element("ul", {}, ...places.map(([anchor, what]) => element("li", {}, element("a", { href: linkTo(anchor) }, ...visible(what))))),
  );
}

// The result of a case, as the list and the chat show it.
function badge(run, place) {
  const [tone] = run.tones.of(place);
  return element("span", { class: `badge${tone ? ` tone-${tone}` : ""}` }, ...visible(run.badges.of(place)[0]));
}

function chatPanel(run, place, content, title, query, linkTo) {
  return element(
    "article",
    { class: "chat", "aria-label": `${title.text}, ${run.name}` },
    element("h3", { tabindex: "-1" }, ...title.spans),
    element(
      "p",
      { class: "row" },
      badge(run, place),
      element("span", { class: "soft" }, ...visible(run.name)),
    ),
    content.facts.length
      ? element("details", {}, element("summary", {}, content.factsTitle), facts(content.facts))
      : null,
    content.landmarks ? landmarks(content.landmarks, linkTo) : null,
    ...content.bubbles.flatMap((one) => bubble(one, run.languages.of(place)[0], query)),
  );
}
