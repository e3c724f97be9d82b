"""A score that cannot be given, with the reason why."""

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


REASON = "undefined"


def undefined_record(
    metric: str, reason: str, by: Mapping[str, str] | None = None, choices: Mapping[str, str] | None = None
) -> ScoreRecord:
    """A record without a value, whose choices say why under ``undefined``."""
    return ScoreRecord(metric, None, None, 0, by=by or {}, choices={**(choices or {}), REASON: reason})
