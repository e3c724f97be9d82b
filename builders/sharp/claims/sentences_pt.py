"""Brazilian Portuguese sentences for statements, one function per relation."""

from __future__ import annotations

from collections.abc import Callable

from .portuguese import (
    after,
    agree_first,
    agree_last,
    agree_verb,
    indefinite,
    indefinite_many,
    none_of,
    subject,
)
from .statement import Statement, noun_end

# What living things can do they "manage", unless it befalls them; what things can do they "may".
_LIVING = frozenset({"animal", "person"})
_BEFALLS = frozenset({"morrer", "crescer", "sangrar", "transmitir doenças", "reproduzir-se"})


def sentence_pt(statement: Statement) -> str:
    """The Portuguese sentence of a statement."""
    words = _PHRASES[statement.relation](statement)
    return f"{words[0].upper()}{words[1:]}."


def _is_a(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    kind = (statement.of_class and statement.of_class.pt) or indefinite(end)
    be = agree_verb(start, "é", "são")
    if not statement.denied:
        return f"{subject(start)} {be} {kind}"
    return f"{subject(start)} não {be}{' de modo algum' if statement.absolute else ''} {kind}"


def _part_of(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    deny = "não " if statement.denied else ""
    wholly = " de modo algum" if statement.denied and statement.absolute else ""
    return f"{subject(start)} {deny}{agree_verb(start, 'faz', 'fazem')} parte {after('de', end)}{wholly}"


def _has_a(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    have = agree_verb(start, "tem", "têm")
    what = indefinite_many(end) if statement.parts else indefinite(end)
    if statement.possible:
        return f"{subject(start)} {_can(statement)} ter {what}"
    if statement.denied:
        return f"{subject(start)} não {have} {none_of(end)}"
    return f"{subject(start)} {have} {what}"


def _at_location(statement: Statement) -> str:
    never = "nunca " if statement.denied else ""
    found = indefinite_many(statement.start)
    return f"{never}é possível encontrar {found} {after('em', noun_end(statement))}"


def _made_of(statement: Statement) -> str:
    made = agree_first("feito", statement.start)
    return f"{subject(statement.start)} {_can(statement)} ser {made} de {noun_end(statement).pt}"


def _used_for(statement: Statement) -> str:
    used = agree_first("usado", statement.start)
    return f"{subject(statement.start)} {_can(statement)} ser {used} para {statement.end.pt}"


def _capable_of(statement: Statement) -> str:
    living = statement.start.kind in _LIVING and statement.end.pt not in _BEFALLS
    can = agree_verb(statement.start, *(("consegue", "conseguem") if living else ("pode", "podem")))
    return f"{subject(statement.start)} {_deny(statement)}{can} {statement.end.pt}"


def _receives_action(statement: Statement) -> str:
    done = agree_first(statement.end.pt, statement.start)
    return f"{subject(statement.start)} {_can(statement)} ser {done}"


def _causes(statement: Statement) -> str:
    return f"{subject(statement.start)} {_can(statement)} causar {statement.end.pt}"


def _has_property(statement: Statement) -> str:
    start = statement.start
    be = agree_verb(start, "é", "são")
    if statement.denied:
        be = f"{'nunca' if statement.absolute else 'não'} {be}"
    elif statement.absolute:
        be = f"{be} sempre"
    return f"{subject(start)} {be} {agree_last(statement.end.pt, start)}"


def _has_prerequisite(statement: Statement) -> str:
    needs = agree_verb(statement.start, "exige", "exigem")
    if statement.start.number != "activity" and statement.start.kind != "sport":  # these demand, things need
        needs = agree_verb(statement.start, "precisa de", "precisam de")
    return f"{subject(statement.start)} {_deny(statement)}{needs} {statement.end.pt}"


def _created_by(statement: Statement) -> str:
    be = agree_verb(statement.start, "é", "são")
    made = agree_first(statement.end.pt, statement.start)
    return f"{subject(statement.start)} {_deny(statement)}{be} {made}"


def _defined_as(statement: Statement) -> str:
    deny = "não " if statement.denied else ""
    return f"{subject(statement.start)} {deny}{agree_verb(statement.start, 'é', 'são')} {statement.end.pt}"


def _deny(statement: Statement) -> str:
    if not statement.denied:
        return ""
    return "nunca " if statement.absolute else "não "


def _can(statement: Statement) -> str:
    can = agree_verb(statement.start, "pode", "podem")
    return f"nunca {can}" if statement.denied else can


_PHRASES: dict[str, Callable[[Statement], str]] = {
    "IsA": _is_a,
    "PartOf": _part_of,
    "HasA": _has_a,
    "AtLocation": _at_location,
    "MadeOf": _made_of,
    "UsedFor": _used_for,
    "CapableOf": _capable_of,
    "ReceivesAction": _receives_action,
    "Causes": _causes,
    "HasProperty": _has_property,
    "HasPrerequisite": _has_prerequisite,
    "CreatedBy": _created_by,
    "DefinedAs": _defined_as,
}
