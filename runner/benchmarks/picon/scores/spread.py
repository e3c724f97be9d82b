"""Mean over personas, with its interval and the spread between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

from ....records.score import ScoreRecord

SPREAD = "persona_sd"


def mean_interval(values: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """Student's interval of the mean of independent values, kept within 0 and 1.

    Raises:
        ValueError: fewer than two values.
    """
    from scipy.special import stdtrit

    if len(values) < 2:
        raise ValueError("an interval takes two values at least")
    half = float(stdtrit(len(values) - 1, (1 + level) / 2)) * stdev(values) / sqrt(len(values))
    mean = fmean(values)
    return max(0.0, mean - half), min(1.0, mean + half)


def over_personas(
    metric: str, values: Sequence[float | None], choices: Mapping[str, str], by: Mapping[str, str]
) -> list[ScoreRecord]:
    """The mean over the personas for which a score is defined, and its standard deviation between them.

    ``count`` is left empty; ``n`` is the number of defined values. Where fewer are defined than there are,
    a choice ``undefined`` says for how many they are not.

    Args:
        metric: name of the score.
        values: one per persona.
        choices: what had to be chosen.
        by: what the values are restricted to.
    """
    known = [value for value in values if value is not None]
    told = {**choices, "interval": "t over personas"}
    if len(known) < len(values):
        told["undefined"] = f"{len(values) - len(known)} of {len(values)}"
    if not known:
        return [ScoreRecord(metric, None, None, 0, by=dict(by), choices=told)]
    if len(known) == 1:
        return [ScoreRecord(metric, known[0], None, 1, by=dict(by), choices=told)]
    low, high = mean_interval(known)
    mean = ScoreRecord(metric, fmean(known), None, len(known), low, high, dict(by), told)
    spread = ScoreRecord(SPREAD, stdev(known), None, len(known), by={**by, "metric": metric}, choices=told)
    return [mean, spread]
