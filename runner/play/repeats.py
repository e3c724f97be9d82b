"""Scores of a run whose cases were played several times: their mean, and how much of them is noise."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from ..records.score import ScoreRecord

NOISE = "repeat_sd"


def over_repeats(repeats: Sequence[Sequence[ScoreRecord]]) -> list[ScoreRecord]:
    """The mean of every score over the repeats, and its standard deviation between them.

    A mean keeps ``n`` of one repeat and the mean of the intervals' ends: repeats of a case are no new cases,
    so they narrow no interval over cases. It has no count. Each deviation is a record ``repeat_sd`` of its
    own, ``by`` saying which metric it is of, ``n`` being the number of repeats (n - 1 in its denominator).
    Scores that some repeat lacks are left out.

    Args:
        repeats: the scores of each repeat, two repeats at least.
    """
    found = [{_identity(record): record for record in records} for records in repeats]
    merged: list[ScoreRecord] = []
    for identity in found[0]:
        same = [records[identity] for records in found if identity in records]
        values = [record.value for record in same if record.value is not None]
        if len(same) == len(repeats) and len(values) == len(repeats):
            merged += _mean_and_noise(same, values)
    return merged


def _mean_and_noise(same: Sequence[ScoreRecord], values: Sequence[float]) -> list[ScoreRecord]:
    first = same[0]
    choices = {**first.choices, "repeats": f"mean of {len(same)}"}
    mean = ScoreRecord(
        first.metric, fmean(values), None, round(fmean(record.n for record in same)),
        _mean([record.low for record in same]), _mean([record.high for record in same]), first.by, choices,
    )  # fmt: skip
    noise = ScoreRecord(
        NOISE, stdev(values), None, len(same), by={**first.by, "metric": first.metric}, choices=choices
    )
    return [mean, noise]


def _mean(ends: Sequence[float | None]) -> float | None:
    known = [end for end in ends if end is not None]
    return fmean(known) if len(known) == len(ends) else None


def _identity(record: ScoreRecord) -> tuple[str, tuple[tuple[str, str], ...]]:
    return record.metric, tuple(sorted(record.by.items()))
