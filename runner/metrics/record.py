"""The one form of every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class ScoreRecord:
    """One score with what it rests on.

    Attributes:
        metric: its name.
        value: the score, or None where it is undefined (an empty denominator).
        count: the numerator, where the score is a share.
        n: the denominator, or the number of observations.
        low: lower end of the 95 % interval, or None where none is defined.
        high: upper end.
        by: what the score is restricted to, for example mode and class.
        choices: what had to be chosen to get it.
    """

    metric: str
    value: float | None
    count: int | None
    n: int
    low: float | None = None
    high: float | None = None
    by: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
