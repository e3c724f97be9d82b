"""Where quotations stand in a message, and the message cut into marked and plain pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .case_view import Segment

_ELLIPSIS = re.compile(r"\[?(?:…|\.\.\.)\]?")
_QUOTES = "\"'“”‘’«»"


def marked_segments(text: str, quotations: Iterable[tuple[str, str]]) -> list[Segment]:
    """Cut a message so that every quotation found in it is a marked piece; the pieces join to the message.

    White space and case may differ, and an ellipsis parts pieces that follow each other, as when a judge's
    evidence is checked. A quotation that is not found marks nothing; where two overlap, the first one given
    keeps its place.

    Args:
        text: the message.
        quotations: quotation and meaning of its mark.
    """
    spans: list[tuple[int, int, str]] = []
    for quotation, mark in quotations:
        for start, end in _find(text, quotation):
            if all(end <= other[0] or start >= other[1] for other in spans):
                spans.append((start, end, mark))
    return _cut(text, sorted(spans))


def _find(text: str, quotation: str) -> list[tuple[int, int]]:
    """The spans of a quotation's pieces, all of them or none."""
    spans: list[tuple[int, int]] = []
    begin = 0
    for piece in _ELLIPSIS.split(quotation):
        words = piece.strip().strip(_QUOTES).split()
        if not words:
            continue
        found = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE).search(text, begin)
        if found is None:
            return []
        spans.append(found.span())
        begin = found.end()
    return spans


def _cut(text: str, spans: Sequence[tuple[int, int, str]]) -> list[Segment]:
    segments: list[Segment] = []
    begin = 0
    for start, end, mark in spans:
        if start > begin:
            segments.append(Segment(text[begin:start]))
        segments.append(Segment(text[start:end], mark))
        begin = end
    if begin < len(text) or not segments:
        segments.append(Segment(text[begin:]))
    return segments
