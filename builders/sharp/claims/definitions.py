"""Definitions: the capital of France, the largest continent, composed from patterns of the lexicon."""

from __future__ import annotations

from .english import generic
from .fold import fold
from .lexicon import Action, Definition, Lexicon, Noun, is_of
from .portuguese import after
from .statement import SetAside

_SLOT = "{noun}"
_DROPPED = frozenset({"the", "a", "an", "our"})


def define(start: Noun, term: str, lexicon: Lexicon) -> Action:
    """What ``term`` says the start is, in three languages.

    Superlatives are kept (the largest planet is no large planet), so that the term is not folded.

    Raises:
        SetAside: no pattern says it, or none of this kind of thing.
    """
    words = [word for word in term.casefold().replace("-", "_").split("_") if word not in _DROPPED]
    plain = "_".join(words)
    matches = [(entry, noun) for entry in lexicon.definitions for noun in _matches(entry, plain, lexicon)]
    if not matches:
        raise SetAside("end is not in the lexicon")
    for entry, noun in matches:
        if is_of(start, entry.start_kinds) and (noun is None or noun.kind in entry.noun_kinds):
            return _filled(entry, noun)
    raise SetAside("the two kinds of thing do not go together")


def _matches(entry: Definition, term: str, lexicon: Lexicon) -> list[Noun | None]:
    if _SLOT not in entry.term:
        return [None] if term == entry.term else []
    before, _, behind = entry.term.partition(_SLOT)
    if not (term.startswith(before) and term.endswith(behind)):
        return []
    noun = lexicon.nouns.get(fold(term.removeprefix(before).removesuffix(behind)))
    return [noun] if noun else []


def _filled(entry: Definition, noun: Noun | None) -> Action:
    if noun is None:
        en, zh, pt = entry.en, entry.zh, entry.pt
    else:
        en, zh = entry.en.replace(_SLOT, generic(noun)), entry.zh.replace(_SLOT, noun.zh)
        pt = entry.pt.replace(_SLOT, after("de", noun))
    return Action("DefinedAs", entry.term, en, zh, pt, entry.start_kinds)
