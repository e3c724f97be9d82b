"""Long texts in pieces, and the pieces that serve a claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from .bm25 import best_texts
from .evidence import Passage, Query

LONGEST = 1500
PER_CLAIM = 3
# What a text is about counts more than what it mentions.
_TITLE_WEIGHT = 3
_BREAK = re.compile(r"\n\s*\n|\n")
_SENTENCE = re.compile(r"(?<=[.!?。！？])\s*")


def choose_passages(passages: list[Passage], query: Query) -> tuple[Passage, ...]:
    """The best pieces for each claim (for the query, where there are no claims), each once."""
    texts = [" ".join((*[one.title] * _TITLE_WEIGHT, one.text)) for one in passages]
    chosen: dict[int, tuple[str, ...]] = {}
    for claim_id, claim in query.claims or (("", ""),):
        for index in best_texts(f"{query.text} {claim}", texts, PER_CLAIM):
            chosen[index] = (*chosen.get(index, ()), *([claim_id] if claim_id else []))
    return tuple(replace(passages[index], serves=serves) for index, serves in chosen.items())


def split_text(text: str, longest: int = LONGEST) -> list[str]:
    """A text in pieces of at most so many characters, broken between paragraphs, else between sentences.

    Args:
        text: any text.
        longest: characters in a piece.
    """
    pieces: list[str] = []
    for part in _parts(text, longest):
        if pieces and len(pieces[-1]) + 1 + len(part) <= longest:
            pieces[-1] = f"{pieces[-1]}\n{part}"
        else:
            pieces.append(part)
    return pieces


def _parts(text: str, longest: int) -> Iterator[str]:
    for paragraph in filter(None, map(str.strip, _BREAK.split(text))):
        if len(paragraph) <= longest:
            yield paragraph
            continue
        for sentence in filter(None, _SENTENCE.split(paragraph)):
            yield from (sentence[at : at + longest] for at in range(0, len(sentence), longest))
