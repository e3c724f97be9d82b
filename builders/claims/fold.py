"""Fold a term to its meaning: number, tense, articles and possessives do not make another claim."""

from __future__ import annotations

from functools import cache, lru_cache

_DROPPED = frozenset(
    {
        "a",
        "an",
        "the",
        "some",
        "my",
        "your",
        "his",
        "her",
        "its",
        "our",
        "their",
        "very",
        "is",
        "are",
        "be",
        "to",
    }
)
_CATEGORIES = ("NOUN", "VERB", "ADJ")


@lru_cache(maxsize=1 << 18)
def fold(term: str) -> str:
    """An English term's meaning key: ``Your_Blood_Vessels`` and ``blood_vessel`` share one.

    The last word is taken as a noun first; a term of dropped words only stays as it is.
    """
    words = term.casefold().replace("-", "_").split("_")
    kept = [word for word in words if word and word not in _DROPPED] or words
    return "_".join(_lemma(word) for word in kept)


@cache
def _lemma(word: str) -> str:
    from lemminflect import getAllLemmas

    if len(word) < 3 or not word.isascii():
        return word
    lemmas = getAllLemmas(word)
    return next((lemmas[category][0].lower() for category in _CATEGORIES if category in lemmas), word)
