// The explorer: what a reader does changes the state, the state is shown and stands in the address.

async function update(view) {
  const { state } = view;
  state.turn += 1;
  const turn = state.turn;
  const { places, counts } = filtered(state.run, view.facets, state.chosen, view.typed, isKept(view));
  showControls(view, counts);
  try {
    const found = await withQuery(view, places, turn);
    if (found === null || turn !== state.turn) return;
    state.found = found;
    state.page = pageOf(state);
    showList(view);
    await showChat(view);
  } catch (error) {
    if (turn === state.turn) view.reading.chats.replaceChildren(element("p", { class: "warning", role: "alert" }, error.message));
  }
}

function go(view, replace = true) {
  if (replace) history.replaceState(null, "", address(view));
  else history.pushState(null, "", address(view));
  return update(view);
}

function listenToFilters(view) {
  const { controls, state } = view;
  view.facets.forEach((facet, number) => {
    const control = controls.facets[number];
    const act = () => chooseValue(view, facet.key, control.value.trim());
    if (view.typed.has(facet.key)) control.addEventListener("input", () => soon(state, act));
    else control.addEventListener("change", act);
  });
  controls.search.addEventListener("input", () => {
    state.query = controls.search.value.trim().toLowerCase();
    state.page = 0;
    soon(state, () => go(view));
  });
  controls.clear.addEventListener("click", () => {
    Object.assign(state, { chosen: {}, differing: false, query: "", page: 0 });
    controls.search.value = "";
    go(view);
  });
}

function chooseValue(view, key, value) {
  if (value) view.state.chosen[key] = value;
  else delete view.state.chosen[key];
  view.state.page = 0;
  go(view);
}

function listenToRuns(view) {
  const { controls, runs, state } = view;
  controls.run.addEventListener("change", () => chooseRun(view, runs[Number(controls.run.value)]));
  controls.beside.addEventListener("change", () => {
    const other = controls.beside.value === "" ? null : runs[Number(controls.beside.value)];
    state.beside = other === state.run ? null : other;
    go(view);
  });
  controls.differing.addEventListener("change", () => {
    state.differing = controls.differing.value === "yes";
    state.page = 0;
    go(view);
  });
}

// The same case of another run stays open, and filters whose value it knows stay.
function chooseRun(view, run) {
  const { state } = view;
  const key = state.open === null ? null : state.run.keys[state.open];
  state.run = run;
  if (state.beside === run) state.beside = null;
  state.open = run.places.get(key) ?? null;
  for (const [name, value] of Object.entries(state.chosen)) {
    if (!isKnown(run, name, value, view.typed.has(name))) delete state.chosen[name];
  }
  go(view);
}

function listenToLinks(view) {
  for (const part of [view.list.items, view.reading.chats]) {
    part.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      // A second click on a link that leads to where the address is already changes no address.
      if (link.hash === location.hash) toOpen(view);
      // A search about to begin waits for the case to be opened, or it would write the address over.
      else clearTimeout(view.state.typing);
    });
  }
  window.addEventListener("hashchange", () => followAddress(view));
}

// Another part of the page leaves the explorer as it is; the bare page is the explorer as it was at first.
async function followAddress(view) {
  if (location.hash && !location.hash.startsWith(START)) return;
  const left = view.state.open;
  takeAddress(view);
  await update(view);
  if (location.hash) history.replaceState(null, "", address(view));
  if (view.state.open !== null) return toOpen(view);
  if (!location.hash) return;
  const { items } = view.list;
  (items.querySelector(`[data-place="${left}"]`) ?? items.querySelector("a"))?.focus();
}

function listen(view) {
  const help = () => view.help.dialog.showModal();
  listenToFilters(view);
  listenToRuns(view);
  listenToLinks(view);
  view.controls.copy.addEventListener("click", () => copyLink(view));
  view.controls.keys.addEventListener("click", help);
  listenToKeys(view.help, {
    j: () => openAt(view, 1),
    k: () => openAt(view, -1),
    "/": () => view.controls.search.focus(),
    "?": help,
    Escape: () => toList(view),
  });
}

function layOut(view) {
  const { controls, help, reading, root, said } = view;
  const reader = element("div", { class: "reader" }, reading.bar, reading.chats);
  root.replaceChildren(
    filterPanel(view),
    element("div", { class: "explorer" }, listPanel(view), reader),
    said,
    help.dialog,
    ...controls.lists,
  );
}

async function explore(root) {
  const view = openView(root, await unpack(document.getElementById("index").textContent));
  view.controls = makeControls(view);
  view.list = makeList(view);
  view.reading = makeReading(view);
  view.said = element("span", { class: "visually-hidden", role: "status" });
  view.help = keyHelp();
  listen(view);
  layOut(view);
  takeAddress(view);
  await update(view);
  if (!location.hash.startsWith(START)) return;
  if (view.state.open === null) root.scrollIntoView();
  else toOpen(view);
}
