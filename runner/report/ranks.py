"""Ranks that say no more than the intervals do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..play.scored import AnyScored
from ..records.metric import Headline
from ..records.score import ScoreRecord


@dataclass(frozen=True)
class RankRange:
    """The places a run may hold.

    Attributes:
        first: 1 and the number of runs that are surely better.
        last: the number of runs that are not surely worse, itself among them.
    """

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


Interval = tuple[float, float]


def rank_ranges(intervals: Sequence[Interval | None], better: str) -> list[RankRange | None]:
    """The places of each run, among those that have an interval.

    A run is surely better than another if their 95 % intervals do not overlap (ends that touch overlap) and
    its own lies on the better side. Overlap is not transitive: A may tie with B, and B with C, while A is
    surely better than C; ranges of places say so, single shared places cannot.

    Args:
        intervals: low and high end for each run, None for a run that is not ranked.
        better: ``lower`` or ``higher``.
    """
    ranked = [interval for interval in intervals if interval is not None]

    def below(one: Interval) -> int:
        return sum(other[1] < one[0] for other in ranked)

    def above(one: Interval) -> int:
        return sum(other[0] > one[1] for other in ranked)

    best, worst = (below, above) if better == "lower" else (above, below)
    return [None if one is None else RankRange(1 + best(one), len(ranked) - worst(one)) for one in intervals]


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


def standings_of(runs: Sequence[AnyScored], headline: Headline, ranked: Sequence[bool]) -> list[Standing]:
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
