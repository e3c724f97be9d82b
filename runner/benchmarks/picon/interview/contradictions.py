"""By rule: which answers cannot be true together with earlier ones, and how many statements it takes."""

from __future__ import annotations

from collections.abc import Sequence

from ..answers.checks import Check, broken_checks
from ..answers.equality import compare
from .material import Material
from .notes import Conflict
from .statements import Statement


def conflicts_at(turn: int, statements: Sequence[Statement], material: Material) -> tuple[Conflict, ...]:
    """The conflicts that an answer brings in.

    A conflict that stood before is not told again: an answer that repeats an earlier one brings in no new
    conflict of that question, and a check that was broken before is passed over.

    Args:
        turn: the exchange of the answer.
        statements: those of the first two stages, in order.
        material: of the interview.
    """
    present = next((one for one in statements if one.turn == turn), None)
    if present is None or present.reading.value is None:
        return ()
    before = [one for one in statements if one.turn < turn and one.reading.value is not None]
    own = _against_itself(present, before, material)
    return (*own, *_against_others(present, before, material))


def _against_itself(
    present: Statement, before: Sequence[Statement], material: Material
) -> tuple[Conflict, ...]:
    question = material.question(present.question_id)
    codes = material.bank.lists.lists[question.code_system] if question.code_system else None
    found = {
        one.turn: compare(question.equality, codes, one.reading, present.reading)
        for one in before
        if one.question_id == present.question_id
    }
    if "same" in found.values():
        return ()
    return tuple(
        Conflict((turn, present.turn), f"equality:{present.question_id}")
        for turn, verdict in found.items()
        if verdict == "conflict"
    )[:1]


def _against_others(
    present: Statement, before: Sequence[Statement], material: Material
) -> tuple[Conflict, ...]:
    touching = [check for check in material.checks if present.question_id in _needed(check)]
    told = _ever_broken(touching, before, material)
    latest = {one.question_id: one for one in [*before, present]}
    readings = {name: one.reading for name, one in latest.items()}
    broken = {one.check_id for one in broken_checks(touching, readings, material.bank)} - told
    return tuple(
        Conflict(tuple(sorted(latest[name].turn for name in _needed(check))), f"check:{check.check_id}")
        for check in touching
        if check.check_id in broken
    )


def _ever_broken(checks: Sequence[Check], statements: Sequence[Statement], material: Material) -> set[str]:
    broken: set[str] = set()
    latest = {}
    for one in statements:
        latest[one.question_id] = one.reading
        concerned = [
            check for check in checks if check.check_id not in broken and one.question_id in _needed(check)
        ]
        broken |= {check.check_id for check in broken_checks(concerned, latest, material.bank)}
    return broken


def _needed(check: Check) -> tuple[str, ...]:
    names = (check.first, check.second, check.when_question)
    return tuple(dict.fromkeys(name for name in names if name is not None))
