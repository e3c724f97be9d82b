// One case as a chat.

function facts(pairs) {
  return element(
    "dl",
    { class: "facts" },
    ...pairs.flatMap(([name, value]) => [element("dt", {}, ...visible(name)), element("dd", {}, ...visible(value))]),
  );
}

function verdict(record) {
  const label = element("span", { class: `badge${record.tone ? ` tone-${record.tone}` : ""}` }, ...visible(record.label));
  return element(
    "div",
    { class: `verdict${record.tone ? ` tone-${record.tone}` : ""}`, lang: "en" },
    element("p", {}, element("strong", {}, "verdict "), label, element("span", { class: "soft" }, " by ", ...visible(record.judge))),
    ...record.lines.map(([name, value]) => element("p", {}, element("span", { class: "soft" }, `${name}: `), ...visible(value))),
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
  const text = element("div", { class: "text", lang: language, dir: "auto" }, ...segments(beginning(record.text), query));
  const rest = plain(record.text).length - SHOWN_AT_FIRST;
  const more = rest > 0 ? element("button", { type: "button", class: "rest" }, `Show ${rest.toLocaleString("en")} more characters`) : null;
  more?.addEventListener("click", () => {
    text.replaceChildren(...segments(record.text, query));
    more.remove();
  });
  const provenance = record.provenance
    ? element("details", {}, element("summary", {}, "where it came from"), facts(record.provenance))
    : null;
  const said = element(
    "div",
    { class: `bubble ${record.role}` },
    element("header", { lang: "en" }, ...visible(record.name), ...flags),
    text,
    more,
    provenance,
  );
  return [said, ...(record.verdicts ?? []).map(verdict)];
}

function chatPanel(run, place, content, title, query) {
  const tone = run.tones.of(place)[0];
  return element(
    "article",
    { class: "chat", "aria-label": `${title}, ${run.name}` },
    element("h3", { tabindex: "-1" }, ...visible(title)),
    element(
      "p",
      { class: "row" },
      element("span", { class: `badge${tone ? ` tone-${tone}` : ""}` }, ...visible(run.badges.of(place)[0])),
      element("span", { class: "soft" }, ...visible(run.name)),
    ),
    content.facts.length
      ? element("details", {}, element("summary", {}, content.factsTitle), facts(content.facts))
      : null,
    ...content.bubbles.flatMap((one) => bubble(one, run.languages.of(place)[0], query)),
  );
}
