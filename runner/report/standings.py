"""Where runs stand: the headline scores of each with the places it may hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..metrics.record import ScoreRecord
from .headlines import Headline
from .ranks import Interval, RankRange, rank_ranges
from .report_run import ReportRun


@dataclass(frozen=True)
class Standing:
    """One score of one run.

    Attributes:
        record: the score, or None where the run has none.
        places: the places it may hold, or None where it is not ranked.
    """

    record: ScoreRecord | None
    places: RankRange | None

    @property
    def value(self) -> float | None:
        """The score."""
        return None if self.record is None else self.record.value


def standings_of(runs: Sequence[ReportRun], headline: Headline, ranked: Sequence[bool]) -> list[Standing]:
    """The standings of all runs in one score.

    Args:
        runs: of one release.
        headline: the score.
        ranked: for each run, whether it takes part in ranks.
    """
    records = [run.find(headline.metric, headline.by) for run in runs]
    intervals = [
        _interval(record) if takes_part else None for record, takes_part in zip(records, ranked, strict=True)
    ]
    if headline.better is None:
        return [Standing(record, None) for record in records]
    places = rank_ranges(intervals, headline.better)
    return [Standing(*one) for one in zip(records, places, strict=True)]


def _interval(record: ScoreRecord | None) -> Interval | None:
    if record is None or record.low is None or record.high is None:
        return None
    return record.low, record.high
