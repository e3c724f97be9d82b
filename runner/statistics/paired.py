"""The difference of one score between two runs, over the units that both have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

from ..records.verdict import Verdict
from .intervals import bootstrap_interval
from .significance import PermutationTest, paired_test

UNREAD = "unread"


@dataclass(frozen=True)
class Measure:
    """One score of a run by units.

    Attributes:
        metric: the score's name.
        by: what it is restricted to.
        units: unit (topic, case) to its figure; the score is their mean.
        replay_variances: unit to the variance its figure is expected to have between plays, where known.
    """

    metric: str
    by: Mapping[str, str]
    units: Mapping[str, float]
    replay_variances: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What tells measures of one run apart."""
        return self.metric, tuple(sorted(self.by.items()))


def label_measures(verdicts: Iterable[Verdict]) -> list[Measure]:
    """For any benchmark: the share of each label, a case a unit, over its judged turns and repeats."""
    labels: dict[str, list[str]] = {}
    for verdict in verdicts:
        labels.setdefault("/".join(verdict.key.values()), []).append(verdict.label or UNREAD)
    return [
        Measure(
            "label_rate",
            {"label": label},
            {case: fmean(said == label for said in of_case) for case, of_case in labels.items()},
        )
        for label in sorted({label for of_case in labels.values() for label in of_case})
    ]


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
