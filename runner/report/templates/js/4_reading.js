// The case that is open, alone or beside the same case of another run.

function makeReading(view) {
  const bar = readingBar((step) => openAt(view, step), () => toList(view));
  return { ...bar, chats: element("div", { class: "chats" }) };
}

async function showChat(view) {
  const { reading, state } = view;
  const turn = state.turn;
  reading.bar.hidden = state.open === null;
  document.title = state.open === null ? view.heading : `${titleText(view, state.run, state.open)} – ${view.heading}`;
  if (state.open === null) {
    const missing = state.missing === null ? "Choose one from the list." : `${state.run.name} has no case ${state.missing}.`;
    showPanels(view, [element("p", { class: "empty" }, ...visible(missing))]);
    return;
  }
  reading.show(state.found.indexOf(state.open), state.found.length);
  const runs = [state.run, state.beside].filter((run) => run !== null);
  const panels = await Promise.all(runs.map((run) => panel(view, run, state.run.keys[state.open])));
  if (turn === state.turn) showPanels(view, panels);
}

function showPanels({ reading }, panels) {
  reading.chats.classList.toggle("beside", panels.length > 1);
  reading.chats.replaceChildren(...panels);
}

async function panel(view, run, key) {
  const { state } = view;
  const place = run.places.get(key);
  if (place === undefined) return element("p", { class: "empty" }, ...visible(`${run.name} has no case ${key}.`));
  const other = run === state.run ? (state.beside?.name ?? null) : state.run.name;
  const linkTo = (anchor) => address(view, { run: run.name, beside: other, at: anchor });
  const title = { text: titleText(view, run, place), spans: titleSpans(view, run, place) };
  return chatPanel(run, place, await chat(run, place), title, state.query, linkTo);
}

// Whoever opens a case goes on from its heading, by eye, by Tab and by ear.
function toChat({ list, reading, said, state, word }) {
  const title = reading.chats.querySelector("h3");
  if (!title) return;
  list.items.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  title.focus({ preventScroll: true });
  (reading.bar.hidden ? reading.chats : reading.bar).scrollIntoView({ block: "start" });
  const at = state.found.indexOf(state.open);
  said.textContent = at < 0 ? "" : `${at + 1} of ${state.found.length} ${word}`;
}

// Where the address points: the bubble, or the chat's beginning.
function toOpen(view) {
  const { reading, state } = view;
  const bubble = state.at && reading.chats.querySelector(`[data-anchor="${CSS.escape(state.at)}"]`);
  if (!bubble) return toChat(view);
  bubble.scrollIntoView({ block: "center", behavior: "instant" });
  bubble.focus({ preventScroll: true });
}

function openAt(view, step) {
  const { state } = view;
  if (!state.found.length) return;
  const at = state.found.indexOf(state.open);
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), state.found.length - 1);
  openCase(state, state.run.keys[state.found[next]]);
  if (next === at) {
    toChat(view);
    view.said.textContent = step > 0 ? "This is the last one." : "This is the first one.";
    return;
  }
  go(view, false).then(() => toChat(view));
}
