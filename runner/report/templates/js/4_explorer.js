// Filters, list and chat. All that is chosen stands in the address, so every case has a link.

const PER_PAGE = 50;
const START = "#cases?";

function readAddress() {
  return new URLSearchParams(location.hash.startsWith(START) ? location.hash.slice(START.length) : "");
}

function labelled(text, control) {
  control.id = `control-${text.replaceAll(/\W+/g, "-")}`;
  return element("div", { class: "field" }, element("label", { for: control.id }, text), control);
}

// Something to choose between: two values, or one that only some cases have.
function divides(column) {
  return column.values.length > 1 || column.codes.some((code) => Array.isArray(code) && code.length !== column.values.length);
}

async function explore(root) {
  const { runs: records, facets } = await unpack(document.getElementById("index").textContent);
  const runs = records.map(openRun);
  const word = root.dataset.word;
  const state = { run: runs[0], beside: null, chosen: {}, query: "", found: [], page: 0, open: null, at: null, missing: null, typing: 0, turn: 0 };
  const kept = facets.filter((facet) => runs.some((run) => divides(run.facets[facet.key])));
  const headline = facets.filter((facet) => facet.headline);

  const options = (entries) => entries.map(([value, text]) => element("option", { value }, text));
  const runSelect = element("select", { "data-control": "run" }, ...options(runs.map((run, number) => [number, run.name])));
  const besideSelect = element(
    "select",
    { "data-control": "beside" },
    ...options([["", "none"], ...runs.map((run, number) => [number, run.name])]),
  );
  const typed = new Set(kept.filter((facet) => isTyped(runs, facet)).map((facet) => facet.key));
  const lists = [];
  const selects = kept.map((facet) => {
    if (!typed.has(facet.key)) return element("select", { "data-facet": facet.key });
    const { field, list: values } = typedField(runs, facet);
    lists.push(values);
    return field;
  });
  const search = element("input", { type: "search", "data-control": "query", autocomplete: "off", spellcheck: "false" });
  const clear = element("button", { type: "button" }, "Clear filters");
  const count = element("span", { role: "status" });
  const list = element("ol", { "aria-label": `List of ${word}` });
  const back = element("button", { type: "button", "aria-label": "Earlier page" }, "‹");
  const on = element("button", { type: "button", "aria-label": "Later page" }, "›");
  const pageText = element("span", { class: "soft" });
  const chats = element("div", { class: "chats" });
  const said = element("span", { class: "visually-hidden", role: "status" });
  const summary = element("summary", {}, "Filters");
  const reading = readingBar(openAt, toList);
  const heading = document.title;

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

  // How many cases each value would leave, the other filters as they are.
  function fillSelect(facet, select, counts) {
    if (typed.has(facet.key)) {
      if (document.activeElement !== select) select.value = state.chosen[facet.key] ?? "";
      return;
    }
    const entries = state.run.facets[facet.key].values
      .map((value, number) => [value, `${value} (${counts[number].toLocaleString("en")})`])
      .filter(([value], number) => counts[number] || value === state.chosen[facet.key]);
    select.replaceChildren(...options([["", "all"], ...entries]));
    select.value = state.chosen[facet.key] ?? "";
  }

  async function withQuery(places, turn) {
    if (!state.query) return places;
    const found = [];
    let next = 0;
    for (let number = 0; number < state.run.chunkCount; number += 1) {
      const end = state.run.starts[number + 1] ?? state.run.size;
      if (places[next] >= end || next === places.length) continue;
      const cases = await chunk(state.run, number);
      if (turn !== state.turn) return null;
      for (; places[next] < end; next += 1) {
        const told = cases[places[next] - state.run.starts[number]].bubbles;
        if (told.some((one) => plain(one.text).toLowerCase().includes(state.query))) found.push(places[next]);
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
          { href: address({ case: state.run.keys[place], at: null }), "aria-current": place === state.open ? "true" : null, "data-place": place },
          element("span", { class: "what" }, ...visible(title(state.run, place))),
          element("span", { class: `badge${tone ? ` tone-${tone}` : ""}` }, ...visible(state.run.badges.of(place)[0])),
          ...(state.run.facets.flags?.of(place) ?? []).map((flag) => (flag ? element("span", { class: "flag" }, ...visible(flag)) : null)),
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
    reading.bar.hidden = state.open === null;
    document.title = state.open === null ? heading : `${title(state.run, state.open)} – ${heading}`;
    if (state.open === null) {
      const missing = state.missing === null ? "Choose one from the list." : `${state.run.name} has no case ${state.missing}.`;
      chats.classList.remove("beside");
      chats.replaceChildren(element("p", { class: "empty" }, ...visible(missing)));
      return;
    }
    reading.show(state.found.indexOf(state.open), state.found.length);
    const key = state.run.keys[state.open];
    const panels = [];
    for (const run of [state.run, state.beside]) {
      if (run === null) continue;
      const place = run.places.get(key);
      if (place === undefined) panels.push(element("p", { class: "empty" }, ...visible(`${run.name} has no case ${key}.`)));
      else {
        const other = run === state.run ? (state.beside?.name ?? null) : state.run.name;
        const linkTo = (anchor) => address({ run: run.name, beside: other, at: anchor });
        panels.push(chatPanel(run, place, await chat(run, place), title(run, place), state.query, linkTo));
      }
    }
    if (turn !== state.turn) return;
    chats.classList.toggle("beside", panels.length > 1);
    chats.replaceChildren(...panels);
  }

  async function update({ keepPage = false } = {}) {
    state.turn += 1;
    const turn = state.turn;
    const { places, counts } = filtered(state.run, kept, state.chosen, typed);
    kept.forEach((facet, place) => fillSelect(facet, selects[place], counts[place]));
    runSelect.value = state.run.number;
    besideSelect.value = state.beside ? state.beside.number : "";
    const chosen = Object.keys(state.chosen).length;
    summary.textContent = chosen ? `Filters (${chosen} chosen)` : "Filters";
    if (document.activeElement !== search) search.value = state.query;
    try {
      const found = await withQuery(places, turn);
      if (found === null || turn !== state.turn) return;
      state.found = found;
      if (!keepPage && state.open !== null && found.includes(state.open)) state.page = Math.floor(found.indexOf(state.open) / PER_PAGE);
      showList();
      await showChat();
    } catch (error) {
      if (turn === state.turn) chats.replaceChildren(element("p", { class: "warning", role: "alert" }, error.message));
    }
  }

  // Whoever opens a case goes on from its heading, by eye, by Tab and by ear.
  function toChat() {
    const title = chats.querySelector("h3");
    if (!title) return;
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    title.focus({ preventScroll: true });
    (reading.bar.hidden ? chats : reading.bar).scrollIntoView({ block: "start" });
    const at = state.found.indexOf(state.open);
    said.textContent = at < 0 ? "" : `${at + 1} of ${state.found.length} ${word}`;
  }

  // Where the address points: the bubble, or the chat's beginning.
  function toOpen() {
    const bubble = state.at && chats.querySelector(`[data-anchor="${CSS.escape(state.at)}"]`);
    if (!bubble) return toChat();
    bubble.scrollIntoView({ block: "center", behavior: "instant" });
    bubble.focus({ preventScroll: true });
  }

  function toList() {
    const link = list.querySelector("[aria-current]") ?? list.querySelector("a");
    (link ?? clear).focus();
  }

  function fromAddress() {
    const parameters = readAddress();
    state.run = runs.find((run) => run.name === parameters.get("run")) ?? runs[0];
    state.beside = runs.find((run) => run.name === parameters.get("beside") && run !== state.run) ?? null;
    // What was typed a moment ago still counts.
    if (state.typing) stopTyping();
    else state.query = (parameters.get("q") ?? "").toLowerCase();
    state.chosen = {};
    for (const facet of kept) {
      const value = parameters.get(facet.key);
      if (value !== null && isKnown(state.run, facet, value, typed.has(facet.key))) state.chosen[facet.key] = value;
    }
    const key = parameters.get("case");
    state.open = state.run.places.get(key) ?? null;
    state.missing = state.open === null ? key : null;
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
    state.missing = null;
    state.at = null;
    if (next === at) {
      said.textContent = step > 0 ? "This is the last one." : "This is the first one.";
      toChat();
      return;
    }
    go(false).then(toChat);
  }

  function stopTyping() {
    clearTimeout(state.typing);
    state.typing = 0;
  }
  const soon = (act) => {
    stopTyping();
    state.typing = setTimeout(() => {
      state.typing = 0;
      act();
    }, 200);
  };
  kept.forEach((facet, place) => {
    const choose = () => {
      const value = selects[place].value.trim();
      if (value) state.chosen[facet.key] = value;
      else delete state.chosen[facet.key];
      state.page = 0;
      go();
    };
    if (typed.has(facet.key)) selects[place].addEventListener("input", () => soon(choose));
    else selects[place].addEventListener("change", choose);
  });
  runSelect.addEventListener("change", () => {
    const key = state.open === null ? null : state.run.keys[state.open];
    state.run = runs[Number(runSelect.value)];
    if (state.beside === state.run) state.beside = null;
    state.open = state.run.places.get(key) ?? null;
    for (const [name, value] of Object.entries(state.chosen)) {
      if (!isKnown(state.run, { key: name }, value, typed.has(name))) delete state.chosen[name];
    }
    go();
  });
  besideSelect.addEventListener("change", () => {
    const other = besideSelect.value === "" ? null : runs[Number(besideSelect.value)];
    state.beside = other === state.run ? null : other;
    go();
  });
  search.addEventListener("input", () => {
    state.query = search.value.trim().toLowerCase();
    state.page = 0;
    soon(() => go());
  });
  clear.addEventListener("click", () => {
    Object.assign(state, { chosen: {}, query: "", page: 0 });
    search.value = "";
    go();
  });
  const turnPage = (step) => {
    state.page += step;
    showList();
    list.scrollTop = 0;
    // A button that can go no further gives its focus to the other one.
    if (step < 0 && back.disabled) on.focus();
    if (step > 0 && on.disabled) back.focus();
  };
  back.addEventListener("click", () => turnPage(-1));
  on.addEventListener("click", () => turnPage(1));
  // A second click on a link that leads to where the address is already changes no address.
  for (const part of [list, chats]) {
    part.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      if (link.hash === location.hash) toOpen();
      // A search about to begin waits for the case to be opened, or it would write the address over.
      else clearTimeout(state.typing);
    });
  }
  window.addEventListener("hashchange", async () => {
    // Another part of the page leaves the explorer as it is; the bare page is the explorer as it was at first.
    if (location.hash && !location.hash.startsWith(START)) return;
    const left = state.open;
    await fromAddress();
    if (location.hash) history.replaceState(null, "", address());
    if (state.open !== null) return toOpen();
    if (!location.hash) return;
    (list.querySelector(`[data-place="${left}"]`) ?? list.querySelector("a"))?.focus();
  });
  const help = keyHelp();
  listenToKeys(help, {
    j: () => openAt(1),
    k: () => openAt(-1),
    "/": () => search.focus(),
    "?": () => help.dialog.showModal(),
    Escape: toList,
  });

  const copy = element("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", async () => {
    const link = location.href.split("#")[0] + address();
    try {
      await navigator.clipboard.writeText(link);
      copy.textContent = "Copied";
      said.textContent = "The link is copied.";
    } catch {
      prompt("Link to this view", link);
    }
    setTimeout(() => (copy.textContent = "Copy link"), 1500);
  });
  const wide = matchMedia("(min-width: 56.01rem)");
  const more = element(
    "details",
    { class: "facets", open: wide.matches },
    summary,
    element(
      "div",
      { class: "fields" },
      runs.length > 1 ? labelled("run", runSelect) : null,
      runs.length > 1 ? labelled("beside it", besideSelect) : null,
      ...kept.map((facet, place) => labelled(facet.label, selects[place])),
    ),
  );
  wide.addEventListener("change", () => (more.open = wide.matches));
  const keys = element("button", { type: "button", class: "keyboard", onclick: () => help.dialog.showModal() }, "Keyboard ", element("kbd", {}, "?"));
  root.replaceChildren(
    element(
      "div",
      { class: "filters", role: "search", "aria-label": `Filter the ${word}` },
      element("div", { class: "row top" }, labelled("words in the text", search), clear, copy, keys),
      more,
    ),
    element(
      "div",
      { class: "explorer" },
      element("div", { class: "list" }, element("div", { class: "row" }, count, element("span", { class: "row" }, back, pageText, on)), list),
      element("div", { class: "reader" }, reading.bar, chats),
    ),
    said,
    help.dialog,
    ...lists,
  );
  await fromAddress();
  if (!location.hash.startsWith(START)) return;
  if (state.open === null) root.scrollIntoView();
  else toOpen();
}
