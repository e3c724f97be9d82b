"""Okapi BM25: which of a few texts are about a query.

Robertson and Zaragoza (2009), The Probabilistic Relevance Framework; the inverse document frequency with one
added inside the logarithm, so that no common word counts against a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log

from ..answers.tokens import fold, is_word, split_words

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
