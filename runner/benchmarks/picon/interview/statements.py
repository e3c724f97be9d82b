"""The answers of an interview as statements: typed where the bank has the question."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ....records.conversation import Turn
from ..answers.bank import Question
from ..answers.code_lists import CodeLists
from ..answers.read import read_answer
from ..answers.value import Reading
from .material import Material
from .notes import JUDGED_STAGES, Note, Stage, note_from_record


@dataclass(frozen=True)
class Statement:
    """One answer.

    Attributes:
        turn: number of its exchange, from 1.
        question_id: the bank's question.
        reading: what it says.
    """

    turn: int
    question_id: str
    reading: Reading


def noted(turns: Sequence[Turn]) -> list[tuple[int, Turn, Note]]:
    """Number, exchange and note of each exchange."""
    return [(number, turn, note_from_record(turn.notes)) for number, turn in enumerate(turns, start=1)]


def statements_of(
    turns: Sequence[Turn], material: Material, stages: tuple[Stage, ...] = JUDGED_STAGES
) -> list[Statement]:
    """The statements of some stages to questions of the bank, in order."""
    return [
        Statement(number, note.question_id, reading_of(turn, note, material))
        for number, turn, note in noted(turns)
        if note.stage in stages and note.question_id is not None
    ]


def reading_of(turn: Turn, note: Note, material: Material) -> Reading:
    """What an answer to a question of the bank says.

    Raises:
        UsageError: the bank does not have the question.
    """
    question = material.question(note.question_id or "")
    return read_once(turn.subject.text, question, material.bank.lists, dt.date.fromisoformat(note.day))


@lru_cache(maxsize=16384)  # interviews ask the same often, and are judged by what was asked
def read_once(text: str, question: Question, lists: CodeLists, day: dt.date) -> Reading:
    """As ``read_answer``; what was read before is remembered."""
    return read_answer(text, question, lists, day)
