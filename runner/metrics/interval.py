"""Confidence intervals of a share."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Literal

from .record import ScoreRecord

Method = Literal["wilson", "exact"]
METHODS: tuple[Method, ...] = ("wilson", "exact")


def share_interval(count: int, n: int, method: Method = "wilson", level: float = 0.95) -> tuple[float, float]:
    """Two-sided interval of ``count / n``.

    ``wilson``: Wilson (1927), JASA 22, the score interval without continuity correction. ``exact``:
    Clopper and Pearson (1934), Biometrika 26.

    Raises:
        ValueError: ``n`` is 0, or ``count`` lies outside 0 to ``n``.
    """
    if n < 1 or not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is no share")
    if method == "wilson":
        return _wilson(count, n, level)
    return _exact(count, n, level)


def _wilson(count: int, n: int, level: float) -> tuple[float, float]:
    # Scores need nothing else of scipy.stats, whose import takes as much memory as 100,000 verdicts.
    from scipy.special import ndtri

    share, z = count / n, float(ndtri(0.5 + 0.5 * level))
    divisor = 2 * (n + z**2)
    centre = (2 * n * share + z**2) / divisor
    reach = z / divisor * sqrt(4 * n * share * (1 - share) + z**2)
    return 0.0 if count == 0 else centre - reach, 1.0 if count == n else centre + reach


def _exact(count: int, n: int, level: float) -> tuple[float, float]:
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = 0.0 if count == 0 else float(betaincinv(count, n - count + 1, tail))
    high = 1.0 if count == n else float(betaincinv(count + 1, n - count, 1 - tail))
    return low, high


def share_record(
    metric: str,
    count: int,
    n: int,
    *,
    by: Mapping[str, str],
    choices: Mapping[str, str],
    method: Method = "wilson",
) -> ScoreRecord:
    """The score ``count / n`` with its interval; undefined, not 0, when ``n`` is 0."""
    if n == 0:
        return ScoreRecord(metric, None, 0, 0, by=dict(by), choices={**choices, "interval": method})
    low, high = share_interval(count, n, method)
    return ScoreRecord(
        metric, count / n, count, n, low, high, by=dict(by), choices={**choices, "interval": method}
    )
