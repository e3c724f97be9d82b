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

    A gerund alone names another thing than its verb (boxing is no box) and is kept; before other words it is
    the verb (washing dishes). A term of dropped words only stays as it is.
    """
    words = term.casefold().replace("-", "_").split("_")
    kept = [word for word in words if word and word not in _DROPPED] or words
    if len(kept) == 1 and kept[0].endswith("ing"):
        return kept[0]
    return "_".join([_verb(kept[0]), *(_lemma(word) for word in kept[1:])])


@cache
def fold_action(folded: str) -> str:
    """A folded term as something done: ``fishing`` is ``fish`` there."""
    return folded if "_" in folded else _verb(folded)


@cache
def _verb(word: str) -> str:
    from lemminflect import getAllLemmas

    if not word.endswith("ing"):
        return _lemma(word)
    return str(getAllLemmas(word, upos="VERB").get("VERB", (word,))[0])


@cache
def _lemma(word: str) -> str:
    from lemminflect import getAllLemmas

    if len(word) < 3 or not word.isascii():
        return word
    lemmas = getAllLemmas(word)
    return next((lemmas[category][0].lower() for category in _CATEGORIES if category in lemmas), word)
