"""The curated lexicon: how concepts are called in three languages, and what kind of thing they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from ...sources.curated import read_curated_table
from .fold import fold, fold_action

_Entry = TypeVar("_Entry")
Number = Literal["count", "mass", "plural", "unique", "name"]


@dataclass(frozen=True)
class Noun:
    """A concept that a noun names.

    Attributes:
        term: as in the graph.
        number: ``count`` (a whale), ``mass`` (water), ``plural`` (jeans), ``unique`` (the Moon), ``name``
            (Mars).
        pt_number: ``singular`` or ``plural``, where Portuguese differs (danos).
        kind: what sort of thing it is; decides which relations make sense of it.
        domain: field of knowledge.
        en: English, singular (or plural only), with its capitals.
        zh: simplified Chinese; empty where unknown.
        pt: Brazilian Portuguese, singular; empty where unknown.
        pt_plural: its plural where no rule gives it, else empty.
        pt_gender: ``m`` or ``f``; empty for names without an article.
        preposition: ``in`` or ``on`` where it can be a place, else empty.
        localiser: Chinese word after it as a place (里, 上, 中), or empty.
        parts: for a part of something: ``one`` or ``many`` to each whole; empty elsewhere.
    """

    term: str
    number: Number
    pt_number: Literal["singular", "plural"]
    kind: str
    domain: str
    en: str
    zh: str
    pt: str
    pt_plural: str
    pt_gender: str
    preposition: str
    localiser: str
    parts: str


@dataclass(frozen=True)
class Action:
    """What a thing can do, is used for, undergoes or causes, as one relation has it.

    Attributes:
        relation: the relation it is the end of.
        term: as in the graph.
        en: verb (CapableOf), gerund (UsedFor), participle (ReceivesAction) or noun (Causes).
        zh: verb phrase, for CapableOf with its modal verb 会 or 能 first, for Causes with the verb that
            brings it about (导致, 引起).
        pt: infinitive, masculine participle (ReceivesAction) or noun (Causes).
        start_kinds: kinds of things it may be said of; all when empty.
    """

    relation: str
    term: str
    en: str
    zh: str
    pt: str
    start_kinds: frozenset[str]


@dataclass(frozen=True)
class Property:
    """A property.

    Attributes:
        term: as in the graph.
        en: English adjective.
        zh: Chinese, with its 的.
        pt: Portuguese, masculine singular.
        contrast: the term of a property that excludes it, or empty.
        start_kinds: kinds of things of which it is not a matter of taste or degree; none when empty.
    """

    term: str
    en: str
    zh: str
    pt: str
    contrast: str
    start_kinds: frozenset[str]


@dataclass(frozen=True)
class NounClass:
    """A class that things of some kinds belong to.

    Attributes:
        term: a noun's term.
        start_kinds: kinds of things that may belong to it: the guard against other senses of a word.
        contrast: a noun whose class excludes this one, or empty.
        en: how English says that something belongs to it, where it is not the bare noun (a piece of
            furniture); else empty.
        pt: the same for Portuguese.
        zh_unit: what stands before the class in Chinese (一种, 一颗).
        exclusive: name of a group of classes of which nothing belongs to two, or empty.
    """

    term: str
    start_kinds: frozenset[str]
    contrast: str
    en: str
    pt: str
    zh_unit: str
    exclusive: str


@dataclass(frozen=True)
class Lexicon:
    """All entries, by folded term (actions by relation and folded term)."""

    nouns: dict[str, Noun]
    actions: dict[tuple[str, str], Action]
    properties: dict[str, Property]
    classes: dict[str, NounClass]


def read_lexicon() -> Lexicon:
    """The lexicon that ships under ``sources/curated/sharp``.

    Raises:
        SourceError: a file is missing or broken.
    """
    nouns = [_entry(Noun, row) for row in _rows("nouns")]
    actions = [_entry(Action, row) for row in _rows("actions")]
    properties = [_entry(Property, row) for row in _rows("properties")]
    classes = [_entry(NounClass, row) for row in _rows("classes")]
    return Lexicon(
        nouns={fold(noun.term): noun for noun in nouns},
        actions={(action.relation, fold_action(fold(action.term))): action for action in actions},
        properties={fold(entry.term): entry for entry in properties},
        classes={fold(entry.term): entry for entry in classes},
    )


def _rows(name: str) -> list[dict[str, str]]:
    return read_curated_table("sharp", name).fill_null("").to_dicts()


def _entry(kind: Callable[..., _Entry], row: dict[str, Any]) -> _Entry:
    if "start_kinds" in row:
        row = {**row, "start_kinds": frozenset(row["start_kinds"].split())}
    return kind(**row)
