"""Medians of rates over runs (the paper's summary over models)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from ....records.score import ScoreRecord


def median_records(runs: Sequence[Sequence[ScoreRecord]]) -> list[ScoreRecord]:
    """For each rate by mode alone, the median over the runs that have it; nothing for fewer than two runs.

    ``n`` is the number of runs; ``low`` and ``high`` are the smallest and largest value, not an interval.
    """
    if len(runs) < 2:
        return []
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for records in runs:
        for record in records:
            if set(record.by) == {"mode"} and record.value is not None:
                values[record.metric, record.by["mode"]].append(record.value)
    return [
        ScoreRecord(
            metric, median(of_runs), None, len(of_runs), min(of_runs), max(of_runs), {"mode": mode},
            {"over": "runs", "low and high": "smallest and largest run"},
        )
        for (metric, mode), of_runs in sorted(values.items())
    ]  # fmt: skip
