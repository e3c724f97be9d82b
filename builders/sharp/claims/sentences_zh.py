"""Simplified Chinese sentences for statements, one frame per relation."""

from __future__ import annotations

from collections.abc import Callable

from .statement import Statement, noun_end


def sentence_zh(statement: Statement) -> str:
    """The Chinese sentence of a statement."""
    return f"{_PHRASES[statement.relation](statement)}。"


def _is_a(statement: Statement) -> str:
    be = _choose(statement, "是", "不是", "绝不是")
    unit = statement.of_class.zh_unit if statement.of_class else "一种"
    return f"{statement.start.zh}{be}{unit}{noun_end(statement).zh}"


def _part_of(statement: Statement) -> str:
    be = _choose(statement, "是", "不是", "绝不是")
    return f"{statement.start.zh}{be}{noun_end(statement).zh}的一部分"


def _has_a(statement: Statement) -> str:
    has = _choose(statement, "有", "没有", "根本没有")
    if statement.possible:
        has = _choose(statement, "可以有", "不能有", "根本不能有")
    return f"{statement.start.zh}{has}{noun_end(statement).zh}"


def _at_location(statement: Statement) -> str:
    place = noun_end(statement)
    find = _choose(statement, "可以找到", "找不到", "根本找不到")
    return f"在{place.zh}{place.localiser}{find}{statement.start.zh}"


def _made_of(statement: Statement) -> str:
    can = _choose(statement, "可以", "不能", "根本不能")
    return f"{statement.start.zh}{can}用{noun_end(statement).zh}制成"


def _used_for(statement: Statement) -> str:
    can = _choose(statement, "可以", "不能", "根本不能")
    return f"{statement.start.zh}{can}用来{statement.end.zh}"


def _capable_of(statement: Statement) -> str:
    # The modal verb (会, 能) stands first in the entry; it is what 不 denies.
    return f"{statement.start.zh}{_choose(statement, '', '不', '根本不')}{statement.end.zh}"


def _receives_action(statement: Statement) -> str:
    can = _choose(statement, "可以", "不能", "根本不能")
    return f"{statement.start.zh}{can}{statement.end.zh}"


def _causes(statement: Statement) -> str:
    can = _choose(statement, "会", "不会", "绝不会")
    return f"{statement.start.zh}{can}{statement.end.zh}"


def _has_property(statement: Statement) -> str:
    be = _choose(statement, "是", "不是", "从来不是")
    always = "总" if statement.absolute and not statement.denied else ""
    return f"{statement.start.zh}{always}{be}{statement.end.zh}"


def _has_prerequisite(statement: Statement) -> str:
    needs = _choose(statement, "需要", "不需要", "根本不需要")
    return f"{statement.start.zh}{needs}{statement.end.zh}"


def _created_by(statement: Statement) -> str:
    be = _choose(statement, "是", "不是", "绝不是")
    return f"{statement.start.zh}{be}{statement.end.zh}的"


def _defined_as(statement: Statement) -> str:
    return f"{statement.start.zh}{_choose(statement, '是', '不是', '不是')}{statement.end.zh}"


def _choose(statement: Statement, asserted: str, denied: str, absolutely_denied: str) -> str:
    if not statement.denied:
        return asserted
    return absolutely_denied if statement.absolute else denied


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
