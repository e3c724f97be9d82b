// Messages are shown as text, never as markup; what cannot be seen is named.

function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// C0 and C1 controls (save tab and line feed), format and bidirectional marks, fillers, tags, half surrogates:
// the same as in visible.py.
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E01EF}]|[\uD800-\uDFFF]/gu;

function codeOf(letter) {
  return `U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function named(letter) {
  return element("span", { class: "control", title: "a character that cannot be seen" }, codeOf(letter));
}

// The same where only plain text can stand: options and labels.
function spelled(text) {
  return text.replace(UNSEEN, (letter, at) => (letter === "\u200D" && at > 0 ? letter : `⟨${codeOf(letter)}⟩`));
}

function visible(text) {
  const pieces = [];
  let begin = 0;
  for (const match of text.matchAll(UNSEEN)) {
    // A joiner between two emoji or letters of a joining script belongs to them.
    if (match[0] === "\u200D" && match.index > 0) continue;
    pieces.push(text.slice(begin, match.index), named(match[0]));
    begin = match.index + match[0].length;
  }
  pieces.push(text.slice(begin));
  return pieces.filter((piece) => piece !== "");
}

// What the reader searched for, marked where it stands; case is ignored where folding keeps the length.
function searched(text, query) {
  const low = text.toLowerCase();
  if (!query || low.length !== text.length) return visible(text);
  const pieces = [];
  let begin = 0;
  for (let at = low.indexOf(query); at >= 0; at = low.indexOf(query, begin)) {
    pieces.push(...visible(text.slice(begin, at)));
    pieces.push(element("mark", { class: "found" }, ...visible(text.slice(at, at + query.length))));
    begin = at + query.length;
  }
  return [...pieces, ...visible(text.slice(begin))];
}

function segments(list, query) {
  return list.flatMap((segment) => {
    if (typeof segment === "string") return searched(segment, query);
    const [text, meaning] = segment;
    return [element("mark", { title: meaning }, ...searched(text, query), element("sup", { lang: "en", dir: "ltr" }, meaning))];
  });
}

function plain(list) {
  return list.map((segment) => (typeof segment === "string" ? segment : segment[0])).join("");
}
