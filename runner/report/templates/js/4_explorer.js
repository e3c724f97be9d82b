// Filters, list and chat. All that is chosen stands in the address, so every case has a link.

const PER_PAGE = 50;
const START = "#cases?";

function readAddress() {
  return new URLSearchParams(location.hash.startsWith(START) ? location.hash.slice(START.length) : "");
}

function labelled(text, control, wide = false) {
  return element("label", { class: wide ? "wide" : null }, text, control);
}

async function explore(root) {
  const { runs: records, facets } = await unpack(document.getElementById("index").textContent);
  const runs = records.map(openRun);
  const word = root.dataset.word;
  const state = { run: runs[0], beside: null, chosen: {}, query: "", found: [], page: 0, open: null, at: null, turn: 0 };
  const kept = facets.filter((facet) => runs.some((run) => run.facets[facet.key].values.length > 1));
  const headline = facets.filter((facet) => facet.headline);

  const options = (entries) => entries.map(([value, text]) => element("option", { value }, text));
  const runSelect = element("select", { "data-control": "run" }, ...options(runs.map((run, number) => [number, run.name])));
  const besideSelect = element(
    "select",
    { "data-control": "beside" },
    ...options([["", "none"], ...runs.map((run, number) => [number, run.name])]),
  );
  const selects = kept.map((facet) => element("select", { "data-facet": facet.key }));
  const search = element("input", { type: "search", "data-control": "query", autocomplete: "off", spellcheck: "false" });
  const clear = element("button", { type: "button" }, "Clear filters");
  const count = element("span", { role: "status" });
  const list = element("ol", { "aria-label": `List of ${word}` });
  const back = element("button", { type: "button", "aria-label": "Earlier page" }, "‹");
  const on = element("button", { type: "button", "aria-label": "Later page" }, "›");
  const pageText = element("span", { class: "soft" });
  const chats = element("div", { class: "chats" });

  const title = (run, place) =>
    headline.flatMap((facet) => run.facets[facet.key].of(place)).filter((text) => text).join(" · ") || run.keys[place];

  function address(changes = {}) {
    const parameters = new URLSearchParams();
    if (runs.length > 1) parameters.set("run", state.run.name);
    if (state.beside) parameters.set("beside", state.beside.name);
    for (const [key, value] of Object.entries(state.chosen)) parameters.set(key, value);
    if (state.query) parameters.set("q", state.query);
    if (state.open !== null) parameters.set("case", state.run.keys[state.open]);
    if (state.at !== null) parameters.set("at", state.at);
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) parameters.delete(key);
      else parameters.set(key, value);
    }
    return START + parameters.toString();
  }

  function matchesFacets(place, without) {
    return Object.entries(state.chosen).every(([key, value]) => {
      if (key === without) return true;
      const column = state.run.facets[key];
      return column.has(place, column.values.indexOf(value));
    });
  }

  // How many cases each value would leave, the other filters as they are.
  function fillSelect(facet, select) {
    const column = state.run.facets[facet.key];
    const counts = new Array(column.values.length).fill(0);
    for (let place = 0; place < state.run.size; place += 1) {
      if (!matchesFacets(place, facet.key)) continue;
      for (const code of [column.codes[place]].flat()) counts[code] += 1;
    }
    const entries = column.values.map((value, number) => [value, `${value} (${counts[number].toLocaleString("en")})`]);
    select.replaceChildren(...options([["", "all"], ...entries]));
    select.value = state.chosen[facet.key] ?? "";
  }

  async function withQuery(places, turn) {
    if (!state.query) return places;
    const found = [];
    for (let number = 0; number < state.run.chunkCount; number += 1) {
      const cases = await chunk(state.run, number);
      if (turn !== state.turn) return null;
      const first = number * CASES_PER_CHUNK;
      for (const place of places) {
        if (place < first || place >= first + CASES_PER_CHUNK) continue;
        const told = cases[place - first].bubbles;
        if (told.some((one) => plain(one.text).toLocaleLowerCase().includes(state.query))) found.push(place);
      }
      count.textContent = `searching, ${number + 1} of ${state.run.chunkCount} …`;
    }
    return found;
  }

  function showList() {
    const pages = Math.max(1, Math.ceil(state.found.length / PER_PAGE));
    state.page = Math.min(Math.max(state.page, 0), pages - 1);
    const shown = state.found.slice(state.page * PER_PAGE, (state.page + 1) * PER_PAGE);
    list.replaceChildren(
      ...shown.map((place) => {
        const tone = state.run.tones.of(place)[0];
        const link = element(
          "a",
          { href: address({ case: state.run.keys[place], at: null }), "aria-current": place === state.open ? "true" : null },
          element("span", { class: "what" }, ...visible(title(state.run, place))),
          element("span", { class: `badge${tone ? ` tone-${tone}` : ""}` }, ...visible(state.run.badges.of(place)[0])),
          ...(state.run.facets.flags?.of(place) ?? []).map((flag) => (flag ? element("span", { class: "flag" }, flag) : null)),
        );
        return element("li", {}, link);
      }),
    );
    if (!shown.length) list.replaceChildren(element("li", { class: "empty" }, "None matches: clear a filter."));
    count.textContent = `${state.found.length.toLocaleString("en")} of ${state.run.size.toLocaleString("en")} ${word}`;
    pageText.textContent = `page ${state.page + 1} of ${pages}`;
    back.disabled = state.page === 0;
    on.disabled = state.page === pages - 1;
  }

  async function showChat() {
    const turn = state.turn;
    if (state.open === null) {
      chats.replaceChildren(element("p", { class: "empty" }, "Choose one from the list."));
      return;
    }
    const key = state.run.keys[state.open];
    const panels = [];
    for (const run of [state.run, state.beside]) {
      if (run === null) continue;
      const place = run.places.get(key);
      if (place === undefined) panels.push(element("p", { class: "empty" }, `${run.name} has no case ${key}.`));
      else {
        const linkTo = (anchor) => address({ run: run.name, beside: run === state.run ? state.beside?.name ?? null : state.run.name, at: anchor });
        panels.push(chatPanel(run, place, await chat(run, place), title(run, place), state.query, linkTo));
      }
    }
    if (turn !== state.turn) return;
    chats.classList.toggle("beside", panels.length > 1);
    chats.replaceChildren(...panels);
  }

  // Where the address points: the bubble, or the chat's beginning.
  function goToOpen() {
    const bubble = state.at && chats.querySelector(`[data-anchor="${CSS.escape(state.at)}"]`);
    if (!bubble) {
      chats.scrollIntoView({ block: "nearest" });
      return;
    }
    bubble.scrollIntoView({ block: "center", behavior: "instant" });
    bubble.focus({ preventScroll: true });
  }

  async function update({ keepPage = false } = {}) {
    state.turn += 1;
    const turn = state.turn;
    kept.forEach((facet, place) => fillSelect(facet, selects[place]));
    runSelect.value = state.run.number;
    besideSelect.value = state.beside ? state.beside.number : "";
    if (document.activeElement !== search) search.value = state.query;
    const places = [];
    for (let place = 0; place < state.run.size; place += 1) if (matchesFacets(place, null)) places.push(place);
    try {
      const found = await withQuery(places, turn);
      if (found === null || turn !== state.turn) return;
      state.found = found;
      if (!keepPage && state.open !== null && found.includes(state.open)) state.page = Math.floor(found.indexOf(state.open) / PER_PAGE);
      showList();
      await showChat();
    } catch (error) {
      chats.replaceChildren(element("p", { class: "warning", role: "alert" }, error.message));
    }
  }

  function fromAddress() {
    const parameters = readAddress();
    state.run = runs.find((run) => run.name === parameters.get("run")) ?? runs[0];
    state.beside = runs.find((run) => run.name === parameters.get("beside") && run !== state.run) ?? null;
    state.query = (parameters.get("q") ?? "").toLocaleLowerCase();
    state.chosen = {};
    for (const facet of kept) {
      const value = parameters.get(facet.key);
      if (value !== null && state.run.facets[facet.key].values.includes(value)) state.chosen[facet.key] = value;
    }
    state.open = state.run.places.get(parameters.get("case")) ?? null;
    state.at = state.open === null ? null : parameters.get("at");
    return update();
  }

  function go(replace = true) {
    if (replace) history.replaceState(null, "", address());
    else history.pushState(null, "", address());
    return update();
  }

  function openAt(step) {
    if (!state.found.length) return;
    const at = state.found.indexOf(state.open);
    const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), state.found.length - 1);
    state.open = state.found[next];
    state.at = null;
    go().then(() => {
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
      chats.scrollIntoView({ block: "nearest" });
    });
  }

  kept.forEach((facet, place) =>
    selects[place].addEventListener("change", () => {
      if (selects[place].value) state.chosen[facet.key] = selects[place].value;
      else delete state.chosen[facet.key];
      state.page = 0;
      go();
    }),
  );
  runSelect.addEventListener("change", () => {
    const key = state.open === null ? null : state.run.keys[state.open];
    state.run = runs[Number(runSelect.value)];
    if (state.beside === state.run) state.beside = null;
    state.open = state.run.places.get(key) ?? null;
    for (const [name, value] of Object.entries(state.chosen)) {
      if (!state.run.facets[name].values.includes(value)) delete state.chosen[name];
    }
    go();
  });
  besideSelect.addEventListener("change", () => {
    const other = besideSelect.value === "" ? null : runs[Number(besideSelect.value)];
    state.beside = other === state.run ? null : other;
    go();
  });
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      state.query = search.value.trim().toLocaleLowerCase();
      state.page = 0;
      go();
    }, 200);
  });
  clear.addEventListener("click", () => {
    Object.assign(state, { chosen: {}, query: "", page: 0 });
    search.value = "";
    go();
  });
  const turnPage = (step) => {
    state.page += step;
    showList();
  };
  back.addEventListener("click", () => turnPage(-1));
  on.addEventListener("click", () => turnPage(1));
  window.addEventListener("hashchange", async () => {
    if (!location.hash.startsWith(START)) return;
    await fromAddress();
    if (state.open === null) root.scrollIntoView();
    else goToOpen();
  });
  // A second click on a link that leads to where the address is already changes no address.
  chats.addEventListener("click", (event) => {
    if (event.target.closest("a")?.getAttribute("href") === location.hash) goToOpen();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input, select, textarea");
    if (event.key === "Escape" && typing) typing.blur();
    if (typing) return;
    const act = { j: () => openAt(1), k: () => openAt(-1), "/": () => search.focus() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  const copy = element("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", async () => {
    const link = location.href.split("#")[0] + address();
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = "Copied";
    } catch {
      prompt("Link to this view", link);
    }
    setTimeout(() => (copy.textContent = "Copy link"), 1500);
  });
  root.replaceChildren(
    element(
      "div",
      { class: "filters", role: "search", "aria-label": `Filter the ${word}` },
      runs.length > 1 ? labelled("run", runSelect) : null,
      runs.length > 1 ? labelled("beside it", besideSelect) : null,
      ...kept.map((facet, place) => labelled(facet.label, selects[place])),
      labelled("words in the text", search),
      element("div", { class: "row wide" }, clear, copy, element("span", { class: "soft" }, element("kbd", {}, "j"), " ", element("kbd", {}, "k"), " next and previous, ", element("kbd", {}, "/"), " search")),
    ),
    element(
      "div",
      { class: "explorer" },
      element("div", { class: "list" }, element("div", { class: "row" }, count, element("span", { class: "row" }, back, pageText, on)), list),
      chats,
    ),
  );
  await fromAddress();
  if (!location.hash.startsWith(START)) return;
  root.scrollIntoView();
  if (state.at !== null) goToOpen();
}
