"""How often the rules agree with hand-labelled pairs of answers, overall and by what pairs have in common."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....records.score import ScoreRecord
from ....statistics.intervals import share_record
from .bank import Bank
from .equality import compare
from .read import read_answer
from .value import PairVerdict, Reading

if TYPE_CHECKING:
    import polars as pl


# The labels are true on this day.
LABELLED_ON = dt.date(2026, 6, 15)


@dataclass(frozen=True)
class PairResult:
    """A labelled pair and what the rules make of it.

    Attributes:
        question_id: the question.
        language: its language.
        answer_type: what its answers are read as.
        part: ``tuning`` or ``held_out``.
        expected: the label.
        found: the rules' verdict.
        first: reading of the first answer.
        second: reading of the second.
    """

    question_id: str
    language: str
    answer_type: str
    part: str
    expected: str
    found: PairVerdict
    first: Reading
    second: Reading

    @property
    def hit(self) -> bool:
        """Whether the rules agree with the label."""
        return self.expected == self.found


def measure_pairs(bank: Bank, pairs: pl.DataFrame) -> list[PairResult]:
    """Read and compare every pair of an ``answer_pairs`` table."""
    return [_measured(bank, row) for row in pairs.iter_rows(named=True)]


def compare_answers(
    bank: Bank, question_id: str, language: str, answers: tuple[str, str], days: tuple[dt.date, dt.date]
) -> tuple[PairVerdict, Reading, Reading]:
    """Read two answers to a question and compare them by its rule.

    Raises:
        UsageError: the bank has no such question or language.
    """
    question = bank.question(question_id, language)
    first, second = (
        read_answer(text, question, bank.lists, day) for text, day in zip(answers, days, strict=True)
    )
    codes = bank.lists.lists[question.code_system] if question.code_system else None
    return compare(question.equality, codes, first, second), first, second


def _measured(bank: Bank, row: dict[str, str]) -> PairResult:
    found, first, second = compare_answers(
        bank, row["question_id"], row["language"], (row["first"], row["second"]), (LABELLED_ON, LABELLED_ON)
    )
    answer_type = bank.question(row["question_id"], row["language"]).answer_type
    return PairResult(
        row["question_id"], row["language"], answer_type, row["part"], row["verdict"], found, first, second
    )


_GROUPINGS: tuple[tuple[str, Callable[[PairResult], str]], ...] = (
    ("part", lambda result: result.part),
    ("language", lambda result: result.language),
    ("answer_type", lambda result: result.answer_type),
)


def accuracy(results: Sequence[PairResult]) -> list[ScoreRecord]:
    """The share of pairs whose verdict is the label: overall, by part, by language, by answer type.

    Returns:
        Records with metric ``pair_accuracy`` and a Wilson interval each.
    """
    records = [_record(results, {})]
    for name, value_of in _GROUPINGS:
        for value in sorted({value_of(result) for result in results}):
            members = [result for result in results if value_of(result) == value]
            records.append(_record(members, {name: value}))
    return records


def _record(results: Sequence[PairResult], by: dict[str, str]) -> ScoreRecord:
    hits = sum(result.hit for result in results)
    return share_record("pair_accuracy", hits, len(results), by=by, choices={"labels": "answer_pairs"})
