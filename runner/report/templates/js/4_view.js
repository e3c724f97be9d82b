// What the explorer knows: the runs, what they can be filtered by, and what is chosen.

// Something to choose between: two values, or one that only some cases have.
function divides(column) {
  return column.values.length > 1 || column.codes.some((code) => Array.isArray(code) && code.length !== column.values.length);
}

function openView(root, index) {
  const runs = index.runs.map(openRun);
  const facets = index.facets.filter((facet) => runs.some((run) => divides(run.facets[facet.key])));
  return {
    root,
    runs,
    facets,
    word: root.dataset.word,
    heading: document.title,
    headline: index.facets.filter((facet) => facet.headline),
    typed: new Set(facets.filter((facet) => isTyped(runs, facet)).map((facet) => facet.key)),
    // Places are numbers of cases in the run; a turn is a change that later ones overtake.
    state: { run: runs[0], beside: null, differing: false, chosen: {}, query: "", found: [], page: 0, open: null, at: null, missing: null, typing: 0, turn: 0 },
  };
}

// The pieces of a case's title, each with its language where it is not the page's.
function titlePieces(view, run, place) {
  const [language] = run.languages.of(place);
  const pieces = view.headline.flatMap((facet) =>
    run.facets[facet.key].of(place).filter((text) => text).map((text) => ({ text, lang: facet.spoken ? language : null })),
  );
  return pieces.length ? pieces : [{ text: run.keys[place], lang: null }];
}

function titleText(view, run, place) {
  return titlePieces(view, run, place).map((piece) => piece.text).join(" · ");
}

function titleSpans(view, run, place) {
  return titlePieces(view, run, place).flatMap(({ text, lang }, number) => {
    const shown = lang ? [element("span", { lang, dir: "auto" }, ...visible(text))] : visible(text);
    return number ? [" · ", ...shown] : shown;
  });
}

// Whether the run beside has another result for a case, or none.
function differs(view, place) {
  const other = view.state.beside.places.get(view.state.run.keys[place]);
  return other === undefined || view.state.beside.badges.of(other)[0] !== view.state.run.badges.of(place)[0];
}

function isKept(view) {
  return view.state.beside && view.state.differing ? (place) => differs(view, place) : () => true;
}
