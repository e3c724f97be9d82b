"""The one form of a difference between two runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Difference:
    """First run less second, paired by unit.

    Attributes:
        metric: the score.
        by: what it is restricted to.
        unit: what was paired, in the plural (``topics``).
        n: units in both runs.
        first: the first run's score over them.
        second: the second run's.
        low: lower end of the 95 % interval of the difference, or None.
        high: upper end.
        p: of the paired test, two-sided, uncorrected; None where nothing was tested.
        replay_sd: standard deviation of the difference that two plays of one run would show, or None where
            nothing is known of replays.
        replies: replies that the units are made of, in both runs each; None where a unit is one figure.
        test: name of the test.
        reason: why there is no figure or no test, in words; empty where there is.
    """

    metric: str
    by: Mapping[str, str]
    unit: str
    n: int
    first: float | None
    second: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    replay_sd: float | None = None
    replies: int | None = None
    test: str = ""
    reason: str = ""

    @property
    def difference(self) -> float | None:
        """First less second."""
        return None if self.first is None or self.second is None else self.first - self.second


@dataclass(frozen=True)
class Comparison:
    """One score of two runs.

    Attributes:
        first: name of the first run.
        second: name of the second.
        difference: the paired difference.
        p_holm: its p, corrected by Holm for all scores and pairs of runs compared at once.
    """

    first: str
    second: str
    difference: Difference
    p_holm: float | None
