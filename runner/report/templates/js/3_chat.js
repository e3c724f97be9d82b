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

function verdict(record) {
  const label = element("span", { class: `badge${record.tone ? ` tone-${record.tone}` : ""}` }, ...visible(record.label));
  return element(
    "div",
    { class: `verdict${record.tone ? ` tone-${record.tone}` : ""}`, lang: "en" },
    element("p", {}, element("strong", {}, "verdict "), label, element("span", { class: "soft" }, " by ", ...visible(record.judge))),
    ...record.lines.map(([name, value]) => element("p", {}, element("span", { class: "soft" }, `${name}: `), ...visible(value))),
  );
}

function bubble(record, language, query) {
  const flags = (record.flags ?? []).map((flag) => element("span", { class: "flag" }, ...visible(flag)));
  const text = element("div", { class: "text", lang: language, dir: "auto" }, ...segments(record.text, query));
  const provenance = record.provenance
    ? element("details", {}, element("summary", {}, "where it came from"), facts(record.provenance))
    : null;
  const said = element(
    "div",
    { class: `bubble ${record.role}` },
    element("header", { lang: "en" }, ...visible(record.name), ...flags),
    text,
    provenance,
  );
  return [said, ...(record.verdicts ?? []).map(verdict)];
}

function chatPanel(run, place, content, title, query) {
  const tone = run.tones.of(place)[0];
  return element(
    "article",
    { class: "chat", "aria-label": spelled(`${title}, ${run.name}`) },
    element("h3", { tabindex: "-1" }, ...visible(title)),
    element(
      "p",
      { class: "row" },
      element("span", { class: `badge${tone ? ` tone-${tone}` : ""}` }, ...visible(run.badges.of(place)[0])),
      element("span", { class: "soft" }, ...visible(run.name)),
    ),
    content.facts.length ? facts(content.facts) : null,
    ...content.bubbles.flatMap((one) => bubble(one, run.languages.of(place)[0], query)),
  );
}
