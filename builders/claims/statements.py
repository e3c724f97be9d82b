"""Edges into statements: which nouns an edge names, and whether the two make sense together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .fold import fold
from .lexicon import Lexicon, Noun
from .statement import Statement

LOCATABLE = frozenset(
    {
        "animal", "plant", "food", "drink", "substance", "object", "person", "furniture", "appliance",
        "vehicle", "tool", "clothing", "instrument",
    }
)  # fmt: skip
USEFUL = frozenset(
    {"tool", "appliance", "vehicle", "furniture", "instrument", "clothing", "object", "substance", "place"}
)
ARTEFACTS = frozenset(
    {"tool", "appliance", "vehicle", "furniture", "instrument", "clothing", "object", "food"}
)
MATERIALS = frozenset({"substance", "food", "drink"})
PARTS = frozenset(
    {
        ("part", "animal"), ("part", "person"), ("part", "plant"), ("part", "part"), ("part", "tool"),
        ("part", "vehicle"), ("part", "appliance"), ("part", "instrument"), ("part", "clothing"),
        ("tool", "vehicle"), ("tool", "clothing"), ("appliance", "vehicle"), ("furniture", "place"),
        ("place", "place"), ("celestial", "celestial"), ("city", "country"), ("country", "region"),
        ("part", "food"), ("part", "class"), ("tool", "appliance"), ("furniture", "vehicle"),
    }
)  # fmt: skip
TANGIBLE = LOCATABLE - {"person"} | {"celestial", "event", "part"}


class SetAside(Exception):  # noqa: N818 - no error: it carries the reason from any depth to the one that counts
    """An edge that no good sentence can be made of."""


def make_statement(edge: Mapping[str, Any], lexicon: Lexicon, nouns: Mapping[str, Noun]) -> Statement:
    """The statement of an edge.

    Args:
        edge: columns ``relation``, ``start_fold``, ``end_fold``, ``surface_end``.
        lexicon: the curated lexicon.
        nouns: nouns beyond the lexicon, by folded term.

    Raises:
        SetAside: naming the reason.
    """
    denied = edge["relation"].startswith("Not")
    relation = edge["relation"].removeprefix("Not").replace("InstanceOf", "IsA")
    start = lexicon.nouns.get(edge["start_fold"]) or nouns.get(edge["start_fold"])
    if start is None:
        raise SetAside("start is not in the lexicon")
    if relation in {"UsedFor", "CapableOf", "ReceivesAction", "Causes"}:
        return _of_action(relation, start, edge["end_fold"], lexicon, denied=denied)
    if relation == "HasProperty":
        return _of_property(start, edge["end_fold"], lexicon, denied=denied)
    end = lexicon.nouns.get(edge["end_fold"])
    if end is None:
        raise SetAside("end is not in the lexicon")
    if start.en == end.en or (start.zh and start.zh == end.zh) or (start.pt and start.pt == end.pt):
        raise SetAside("start and end have the same name")
    if relation == "IsA":
        return _is_a(start, end, lexicon, denied=denied)
    return _between_nouns(relation, start, end, edge["surface_end"], denied=denied)


def _of_action(relation: str, start: Noun, end: str, lexicon: Lexicon, *, denied: bool) -> Statement:
    action = lexicon.actions.get((relation, end))
    if action is None:
        raise SetAside("end is not in the lexicon")
    kinds = action.start_kinds or (USEFUL if relation == "UsedFor" else None)
    if kinds is not None and start.kind not in kinds:
        raise SetAside("the two kinds of thing do not go together")
    return Statement(relation, start, action, denied=denied)


def _of_property(start: Noun, end: str, lexicon: Lexicon, *, denied: bool) -> Statement:
    entry = lexicon.properties.get(end)
    if entry is None:
        raise SetAside("end is not in the lexicon")
    if start.kind not in TANGIBLE:
        raise SetAside("the two kinds of thing do not go together")
    return Statement("HasProperty", start, entry, denied=denied)


def _is_a(start: Noun, end: Noun, lexicon: Lexicon, *, denied: bool) -> Statement:
    entry = lexicon.classes.get(fold(end.term))
    if entry is None:
        raise SetAside("end is not a class of the lexicon")
    same_field = start.kind == "class" and start.domain == end.domain
    if start.kind not in entry.start_kinds and not same_field:
        raise SetAside("the two kinds of thing do not go together")
    return Statement("IsA", start, end, denied=denied, unit=entry.zh_unit)


def _between_nouns(relation: str, start: Noun, end: Noun, surface: str | None, *, denied: bool) -> Statement:
    match relation:
        case "AtLocation":
            fits = (
                start.kind in LOCATABLE and bool(end.preposition) and start.number not in {"name", "unique"}
            )
        case "PartOf":
            fits = (start.kind, end.kind) in PARTS
        case "HasA":
            fits = (end.kind, start.kind) in PARTS and end.kind == "part"
        case "MadeOf":
            fits = start.kind in ARTEFACTS and end.kind in MATERIALS and end.number == "mass"
        case _:
            raise SetAside("no frame for the relation")
    if not fits:
        raise SetAside("the two kinds of thing do not go together")
    parts = relation == "HasA" and end.number == "count" and _names_several(end, surface)
    return Statement(relation, start, end, denied=denied, parts=parts)


def _names_several(end: Noun, surface: str | None) -> bool:
    # A tail or wings? Only the sentence people wrote tells; the term has lost its number.
    words = (surface or "").casefold().split()
    if words and words[0] in {"a", "an", "one"}:
        return False
    if (
        words
        and words[-1] != end.en.casefold().split()[-1]
        and fold(words[-1]) == fold(end.term.split("_")[-1])
    ):
        return True
    raise SetAside("nothing tells how many parts there are")
