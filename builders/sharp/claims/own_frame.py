"""A statement in the frame of the sentence that people wrote: its number, its verbs, its negation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from string import Formatter
from typing import Any

from .english import plural
from .fold import fold
from .frames import Frame, Key
from .slots import SLOTS, bare_verb
from .statement import Statement

# What has no kinds of it to be one of: Paris is no kind of city, red no kind of colour.
_UNKINDLY = frozenset({"abstract", "celestial", "shape"})


def in_own_frame(statement: Statement, edge: Mapping[str, Any], frames: Mapping[Key, Frame]) -> Statement:
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
