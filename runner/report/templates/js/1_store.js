// The packed cases: the index at once, chunks of chats when they are needed.

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// A column holds its values once and their numbers by case; a case may have one value, several or none.
// Names and values stand in options, titles and addresses: they are spelled at once.
function column(record) {
  const values = record.values.map(spelled);
  const of = (place) => {
    const code = record.codes[place];
    return (Array.isArray(code) ? code : [code]).map((number) => values[number]);
  };
  const has = (place, number) => {
    const code = record.codes[place];
    return Array.isArray(code) ? code.includes(number) : code === number;
  };
  return { values, codes: record.codes, of, has };
}

function openRun(record, number) {
  const facets = Object.fromEntries(
    Object.entries(record.facets).map(([key, value]) => [key, column(value)]),
  );
  const keys = record.keys.map(spelled);
  return {
    number,
    name: spelled(record.name),
    keys,
    size: keys.length,
    facets,
    badges: column(record.badges),
    tones: column(record.tones),
    languages: column(record.languages),
    places: new Map(keys.map((key, place) => [key, place])),
    // The place of the first case of each chunk.
    starts: record.starts,
    chunkCount: record.starts.length,
    chunks: new Map(),
  };
}

const arrivals = new Map();
window.standfastChunk = (name, text) => arrivals.get(name)?.(text);

function fetchBeside(name, source) {
  return new Promise((resolve, reject) => {
    arrivals.set(name, resolve);
    const script = document.createElement("script");
    script.src = source;
    script.onerror = () => reject(new Error(`${source} is missing: keep it beside this page.`));
    // Its text has arrived by now, if the file is what it should be.
    script.onload = () => reject(new Error(`${source} is damaged: write the report again.`));
    document.head.append(script);
  });
}

async function readChunk(name) {
  const holder = document.querySelector(`script[data-chunk="${name}"]`);
  const source = holder.dataset.source;
  const text = source ? await fetchBeside(name, source) : holder.textContent;
  try {
    return await unpack(text);
  } catch {
    throw new Error(`${source ?? "This page"} is damaged: write the report again.`);
  }
}

function chunk(run, number) {
  if (!run.chunks.has(number)) {
    const cases = readChunk(`${run.number}-${number}`);
    // A file may be put back: what failed is tried again.
    cases.catch(() => run.chunks.delete(number));
    run.chunks.set(number, cases);
  }
  return run.chunks.get(number);
}

async function chat(run, place) {
  const number = run.starts.findLastIndex((start) => start <= place);
  const cases = await chunk(run, number);
  return cases[place - run.starts[number]];
}
