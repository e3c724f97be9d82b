// The controls above the list: search, filters, two runs, link and keys.

function labelled(text, control) {
  control.id = `control-${text.replaceAll(/\W+/g, "-")}`;
  return element("div", { class: "field" }, element("label", { for: control.id }, text), control);
}

function options(entries) {
  return entries.map(([value, text]) => element("option", { value }, text));
}

function makeControls(view) {
  const names = view.runs.map((run, number) => [number, run.name]);
  const lists = [];
  const press = (...inside) => element("button", { type: "button" }, ...inside);
  return {
    run: element("select", { "data-control": "run" }, ...options(names)),
    beside: element("select", { "data-control": "beside" }, ...options([["", "none"], ...names])),
    differing: element("select", { "data-control": "differing" }, ...options([["", "all"], ["yes", "results differ"]])),
    facets: view.facets.map((facet) => facetControl(view, facet, lists)),
    // Values of the fields that are typed into.
    lists,
    search: element("input", { type: "search", "data-control": "query", autocomplete: "off", spellcheck: "false" }),
    clear: press("Clear filters"),
    copy: press("Copy link"),
    keys: element("button", { type: "button", class: "keyboard" }, "Keyboard ", element("kbd", {}, "?")),
    summary: element("summary", {}, "Filters"),
  };
}

function facetControl(view, facet, lists) {
  if (!view.typed.has(facet.key)) return element("select", { "data-facet": facet.key });
  const { field, list } = typedField(view.runs, facet);
  lists.push(list);
  return field;
}

// On a phone the filters are folded away.
function filterPanel(view) {
  const { controls, runs } = view;
  const wide = matchMedia("(min-width: 56.01rem)");
  const pair = [labelled("run", controls.run), labelled("beside it", controls.beside), labelled("cases where", controls.differing)];
  const fields = element(
    "div",
    { class: "fields" },
    ...(runs.length > 1 ? pair : []),
    ...view.facets.map((facet, number) => labelled(facet.label, controls.facets[number])),
  );
  const more = element("details", { class: "facets", open: wide.matches }, controls.summary, fields);
  wide.addEventListener("change", () => (more.open = wide.matches));
  return element(
    "div",
    { class: "filters", role: "search", "aria-label": `Filter the ${view.word}` },
    element("div", { class: "row top" }, labelled("words in the text", controls.search), controls.clear, controls.copy, controls.keys),
    more,
  );
}

// The controls as the state has them; ``counts`` says how many cases each value would leave.
function showControls(view, counts) {
  const { controls, state } = view;
  view.facets.forEach((facet, number) => showFacet(view, facet, controls.facets[number], counts[number]));
  controls.run.value = state.run.number;
  controls.beside.value = state.beside ? state.beside.number : "";
  controls.differing.value = state.differing ? "yes" : "";
  controls.differing.disabled = state.beside === null;
  const chosen = Object.keys(state.chosen).length;
  controls.summary.textContent = chosen ? `Filters (${chosen} chosen)` : "Filters";
  if (document.activeElement !== controls.search) controls.search.value = state.query;
}

function showFacet(view, facet, control, counts) {
  const { state } = view;
  const values = state.run.facets[facet.key].values;
  const [language, ...others] = state.run.languages.values;
  if (facet.spoken && !others.length) control.lang = language ?? "";
  const chosen = state.chosen[facet.key] ?? "";
  if (view.typed.has(facet.key)) {
    if (document.activeElement !== control) control.value = chosen;
    return;
  }
  const entries = values
    .map((value, number) => [value, `${value} (${counts[number].toLocaleString("en")})`])
    .filter(([value], number) => counts[number] || value === chosen);
  control.replaceChildren(...options([["", "all"], ...entries]));
  control.value = chosen;
}

async function copyLink(view) {
  const link = location.href.split("#")[0] + address(view);
  const { copy } = view.controls;
  try {
    await navigator.clipboard.writeText(link);
    copy.textContent = "Copied";
    view.said.textContent = "The link is copied.";
  } catch {
    prompt("Link to this view", link);
  }
  setTimeout(() => (copy.textContent = "Copy link"), 1500);
}
