// Which cases the filters leave, and how many each value would leave with the other filters as they are.

// A facet with more values than this is a field to type in: it keeps every value that holds the words.
const LISTED = 100;

function isTyped(runs, facet) {
  return runs.some((run) => run.facets[facet.key].values.length > LISTED);
}

function typedField(runs, facet) {
  const list = element("datalist", { id: `values-${facet.key}` });
  const field = element("input", { type: "search", "data-facet": facet.key, list: list.id, autocomplete: "off", spellcheck: "false" });
  // Thousands of values are laid out only when somebody means to choose.
  field.addEventListener("focus", () => {
    if (list.childElementCount) return;
    const values = new Set(runs.flatMap((run) => run.facets[facet.key].values));
    list.append(...[...values].map((value) => element("option", { value })));
  });
  return { field, list };
}

function isKnown(run, key, value, typed) {
  return typed ? value !== "" : run.facets[key].values.includes(value);
}

// One pass over all cases: a case that fails no filter counts for every facet, one that fails a single filter
// for the facet of that filter. Cases that are not ``kept`` count for nothing.
function filtered(run, facets, chosen, typed, kept) {
  const columns = facets.map((facet) => run.facets[facet.key]);
  const counts = columns.map((column) => new Uint32Array(column.values.length));
  const filters = [];
  facets.forEach((facet, at) => {
    const value = chosen[facet.key];
    if (value === undefined) return;
    const words = value.toLowerCase();
    const keeps = typed.has(facet.key) ? (one) => one.toLowerCase().includes(words) : (one) => one === value;
    filters.push({ at, codes: columns[at].codes, allowed: columns[at].values.map(keeps) });
  });
  const count = (at, place) => {
    const code = columns[at].codes[place];
    if (typeof code === "number") counts[at][code] += 1;
    else for (const one of code) counts[at][one] += 1;
  };
  const places = [];
  for (let place = 0; place < run.size; place += 1) {
    if (!kept(place)) continue;
    let failed = 0;
    let last = -1;
    for (const { at, codes, allowed } of filters) {
      const code = codes[place];
      if (typeof code === "number" ? allowed[code] : code.some((one) => allowed[one])) continue;
      failed += 1;
      last = at;
      if (failed > 1) break;
    }
    if (failed === 0) {
      places.push(place);
      for (let at = 0; at < columns.length; at += 1) count(at, place);
    } else if (failed === 1) count(last, place);
  }
  return { places, counts };
}
