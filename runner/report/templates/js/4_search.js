// Words in the text: every chunk of chats is unpacked and read, one after the other.

// The places among ``places`` whose chat holds the words; null where another search has begun meanwhile.
async function withQuery(view, places, turn) {
  const { state } = view;
  const { run, query } = state;
  if (!query) return places;
  const found = [];
  let next = 0;
  for (let number = 0; number < run.chunkCount; number += 1) {
    const end = run.starts[number + 1] ?? run.size;
    if (places[next] >= end || next === places.length) continue;
    const cases = await chunk(run, number);
    if (turn !== state.turn) return null;
    for (; places[next] < end; next += 1) {
      if (holds(cases[places[next] - run.starts[number]], query)) found.push(places[next]);
    }
    view.list.count.textContent = `searching, ${number + 1} of ${run.chunkCount} …`;
  }
  return found;
}

function holds(chat, query) {
  return chat.bubbles.some((one) => plain(one.text).toLowerCase().includes(query));
}

// A search begins when typing pauses.
function soon(state, act) {
  stopTyping(state);
  state.typing = setTimeout(() => {
    state.typing = 0;
    act();
  }, 200);
}

function stopTyping(state) {
  clearTimeout(state.typing);
  state.typing = 0;
}
