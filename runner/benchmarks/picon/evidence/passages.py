"""Long texts in pieces, and the pieces that serve a claim, by Okapi BM25.

Robertson and Zaragoza (2009), The Probabilistic Relevance Framework; the inverse document frequency with one
added inside the logarithm, so that no common word counts against a text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log

from ..answers.tokens import fold, is_word, split_words
from .searcher import Passage, Query

_K1 = 1.5
_B = 0.75


def best_texts(query: str, texts: Sequence[str], limit: int) -> list[int]:
    """Indexes of the texts that share a word with the query, best first.

    Words are folded; Chinese is taken character by character.

    Args:
        query: what is looked for.
        texts: where.
        limit: how many at most.
    """
    scores = bm25_scores(query, texts)
    ranked = sorted(range(len(texts)), key=lambda index: (-scores[index], index))
    return [index for index in ranked if scores[index] > 0][:limit]


def bm25_scores(query: str, texts: Sequence[str]) -> list[float]:
    """The BM25 score of each text; 0 where it shares no word with the query."""
    counted = [_counted(text) for text in texts]
    lengths = [counts.total() for counts in counted]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    scores = [0.0] * len(texts)
    for term in set(terms(query)):
        having = sum(term in counts for counts in counted)
        weight = log(1 + (len(texts) - having + 0.5) / (having + 0.5))
        for index, counts in enumerate(counted):
            if frequency := counts[term]:
                norm = _K1 * (1 - _B + _B * lengths[index] / mean)
                scores[index] += weight * frequency * (_K1 + 1) / (frequency + norm)
    return scores


@lru_cache(maxsize=4096)  # an interview searches the same documents throughout
def _counted(text: str) -> Counter[str]:
    return Counter(terms(text))


def terms(text: str) -> list[str]:
    """The words of a text, folded."""
    return [word for word in split_words(fold(text)) if is_word(word)]


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
