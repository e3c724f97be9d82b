"""The curated lexicon: how concepts are called in three languages, and what kind of thing they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from ....sources.curated import read_curated_table
from .fold import fold, fold_action

_Entry = TypeVar("_Entry")
Number = Literal["count", "mass", "plural", "unique", "name", "activity"]


@dataclass(frozen=True)
class Noun:
    """A concept that a noun names.

    Attributes:
        term: as in the graph.
        number: ``count`` (a whale), ``mass`` (water), ``plural`` (jeans), ``unique`` (the Moon), ``name``
            (Mars), ``activity`` (playing chess; never with an article).
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


def is_of(noun: Noun, kinds: frozenset[str]) -> bool:
    """Whether the noun is of one of the kinds, which may be those of one domain (``abstract:health``)."""
    return noun.kind in kinds or f"{noun.kind}:{noun.domain}" in kinds


@dataclass(frozen=True)
class Action:
    """What a thing can do, is used for, undergoes, causes, needs or is made by, as one relation has it.

    Attributes:
        relation: the relation it is the end of.
        term: as in the graph.
        en: verb (CapableOf), gerund (UsedFor), participle (ReceivesAction, CreatedBy) or noun (Causes;
            HasPrerequisite and DefinedAs: with its article).
        zh: verb phrase, for CapableOf with its modal verb 会 or 能 first, for Causes with the verb that
            brings it about (导致, 引起), for CreatedBy with 由 and the maker first; noun for HasPrerequisite
            and DefinedAs.
        pt: infinitive, masculine participle (ReceivesAction, CreatedBy) or noun, as in English.
        start_kinds: kinds of things it may be said of (``abstract:health`` for those of one domain); all
            when empty.
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
        start_kinds: kinds of things of which it is not a matter of taste or degree, as in ``Action``; none
            when empty.
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
class Definition:
    """A way to say which one of its kind something is.

    Attributes:
        term: as in the graph; ``{noun}`` stands for a noun of the lexicon (capital_of_{noun}).
        noun_kinds: kinds of that noun; none where the term has none.
        start_kinds: kinds of things it may be said of.
        en: English, with its article; ``{noun}`` where the noun goes.
        zh: the same for Chinese.
        pt: the same for Portuguese, where ``{noun}`` is the noun after ``de``.
    """

    term: str
    noun_kinds: frozenset[str]
    start_kinds: frozenset[str]
    en: str
    zh: str
    pt: str


@dataclass(frozen=True)
class Lexicon:
    """All entries, by folded term (actions by relation and folded term, definitions in no order).

    ``activities`` are what people do, as the subject of a sentence; their terms are those of verbs, so that
    they are looked up where a relation starts with an activity only.
    """

    nouns: dict[str, Noun]
    activities: dict[str, Noun]
    actions: dict[tuple[str, str], Action]
    properties: dict[str, Property]
    classes: dict[str, NounClass]
    definitions: tuple[Definition, ...]


def read_lexicon() -> Lexicon:
    """The lexicon that ships under ``sources/curated/sharp``.

    Raises:
        SourceError: a file is missing or broken.
    """
    nouns = [_entry(Noun, row) for row in _rows("nouns")]
    actions = [_entry(Action, row) for row in _rows("actions")]
    properties = [_entry(Property, row) for row in _rows("properties")]
    classes = [_entry(NounClass, row) for row in _rows("classes")]
    activities: list[Noun] = [_activity(row) for row in _rows("activities")]
    return Lexicon(
        nouns={fold(noun.term): noun for noun in nouns},
        actions={(action.relation, fold_action(fold(action.term))): action for action in actions},
        properties={fold(entry.term): entry for entry in properties},
        classes={fold(entry.term): entry for entry in classes},
        activities={key: noun for noun in activities for key in _names_of(noun)},
        definitions=tuple(_entry(Definition, row) for row in _rows("definitions")),
    )


def _rows(name: str) -> list[dict[str, str]]:
    return read_curated_table("sharp", name).fill_null("").to_dicts()


def _entry(kind: Callable[..., _Entry], row: dict[str, Any]) -> _Entry:
    values = dict(row)
    for name in {"start_kinds", "noun_kinds"} & values.keys():
        values[name] = frozenset(values[name].split())
    return kind(**values)


def _names_of(activity: Noun) -> set[str]:
    # sew and sewing: a graph's terms may be lemmas or as people wrote them.
    return {fold(activity.term), fold(activity.en.replace(" ", "_"))}


def _activity(row: dict[str, str]) -> Noun:
    return Noun(
        number="activity", pt_number="singular", pt_plural="", pt_gender="", preposition="", localiser="",
        parts="", **row,
    )  # fmt: skip
