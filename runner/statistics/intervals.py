"""Confidence intervals of a share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Literal, TypeVar

from ..records.score import ScoreRecord

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


Item = TypeVar("Item")
SEED = 20260429
RESAMPLES = 1000
_FEW = 200


def bootstrap_interval(
    items: Sequence[Item],
    statistic: Callable[[Sequence[Item]], float | None],
    *,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    seed: int = SEED,
) -> tuple[float, float] | None:
    """Two-sided interval of a statistic (Efron 1979), whole items drawn with replacement.

    The seed is fixed, so the same items give the same interval. Resamples in which the statistic is
    undefined are left out.

    Returns:
        Low and high end, or None where fewer than two items are given or fewer than half of the resamples
        define the statistic.
    """
    if len(items) < 2:
        return None
    values = [
        value
        for places in _listed_places(len(items), resamples, seed)
        if (value := statistic([items[place] for place in places])) is not None
    ]
    return percentile_interval(values, resamples, level)


def drawn_places(n: int, resamples: int, seed: int = SEED) -> Iterator[NDArray[numpy.intp]]:
    """Places of the items of each resample, as ``random.Random(seed).choices`` draws them, only faster.

    Args:
        n: how many items there are, and are drawn.
        resamples: how often.
        seed: of the draws.
    """
    import numpy

    # Seeded by a list, numpy's old generator is Python's, number for number.
    generator = numpy.random.RandomState([seed])
    for _ in range(resamples):
        yield (generator.random_sample(n) * n).astype(numpy.intp)


def _listed_places(n: int, resamples: int, seed: int) -> Iterable[Sequence[int]]:
    if n > _FEW:
        return (places.tolist() for places in drawn_places(n, resamples, seed))
    return _kept_places(n, resamples, seed)


@lru_cache(maxsize=4)
def _kept_places(n: int, resamples: int, seed: int) -> Sequence[Sequence[int]]:
    """The draws of so many items, kept: a run has dozens of intervals over the same number of topics."""
    return [places.tolist() for places in drawn_places(n, resamples, seed)]


def percentile_interval(
    values: Sequence[float], resamples: int, level: float = 0.95
) -> tuple[float, float] | None:
    """The middle of the values of the resamples that define one; None where fewer than half of them do."""
    if len(values) * 2 < resamples:
        return None
    ordered = sorted(values)
    tail = (1 - level) / 2
    return ordered[int(tail * len(ordered))], ordered[min(int((1 - tail) * len(ordered)), len(ordered) - 1)]


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
        raise ValueError(f"{count} of {n} is not a share")
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
