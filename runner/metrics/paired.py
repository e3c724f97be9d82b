"""The difference of one score between two runs, over the units that both have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from .bootstrap import bootstrap_interval
from .measure import Measure
from .permutation import PermutationTest, paired_test


@dataclass(frozen=True)
class PairedDifference:
    """First run less second, paired.

    Attributes:
        metric: the score.
        by: what it is restricted to.
        n: units in both runs.
        first: the first run's mean over them.
        second: the second run's.
        low: lower end of the 95 % interval of the difference (bootstrap over units), or None.
        high: upper end.
        test: paired permutation test over units, two-sided, uncorrected.
        replay_sd: standard deviation of the difference that two plays of one run would show, or None where
            nothing is known of replays.
    """

    metric: str
    by: Mapping[str, str]
    n: int
    first: float
    second: float
    low: float | None
    high: float | None
    test: PermutationTest
    replay_sd: float | None

    @property
    def difference(self) -> float:
        """First less second."""
        return self.first - self.second

    @property
    def p_value(self) -> float:
        """That of the test, uncorrected."""
        return self.test.p_value


def paired_difference(first: Measure, second: Measure) -> PairedDifference | None:
    """Compare one measure of two runs; None where they share no unit.

    Args:
        first: of the first run.
        second: the same score of the second run; a unit it lacks is left out.
    """
    units = sorted(first.units.keys() & second.units.keys())
    if not units:
        return None
    one, other = ([measure.units[unit] for unit in units] for measure in (first, second))
    differences = [x - y for x, y in zip(one, other, strict=True)]
    low, high = bootstrap_interval(differences, fmean) or (None, None)
    return PairedDifference(
        first.metric, first.by, len(units), fmean(one), fmean(other), low, high,
        paired_test(one, other), _replay_sd(units, first, second),
    )  # fmt: skip


def _replay_sd(units: list[str], first: Measure, second: Measure) -> float | None:
    variances = [
        known[unit]
        for unit in units
        for known in (first.replay_variances, second.replay_variances)
        if unit in known
    ]
    return sqrt(sum(variances)) / len(units) if len(variances) == 2 * len(units) else None
