// All that is chosen stands in the address, so every view and every case has a link.

const START = "#cases?";

function readAddress() {
  return new URLSearchParams(location.hash.startsWith(START) ? location.hash.slice(START.length) : "");
}

function address({ runs, state }, changes = {}) {
  const parameters = new URLSearchParams();
  if (runs.length > 1) parameters.set("run", state.run.name);
  if (state.beside) parameters.set("beside", state.beside.name);
  if (state.beside && state.differing) parameters.set("differing", "yes");
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

// The state as the address has it. What was typed a moment ago still counts.
function takeAddress(view) {
  const { runs, state } = view;
  const parameters = readAddress();
  state.run = runs.find((run) => run.name === parameters.get("run")) ?? runs[0];
  state.beside = runs.find((run) => run.name === parameters.get("beside") && run !== state.run) ?? null;
  state.differing = parameters.get("differing") === "yes";
  if (state.typing) stopTyping(state);
  else state.query = (parameters.get("q") ?? "").toLowerCase();
  state.chosen = {};
  for (const { key } of view.facets) {
    const value = parameters.get(key);
    if (value !== null && isKnown(state.run, key, value, view.typed.has(key))) state.chosen[key] = value;
  }
  openCase(state, parameters.get("case"));
  state.at = state.open === null ? null : parameters.get("at");
}

function openCase(state, key) {
  state.open = state.run.places.get(key) ?? null;
  state.missing = state.open === null ? key : null;
  state.at = null;
}
