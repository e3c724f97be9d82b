"""A message cut into plain pieces and pieces that are marked because something rests on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from ..judges.quotation import PlainText, Span, find_parts, find_quotation, plain_text
from ..records.case_view import Segment
from ..records.verdict import Verdict

_EMPHASIS = "*_"
_IN_PART = "part of the "
_EVIDENCE = "evidence"
_ELLIPSIS = "…"


def marked_segments(text: str, quotations: Iterable[tuple[str, str]]) -> list[Segment]:
    """Cut a message so that every quotation found in it is marked; the pieces join to the message.

    A quotation is found as when a judge's evidence is checked (see ``quotation``). Of one that does not stand
    there as a whole the sentences that do are marked, as ``part of the`` mark; where none does, nothing is.
    Where two overlap, what they share bears the marks of both.

    Args:
        text: the message.
        quotations: quotation and meaning of its mark.
    """
    said = plain_text(text)
    return _cut(
        text,
        [
            (*_with_emphasis(text, span), meaning)
            for quotation, mark in quotations
            for span, meaning in _found(quotation, mark, said)
        ],
    )


def marked_evidence(
    text: str, own: Iterable[Verdict], others: Iterable[Verdict] = (), *, hidden: str | None = None
) -> list[Segment]:
    """Cut a judged reply so that what its judges quoted is marked.

    Args:
        text: the reply.
        own: verdicts of the reported judge; their marks say ``evidence``.
        others: verdicts of other judges; their marks say whose evidence.
        hidden: what judges read in the place of a word that was hidden from them; it parts a quotation.
    """
    quoted = [
        *((one.evidence, _EVIDENCE) for one in own),
        *((one.evidence, f"{_EVIDENCE} of {one.judge}") for one in others),
    ]
    return marked_segments(
        text,
        [
            (evidence if hidden is None else evidence.replace(hidden, _ELLIPSIS), mark)
            for evidence, mark in quoted
            if evidence
        ],
    )


def _found(quotation: str, mark: str, said: PlainText) -> list[tuple[Span, str]]:
    whole = find_quotation(quotation, said)
    if whole is not None:
        return [(span, mark) for span in whole]
    return [(span, f"{_IN_PART}{mark}") for span in find_parts(quotation, said)]


def _with_emphasis(text: str, span: Span) -> Span:
    """A span with the marks of emphasis that it begins or ends in, so that none is torn off."""
    start, end = span
    while start > 0 and text[start - 1] in _EMPHASIS:
        start -= 1
    while end < len(text) and text[end] in _EMPHASIS:
        end += 1
    return start, end


def _cut(text: str, marks: Sequence[tuple[int, int, str]]) -> list[Segment]:
    ends = sorted({0, len(text), *(end for start, stop, _ in marks for end in (start, stop))})
    pieces = [(text[start:end], _meaning(start, end, marks)) for start, end in pairwise(ends)]
    joined = groupby(pieces, key=lambda piece: piece[1])
    return [Segment("".join(piece for piece, _ in of), mark) for mark, of in joined] or [Segment("")]


def _meaning(start: int, end: int, marks: Sequence[tuple[int, int, str]]) -> str | None:
    """The marks that a piece bears, each once."""
    return (
        "; ".join(dict.fromkeys(mark for one, other, mark in marks if one <= start and end <= other)) or None
    )
