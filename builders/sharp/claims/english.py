"""English noun phrases: articles, plurals, capitals."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from .lexicon import Noun

if TYPE_CHECKING:
    import inflect


_PLURALS = {"fungus": "fungi", "person": "people", "cactus": "cacti"}


@cache
def _engine() -> inflect.engine:
    import inflect

    return inflect.engine()


@cache
def with_article(words: str) -> str:
    """``an hour``, ``a university``."""
    return str(_engine().a(words))


@cache
def plural(words: str) -> str:
    """The plural of a singular noun phrase whose head is its last word, or the one before ``of``."""
    head, of, rest = words.partition(" of ")
    if of:
        return f"{plural(head)}{of}{rest}"
    return _PLURALS.get(words) or str(_engine().plural_noun(words))


def generic(noun: Noun) -> str:
    """The noun as a subject that stands for all of its kind."""
    match noun.number:
        case "count":
            return with_article(noun.en)
        case "unique":
            return f"the {noun.en}"
        case _:
            return noun.en


def indefinite_many(noun: Noun) -> str:
    """Several of a kind, or an amount of it: ``books``, ``water``."""
    return plural(noun.en) if noun.number == "count" else noun.en


def place(noun: Noun) -> str:
    """The noun as a place: ``in a kitchen``, ``on the Moon``, ``in France``."""
    return f"{noun.preposition} {generic(noun)}"


def agree(noun: Noun, singular: str, several: str) -> str:
    """The verb form that goes with the noun as a subject."""
    return several if noun.number == "plural" else singular


def sentence(words: str) -> str:
    """A capital first, a full stop last."""
    return f"{words[0].upper()}{words[1:]}."
