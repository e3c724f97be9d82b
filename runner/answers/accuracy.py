"""Accuracy on labelled pairs, by what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..metrics.interval import share_record
from ..metrics.record import ScoreRecord
from .measure import PairResult

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
