"""The labelled pairs: enough of them, and read as well as the documentation says."""

from collections import Counter

import pytest
from standfast.builders.build import Build
from standfast.builders.picon.schema import ANSWER_TYPES, VERDICTS
from standfast.runner.benchmarks.picon.answers.accuracy import PairResult, accuracy, measure_pairs
from standfast.runner.benchmarks.picon.answers.bank import Bank


@pytest.fixture(scope="module")
def results(picon: Build, bank: Bank) -> list[PairResult]:
    return measure_pairs(bank, picon.tables["answer_pairs"])


def test_the_pairs_cover_every_type_language_question_and_verdict(
    picon: Build, results: list[PairResult]
) -> None:
    assert len(results) >= 400
    covered = Counter((result.language, result.answer_type) for result in results)
    assert set(covered) == {(language, kind) for language in ("en", "pt", "zh") for kind in ANSWER_TYPES}
    assert min(covered.values()) >= 3
    assert {result.question_id for result in results} == set(picon.tables["questions"]["question_id"])
    assert {result.expected for result in results} == set(VERDICTS)


def test_verdicts_equal_the_labels_in_ninety_five_of_a_hundred(results: list[PairResult]) -> None:
    overall, *groups = accuracy(results)
    assert overall.value is not None
    assert overall.value >= 0.95
    assert overall.count == sum(result.hit for result in results)
    for name in ("part", "language", "answer_type"):
        members = [record for record in groups if name in record.by]
        assert sum(record.n for record in members) == overall.n
        assert sum(record.count or 0 for record in members) == overall.count


def test_two_answers_that_agree_are_seldom_called_a_conflict(results: list[PairResult]) -> None:
    agreeing = [result for result in results if result.expected in ("same", "compatible")]
    assert sum(result.found == "conflict" for result in agreeing) <= 0.01 * len(agreeing)
