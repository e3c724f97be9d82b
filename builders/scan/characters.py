"""Faults that single characters betray: wrong encodings, leftover markup, letters of other scripts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from .finding import Finding
from .prose import TEMPLATES, Prose

# Characters that UTF-8 bytes turn into when they are read as Windows-1252 or Latin-1.
_MISREAD = re.compile(
    "[\u0080-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]{2,}"
)
_MARKUP = re.compile(
    r"</?[a-zA-Z][a-zA-Z0-9]*(\s[^<>]*)?/?>"  # HTML tags
    r"|&(#\d+|#x[0-9a-fA-F]+|[a-zA-Z]{2,8});"  # HTML entities
    r"|\[\[|\]\]|\{\{|\}\}|'''|<!--"  # wikitext
    r"|\[[^\]]+\]\(https?://"  # Markdown links
    r"|\\[a-z]+\{"  # LaTeX commands
)
_WORD = re.compile(r"[^\W\d_]+")
# Most texts have no letter beyond these, and need no look at single letters.
_BEYOND_LATIN = re.compile("[^\\W\\d_A-Za-z\u00aa\u00b5\u00ba\u00c0-\u024f]")
_SCRIPTS = {"en": {"LATIN"}, "pt": {"LATIN"}, "zh": {"CJK", "LATIN"}}


def find_character_faults(prose: Prose) -> list[Finding]:
    """Mojibake, leftover markup, words of two scripts, and letters foreign to the column's language."""
    checks: list[tuple[str, Callable[[str], str | None]]] = [
        ("mojibake", _mojibake),
        ("mixed word", _mixed_word),
    ]
    if prose.table != TEMPLATES:
        checks.append(("markup", _markup))
    if prose.language:
        allowed = _SCRIPTS[prose.language]
        checks.append(("other script", lambda text: _foreign_letter(text, allowed)))
    return [found for kind, check in checks if (found := _gather(prose, kind, check))]


def _gather(prose: Prose, kind: str, check: Callable[[str], str | None]) -> Finding | None:
    hits = [(key, hit) for key, text in zip(prose.keys, prose.texts, strict=True) if (hit := check(text))]
    if not hits:
        return None
    keys = tuple(dict.fromkeys(key for key, _ in hits))
    return Finding(kind, prose.table, prose.column, keys, f"for example {hits[0][1]!r}")


def _mojibake(text: str) -> str | None:
    if "\ufffd" in text:
        return "\ufffd"
    for match in _MISREAD.finditer(text):
        for encoding in ("cp1252", "latin-1"):
            try:
                match[0].encode(encoding).decode("utf-8")
            except UnicodeError:
                continue
            return match[0]
    return None


def _markup(text: str) -> str | None:
    match = _MARKUP.search(text)
    return match[0] if match else None


def _mixed_word(text: str) -> str | None:
    if not _BEYOND_LATIN.search(text):
        return None
    for match in _WORD.finditer(text):
        scripts = set(_scripts(match[0]))
        # Han stands beside Latin letters without a space: "DNA检测" is two words.
        if len(scripts - {"CJK"}) > 1:
            return match[0]
    return None


def _foreign_letter(text: str, allowed: set[str]) -> str | None:
    if not _BEYOND_LATIN.search(text):
        return None
    return next((c for c in text if c.isalpha() and not c.isascii() and _script(c) not in allowed), None)


def _scripts(word: str) -> Iterator[str]:
    return (_script(character) for character in word)


def _script(character: str) -> str:
    """The script, by the first word of the character's name; signs that any script uses count as Latin."""
    first = unicodedata.name(character, "UNKNOWN").split()[0]
    return "LATIN" if first in {"FEMININE", "MASCULINE", "MODIFIER", "MICRO"} else first
