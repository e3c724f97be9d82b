"""The difference of one score between two runs, over the units that both have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean

from ..records.difference import Difference
from .intervals import bootstrap_interval
from .significance import paired_test


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


def paired_differences(first: Iterable[Measure], second: Iterable[Measure], unit: str) -> list[Difference]:
    """The measures that two runs share, compared; those without a shared unit are left out.

    Args:
        first: of the first run.
        second: of the second run.
        unit: what units are called, in the plural.
    """
    others = {measure.name: measure for measure in second}
    pairs = ((one, others[one.name]) for one in first if one.name in others)
    return [found for one, other in pairs if (found := paired_difference(one, other, unit)) is not None]


def paired_difference(first: Measure, second: Measure, unit: str) -> Difference | None:
    """Compare one measure of two runs; None where they share no unit.

    The interval is a bootstrap over units, the test a paired permutation test over them.

    Args:
        first: of the first run.
        second: the same score of the second run; a unit it lacks is left out.
        unit: what units are called, in the plural.
    """
    units = sorted(first.units.keys() & second.units.keys())
    if not units:
        return None
    one, other = ([measure.units[unit] for unit in units] for measure in (first, second))
    differences = [x - y for x, y in zip(one, other, strict=True)]
    low, high = bootstrap_interval(differences, fmean) or (None, None)
    test = paired_test(one, other)
    return Difference(
        first.metric,
        first.by,
        unit,
        len(units),
        fmean(one),
        fmean(other),
        low,
        high,
        test.p_value,
        _replay_sd(units, first, second),
        test=test.method(unit),
    )


def _replay_sd(units: list[str], first: Measure, second: Measure) -> float | None:
    variances = [
        known[unit]
        for unit in units
        for known in (first.replay_variances, second.replay_variances)
        if unit in known
    ]
    return sqrt(sum(variances)) / len(units) if len(variances) == 2 * len(units) else None
