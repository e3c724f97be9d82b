"""Percentile bootstrap over items, for statistics without a usable formula of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

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
