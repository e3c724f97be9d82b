// The list of the cases that were found, page by page.

const PER_PAGE = 50;

function makeList(view) {
  const press = (label, text, step) =>
    element("button", { type: "button", "aria-label": label, onclick: () => turnPage(view, step) }, text);
  return {
    count: element("span", { role: "status" }),
    back: press("Earlier page", "‹", -1),
    on: press("Later page", "›", 1),
    page: element("span", { class: "soft" }),
    items: element("ol", { "aria-label": `List of ${view.word}` }),
  };
}

function listPanel({ list }) {
  const pages = element("span", { class: "row" }, list.back, list.page, list.on);
  return element("div", { class: "list" }, element("div", { class: "row" }, list.count, pages), list.items);
}

function showList(view) {
  const { list, state, word } = view;
  const pages = Math.max(1, Math.ceil(state.found.length / PER_PAGE));
  state.page = Math.min(Math.max(state.page, 0), pages - 1);
  const shown = state.found.slice(state.page * PER_PAGE, (state.page + 1) * PER_PAGE);
  list.items.replaceChildren(...shown.map((place) => listItem(view, place)));
  if (!shown.length) list.items.replaceChildren(element("li", { class: "empty" }, "None matches: clear a filter."));
  list.count.textContent = `${state.found.length.toLocaleString("en")} of ${state.run.size.toLocaleString("en")} ${word}`;
  list.page.textContent = `page ${state.page + 1} of ${pages}`;
  list.back.disabled = state.page === 0;
  list.on.disabled = state.page === pages - 1;
}

function listItem(view, place) {
  const { run, open } = view.state;
  const flags = (run.facets.flags?.of(place) ?? []).filter((flag) => flag);
  const link = element(
    "a",
    { href: address(view, { case: run.keys[place], at: null }), "aria-current": place === open ? "true" : null, "data-place": place },
    element("span", { class: "what" }, ...titleSpans(view, run, place)),
    badge(run, place),
    ...flags.map((flag) => element("span", { class: "flag" }, ...visible(flag))),
  );
  return element("li", {}, link);
}

// A button that can go no further gives its focus to the other one.
function turnPage(view, step) {
  const { list, state } = view;
  state.page += step;
  showList(view);
  list.items.scrollTop = 0;
  if (step < 0 && list.back.disabled) list.on.focus();
  if (step > 0 && list.on.disabled) list.back.focus();
}

function pageOf(state) {
  const at = state.found.indexOf(state.open);
  return at < 0 ? state.page : Math.floor(at / PER_PAGE);
}

function toList({ controls, list }) {
  const link = list.items.querySelector("[aria-current]") ?? list.items.querySelector("a");
  (link ?? controls.clear).focus();
}
