"""A statement in the wording of the sentence that people wrote: its number, its verbs, its negation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from string import Formatter
from typing import Any

from .english import agree, generic, indefinite_many, place, plural, with_article
from .fold import fold
from .frames import Frame, Key
from .statement import Statement, noun_end

# What has no kinds of it to be one of: Paris is no kind of city, red no kind of colour.
_UNKINDLY = frozenset({"abstract", "celestial", "shape"})


def in_original_wording(
    statement: Statement, edge: Mapping[str, Any], frames: Mapping[Key, Frame]
) -> Statement:
    """The statement with the frame of its row, where that can be said again well; else as it is.

    Args:
        statement: of the edge.
        edge: columns ``relation``, ``start_fold``, ``frame``, ``surface_start``.
        frames: as ``read_frames`` gives them.
    """
    frame = frames.get((edge["relation"], edge["frame"])) if edge["frame"] else None
    if frame is None or statement.possible or fold(_term(edge["surface_start"])) != edge["start_fold"]:
        return statement
    start = statement.start
    several = plural(start.en) if start.number == "count" else ""
    spoken = _term(edge["surface_start"]).removeprefix("the_").replace("_", " ")
    many = frame.number == "many" or (frame.number == "span" and bool(several) and spoken == several.lower())
    framed = replace(statement, frame=frame, many=many)
    return framed if _sayable(framed, frame) else statement


def say_again(statement: Statement, frame: Frame) -> str:
    """The words of the statement in a frame, without capital and full stop."""
    pattern = frame.asserted
    if statement.denied:
        pattern = frame.absolute if statement.absolute else frame.denied
    return pattern.format_map({name: SLOTS[name](statement) for name in slots(pattern)})


def slots(pattern: str) -> set[str]:
    """Names of the slots of a pattern."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


def _sayable(statement: Statement, frame: Frame) -> bool:
    start, needed = statement.start, slots(frame.asserted) | slots(frame.denied)
    if statement.many and start.number not in {"count", "plural"}:
        return False
    if "kind" in needed:
        return start.number not in {"name", "unique"} and start.kind not in _UNKINDLY
    if frame.frame.startswith("you can use") and start.kind == "place":
        return False
    if "whole" in needed:
        return start.kind == "part"
    return "bare" not in needed or bool(bare_verb(statement.end.en))


def _term(surface: str | None) -> str:
    return (surface or "").strip().casefold().replace(" ", "_")


def _subject(statement: Statement) -> str:
    return plural(statement.start.en) if _plainly_many(statement) else generic(statement.start)


def _plainly_many(statement: Statement) -> bool:
    return statement.many and statement.start.number == "count"


def _agree(singular: str, several: str) -> Callable[[Statement], str]:
    def agreed(statement: Statement) -> str:
        return several if statement.many else agree(statement.start, singular, several)

    return agreed


def _classes(statement: Statement) -> str:
    entry = statement.of_class
    if entry and entry.en:
        return plural(entry.en.partition(" ")[2])
    return indefinite_many(noun_end(statement))


def _own_parts(statement: Statement) -> str:
    end = noun_end(statement)
    if statement.many or statement.parts or end.number != "count":
        return indefinite_many(end)
    return with_article(end.en)


def _no_parts(statement: Statement) -> str:
    end = noun_end(statement)
    return indefinite_many(end) if statement.many or statement.parts else end.en


def _pieces(statement: Statement) -> str:
    part = statement.start
    return with_article(part.en) if part.number == "count" and part.parts == "one" else indefinite_many(part)


def _no_pieces(statement: Statement) -> str:
    part = statement.start
    return part.en if part.parts == "one" else indefinite_many(part)


def _inflected(statement: Statement) -> str:
    first, _, rest = statement.end.en.partition(" ")
    several = statement.many or statement.start.number == "plural"
    return " ".join(filter(None, [first if several else _third_person(first), rest]))


@cache
def _third_person(verb: str) -> str:
    from lemminflect import getInflection

    return str(getInflection(verb, tag="VBZ")[0])


@cache
def bare_verb(words: str) -> str:
    """``cutting food`` as ``cut food``; empty where the first word is no gerund."""
    from lemminflect import getAllLemmas

    first, _, rest = words.partition(" ")
    lemmas = getAllLemmas(first, upos="VERB").get("VERB", ()) if first.endswith("ing") else ()
    return " ".join(filter(None, [lemmas[0], rest])) if lemmas else ""


def _is_many(statement: Statement) -> str:
    """``is`` for an amount, ``are`` for things that are counted."""
    return "are" if statement.start.number in {"count", "plural"} else "is"


SLOTS: dict[str, Callable[[Statement], str]] = {
    "subject": _subject,
    "is": _agree("is", "are"),
    "has": _agree("has", "have"),
    "does": _agree("does", "do"),
    "causes": _agree("causes", "cause"),
    "always": lambda statement: " always" if statement.absolute and not statement.denied else "",
    "kind": lambda statement: statement.end.en,
    "classes": _classes,
    "parts": _own_parts,
    "no_parts": _no_parts,
    "whole": lambda statement: generic(noun_end(statement)),
    "whole_has": lambda statement: agree(noun_end(statement), "has", "have"),
    "pieces": _pieces,
    "no_pieces": _no_pieces,
    "things": lambda statement: indefinite_many(statement.start),
    "there": lambda statement: f"there {_is_many(statement)}",
    "place": lambda statement: place(noun_end(statement)),
    "end": lambda statement: statement.end.en,
    "bare": lambda statement: bare_verb(statement.end.en),
    "inflected": _inflected,
}
"""What may stand in braces in a frame, by name."""
