"""By rule: whether the second answer to a question means the same as the first."""

from __future__ import annotations

from dataclasses import dataclass

from ....records.conversation import Turn
from ..answers.equality import compare
from ..answers.value import Reading, Verdict
from .abstention import abstention_of
from .material import Material
from .notes import Note
from .statements import noted, reading_of


@dataclass(frozen=True)
class Retested:
    """A question asked again.

    Attributes:
        first_turn: the exchange of the first answer.
        verdict: of the rules, or None where they abstain: an answer says something that they cannot read.
    """

    first_turn: int
    verdict: Verdict | None


def retested(turn: int, turns: tuple[Turn, ...], material: Material) -> Retested | None:
    """The second answer held against the first, or None where there is no first.

    Args:
        turn: the exchange of the second answer.
        turns: of the transcript.
        material: of the interview.
    """
    exchanges = noted(turns)
    _, second, note = exchanges[turn - 1]
    earlier = [
        (number, exchange, one)
        for number, exchange, one in exchanges[: turn - 1]
        if one.stage == "get_to_know" and one.question_id == note.question_id
    ]
    if not earlier:
        return None
    number, first, first_note = earlier[0]
    readings = [reading_of(first, first_note, material), reading_of(second, note, material)]
    if _unread(first, readings[0], material) or _unread(second, readings[1], material):
        return Retested(number, None)
    return Retested(number, _compared(note, readings, material))


def _compared(note: Note, readings: list[Reading], material: Material) -> Verdict:
    question = material.question(note.question_id or "")
    codes = material.bank.lists.lists[question.code_system] if question.code_system else None
    return compare(question.equality, codes, *readings)


def _unread(turn: Turn, reading: Reading, material: Material) -> bool:
    """Whether an answer does say something, but nothing that the rules can read."""
    if reading.value is not None:
        return False
    return abstention_of(turn.subject.text, turn.user.text, reading, material) is None
