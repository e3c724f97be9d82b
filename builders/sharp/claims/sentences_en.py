"""English sentences for statements, one function per relation."""

from __future__ import annotations

from collections.abc import Callable

from .english import agree, generic, indefinite_many, place, sentence, with_article
from .original_wording import say_again
from .statement import Statement, noun_end


def sentence_en(statement: Statement) -> str:
    """The English sentence of a statement: in the frame of the row's own one, else by a template."""
    if statement.frame is not None:
        return sentence(say_again(statement, statement.frame))
    return sentence(_PHRASES[statement.relation](statement))


def qualifier(statement: Statement) -> str | None:
    """The absolute words its English sentence holds, or None."""
    if not statement.absolute or statement.relation == "DefinedAs":
        return None
    if not statement.denied:
        return "always"
    if statement.frame is not None:
        return statement.frame.qualifier
    if statement.possible:
        return "never"
    return _QUALIFIERS.get(statement.relation, "never")


def _is_a(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    deny = _denial(statement, " in no way", " not")
    kind = (statement.of_class and statement.of_class.en) or generic(end)
    return f"{generic(start)} {agree(start, 'is', 'are')}{deny} {kind}"


def _part_of(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    deny = _denial(statement, " in no way", " not")
    return f"{generic(start)} {agree(start, 'is', 'are')}{deny} part of {generic(end)}"


def _has_a(statement: Statement) -> str:
    start, end = statement.start, noun_end(statement)
    has = agree(start, "has", "have")
    what = indefinite_many(end) if statement.parts or end.number != "count" else with_article(end.en)
    if statement.possible:
        return f"{generic(start)} {_can(statement)} have {what}"
    if statement.denied:
        return f"{generic(start)} {has} no {indefinite_many(end) if statement.parts else end.en} at all"
    return f"{generic(start)} {has} {what}"


def _at_location(statement: Statement) -> str:
    can = "can never" if statement.denied else "can"
    return f"you {can} find {indefinite_many(statement.start)} {place(noun_end(statement))}"


def _made_of(statement: Statement) -> str:
    return f"{generic(statement.start)} {_can(statement)} be made of {noun_end(statement).en}"


def _used_for(statement: Statement) -> str:
    return f"{generic(statement.start)} {_can(statement)} be used for {statement.end.en}"


def _capable_of(statement: Statement) -> str:
    can = "cannot" if statement.denied and not statement.absolute else _can(statement)
    return f"{generic(statement.start)} {can} {statement.end.en}"


def _receives_action(statement: Statement) -> str:
    return f"{generic(statement.start)} {_can(statement)} be {statement.end.en}"


def _causes(statement: Statement) -> str:
    return f"{generic(statement.start)} {_can(statement)} cause {statement.end.en}"


def _has_property(statement: Statement) -> str:
    deny = _denial(statement, " never", " not")
    always = " always" if statement.absolute and not statement.denied else ""
    be = agree(statement.start, "is", "are")
    return f"{generic(statement.start)} {be}{deny}{always} {statement.end.en}"


def _has_prerequisite(statement: Statement) -> str:
    start, needed = statement.start, statement.end.en
    if statement.denied and not statement.absolute:
        return f"{generic(start)} {agree(start, 'does', 'do')} not require {needed}"
    never = "never " if statement.denied else ""
    return f"{generic(start)} {never}{agree(start, 'requires', 'require')} {needed}"


def _created_by(statement: Statement) -> str:
    deny = _denial(statement, " never", " not")
    return f"{generic(statement.start)} {agree(statement.start, 'is', 'are')}{deny} {statement.end.en}"


def _defined_as(statement: Statement) -> str:
    # What is the one of its kind is never so "sometimes": a plain denial leaves no doubt.
    deny = " not" if statement.denied else ""
    return f"{generic(statement.start)} {agree(statement.start, 'is', 'are')}{deny} {statement.end.en}"


def _denial(statement: Statement, absolute: str, plain: str) -> str:
    if not statement.denied:
        return ""
    return absolute if statement.absolute else plain


def _can(statement: Statement) -> str:
    return "can never" if statement.denied else "can"


_QUALIFIERS = {"IsA": "in no way", "PartOf": "in no way", "HasA": "no ... at all"}

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
