"""Percentile bootstrap over items, for statistics without a usable formula of their own."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")
SEED = 20260429
RESAMPLES = 1000


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
    draw = random.Random(seed).choices
    values = [value for _ in range(resamples) if (value := statistic(draw(items, k=len(items)))) is not None]
    if len(values) * 2 < resamples:
        return None
    values.sort()
    tail = (1 - level) / 2
    return values[int(tail * len(values))], values[min(int((1 - tail) * len(values)), len(values) - 1)]
