"""Edges into statements: which nouns or definitions an edge names, and whether they make sense together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .english import generic
from .fold import fold, fold_action
from .lexicon import Action, Definition, Lexicon, Noun, is_of
from .portuguese import after
from .statement import Rejected, Statement

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
# What a part of each field may be part of: skin is no part of a plant, nor a body of a car.
PARTS = {
    "human_body": frozenset({"animal", "person", "part", "class"}),
    "botany": frozenset({"plant", "food", "part"}),
    "technology": frozenset({"tool", "vehicle", "appliance", "instrument"}),
}
WHOLES = frozenset(
    {
        ("tool", "vehicle"), ("tool", "clothing"), ("appliance", "vehicle"), ("celestial", "celestial"),
        ("celestial", "galaxy"), ("celestial", "universe"), ("galaxy", "universe"),
        ("city", "country"), ("country", "region"),
    }
)  # fmt: skip
_ARTICLES = frozenset({"a", "an", "the", "o", "um", "uma"})
# What is no food and yet goes into it; other substances (carbon) are in food another way.
_INGREDIENTS = frozenset({"water", "vinegar"})
# Too wide for a generic: what animals cannot do some animal does; some are extinct.
_EVERY = frozenset({"animal", "plant", "person", "food", "organism"})


OF_ACTION = frozenset({"UsedFor", "CapableOf", "ReceivesAction", "Causes", "HasPrerequisite", "CreatedBy"})
_SLOT = "{noun}"
_ARTICLES = frozenset({"the", "a", "an", "our"})


def make_statement(edge: Mapping[str, Any], lexicon: Lexicon, nouns: Mapping[str, Noun]) -> Statement:
    """The statement of an edge.

    Args:
        edge: columns ``relation``, ``start_fold``, ``end_fold`` and, for DefinedAs, ``end_term``.
        lexicon: the curated lexicon.
        nouns: nouns beyond the lexicon, by folded term.

    Raises:
        Rejected: naming the reason.
    """
    denied = edge["relation"].startswith("Not")
    relation = edge["relation"].removeprefix("Not").replace("InstanceOf", "IsA")
    start = _start(relation, edge["start_fold"], lexicon, nouns)
    if denied and start.term in _EVERY:
        raise Rejected("too wide a class to deny anything of")
    if relation in OF_ACTION:
        return _of_action(relation, start, edge["end_fold"], lexicon, denied=denied)
    if relation == "DefinedAs":
        return Statement(relation, start, define(start, edge["end_term"], lexicon), denied=denied)
    if relation == "HasProperty":
        return _of_property(start, edge["end_fold"], lexicon, denied=denied)
    end = lexicon.nouns.get(edge["end_fold"])
    if end is None:
        raise Rejected("end is not in the lexicon")
    if start.en == end.en or (start.zh and start.zh == end.zh) or (start.pt and start.pt == end.pt):
        raise Rejected("start and end have the same name")
    if relation == "IsA":
        return _is_a(start, end, lexicon, denied=denied)
    return _between_nouns(relation, start, end, denied=denied)


def _start(relation: str, folded: str, lexicon: Lexicon, nouns: Mapping[str, Noun]) -> Noun:
    activity = lexicon.activities.get(folded) if relation == "HasPrerequisite" else None
    start = activity or lexicon.nouns.get(folded) or nouns.get(folded)
    if start is None:
        raise Rejected("start is not in the lexicon")
    return start


def _of_action(relation: str, start: Noun, end: str, lexicon: Lexicon, *, denied: bool) -> Statement:
    action = lexicon.actions.get((relation, fold_action(end)))
    if action is None:
        raise Rejected("end is not in the lexicon")
    if relation == "HasPrerequisite" and _tautology(start, action):
        raise Rejected("start and end have the same name")
    kinds = action.start_kinds or (USEFUL if relation == "UsedFor" else None)
    if kinds is not None and not is_of(start, kinds):
        raise Rejected("the two kinds of thing do not go together")
    return Statement(relation, start, action, denied=denied)


def _tautology(start: Noun, needed: Action) -> bool:
    # Watching television requires a television; 骑自行车需要自行车.
    names = ((start.en, needed.en), (start.pt, needed.pt))
    shared = [{*mine.split()} & {*theirs.split()} - _ARTICLES for mine, theirs in names]
    return any(shared) or (len(needed.zh) > 1 and needed.zh in start.zh)


def _of_property(start: Noun, end: str, lexicon: Lexicon, *, denied: bool) -> Statement:
    entry = lexicon.properties.get(end)
    if entry is None:
        raise Rejected("end is not in the lexicon")
    if not is_of(start, entry.start_kinds) or start.term in _EVERY:
        raise Rejected("the two kinds of thing do not go together")
    if entry.zh.removesuffix("的") in start.zh:  # 热量 is 热的 by name
        raise Rejected("start and end have the same name")
    return Statement("HasProperty", start, entry, denied=denied)


def _is_a(start: Noun, end: Noun, lexicon: Lexicon, *, denied: bool) -> Statement:
    entry = lexicon.classes.get(fold(end.term))
    if entry is None:
        raise Rejected("end is not a class of the lexicon")
    # A class may lie in a class of its field: a rodent is a mammal, a string instrument a musical one.
    same_field = start.kind == "class" and start.domain == end.domain and start.domain in {"zoology", "arts"}
    if start.kind not in entry.start_kinds and not same_field:
        raise Rejected("the two kinds of thing do not go together")
    return Statement("IsA", start, end, denied=denied, of_class=entry)


def _between_nouns(relation: str, start: Noun, end: Noun, *, denied: bool) -> Statement:
    match relation:
        case "AtLocation":
            movable = start.kind in LOCATABLE and start.number not in {"name", "unique"}
            # A field is no more in a meadow than the meadow in the field.
            beside = start.domain == "earth_science" and end.domain == "earth_science"
            fits = movable and bool(end.preposition) and not beside
        case "PartOf":
            # 鼻子是人类的一部分 and "part of a human" say it oddly; the human body is another noun.
            fits = end.kind != "person" and (_has_part(end, start) or (start.kind, end.kind) in WHOLES)
        case "HasA":
            fits = _has_part(start, end)
        case "MadeOf":
            made = start.kind in ARTEFACTS and start.domain != "earth_science"
            edible = start.kind != "food" or end.kind != "substance" or end.term in _INGREDIENTS
            fits = made and edible and end.kind in MATERIALS and end.number == "mass"
        case _:
            raise Rejected("no frame for the relation")
    if not fits:
        raise Rejected("the two kinds of thing do not go together")
    # What people build comes without: a boat has sails or none, all cats have ears.
    possible = relation == "HasA" and end.domain == "technology" and not denied
    return Statement(relation, start, end, denied=denied, parts=end.parts == "many", possible=possible)


def _has_part(whole: Noun, part: Noun) -> bool:
    if part.kind != "part" or whole.kind not in PARTS.get(part.domain, ()):
        return False
    if whole.kind == "class":
        return whole.domain == "zoology"
    return whole.kind != "part" or whole.domain == part.domain


def define(start: Noun, term: str, lexicon: Lexicon) -> Action:
    """What ``term`` says the start is, in three languages.

    Superlatives are kept (the largest planet is no large planet), so that the term is not folded.

    Raises:
        Rejected: no pattern says it, or none of this kind of thing.
    """
    words = [word for word in term.casefold().replace("-", "_").split("_") if word not in _ARTICLES]
    plain = "_".join(words)
    matches = [(entry, noun) for entry in lexicon.definitions for noun in _matches(entry, plain, lexicon)]
    if not matches:
        raise Rejected("end is not in the lexicon")
    for entry, noun in matches:
        if is_of(start, entry.start_kinds) and (noun is None or noun.kind in entry.noun_kinds):
            return _filled(entry, noun)
    raise Rejected("the two kinds of thing do not go together")


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
