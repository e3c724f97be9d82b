"""Where a quotation stands in a text, what changes when texts are copied aside.

White space, case, quotation marks, Markdown's emphasis and code marks, and composed or decomposed letters do
not count. An ellipsis in the quotation parts pieces that must follow each other.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

Span = tuple[int, int]
_ELLIPSIS = re.compile(r"\[?(?:…|\.\.\.)\]?")
# What is left once white space, quotation marks and the marks of emphasis and code are left out.
_KEPT = re.compile(r"""[^\s*_`"'“”„‟‘’‚‛«»‹›]+""")
# A letter with all that may be composed with it: marks, and the later parts of a Hangul syllable.
_CLUSTER = re.compile(
    r"[\s\S][\u0300-\u036f\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]*"
)
# Where somebody who quotes may pass over what stands between: ends of sentences, lines and quotations.
_JOINTS = re.compile(r"""…|\.\.\.|[.!?;:](?=\W|$)|[。！？；：\n/"“”«»]""")
# Letters of a part of a quotation that says something by itself.
_SHORTEST_PART = 10


@dataclass(frozen=True)
class PlainText:
    """A text without what does not count.

    Attributes:
        text: what is left, words parted by single spaces.
        spans: for each of its letters, where it stands in the original.
    """

    text: str
    spans: Sequence[Span]


def plain_text(original: str) -> PlainText:
    """A text made ready to find quotations in."""
    folded, places = _folded(original)
    words: list[str] = []
    spans: list[Span] = []
    end = 0
    for kept in _KEPT.finditer(folded):
        if words and re.search(r"\s", folded[end : kept.start()]):
            words.append(" ")
            spans.append((places[end - 1][1], places[kept.start()][0]))
        words.append(kept[0])
        spans.extend(places[kept.start() : kept.end()])
        end = kept.end()
    return PlainText("".join(words), spans)


def find_quotation(quotation: str, said: PlainText) -> list[Span] | None:
    """The spans of a quotation's pieces in the original text; None where one of them does not stand there.

    Args:
        quotation: as it was given; one without words has no pieces.
        said: the text it is looked for in.
    """
    found: list[Span] = []
    begin = 0
    for piece in _pieces(quotation):
        at = said.text.find(piece, begin)
        if at < 0:
            return None
        begin = at + len(piece)
        found.append((said.spans[at][0], said.spans[begin - 1][1]))
    return found


def find_parts(quotation: str, said: PlainText) -> list[Span]:
    """The spans of those sentences of a quotation that stand in a text by themselves, in any order.

    For one that does not stand there as a whole because it passes over what is between, or joins what was
    found in several places, and does not say so. Parts of fewer than ten letters are too common.
    """
    found: list[Span] = []
    for part in _JOINTS.split(quotation):
        piece = plain_text(part).text.strip(" ,()[]-–—")
        at = said.text.find(piece) if len(piece) >= _SHORTEST_PART else -1
        if at >= 0:
            found.append((said.spans[at][0], said.spans[at + len(piece) - 1][1]))
    return found


def stands_in(quotation: str, text: str) -> bool:
    """Whether a quotation stands in a text; one without words stands only in a text without words."""
    said = plain_text(text)
    found = find_quotation(quotation, said)
    return not said.text if found == [] else found is not None


def _pieces(quotation: str) -> list[str]:
    pieces = [plain_text(piece).text for piece in _ELLIPSIS.split(quotation)]
    return [piece for piece in pieces if piece]


def _folded(text: str) -> tuple[str, Sequence[Span]]:
    """The text composed and without case, and where each of its letters comes from."""
    folded = unicodedata.normalize("NFC", text).casefold()
    if len(folded) == len(text) and unicodedata.is_normalized("NFC", text):
        return folded, [(place, place + 1) for place in range(len(text))]
    letters: list[str] = []
    places: list[Span] = []
    for cluster in _CLUSTER.finditer(text):
        composed = unicodedata.normalize("NFC", cluster[0]).casefold()
        letters.append(composed)
        places.extend([cluster.span()] * len(composed))
    return "".join(letters), places
