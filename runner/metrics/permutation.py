"""Paired permutation tests: two sets of figures of the same topics or cases, exchangeable under the null."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

SEED = 20260429
RESAMPLES = 9999


def paired_p_value(one: Sequence[float], other: Sequence[float]) -> float:
    """Two-sided p-value of the mean difference of paired figures.

    Every pair's two figures are exchanged at random; all exchanges are tried where they are fewer than
    10,000, otherwise 9,999 with a fixed seed (scipy's ``permutation_test``).

    Args:
        one: figures of the first.
        other: figures of the second, in the same order.

    Raises:
        ValueError: unequal lengths.
    """
    differing = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    if len(differing) < 2:
        return 1.0
    import numpy
    from scipy.stats import permutation_test

    def mean_difference(x: numpy.ndarray, y: numpy.ndarray, axis: int) -> numpy.ndarray:
        return numpy.asarray(numpy.mean(x - y, axis=axis))

    result = permutation_test(
        tuple(numpy.array(side) for side in zip(*differing, strict=True)), mean_difference,
        permutation_type="samples", vectorized=True, n_resamples=RESAMPLES, rng=SEED,
    )  # fmt: skip
    return float(result.pvalue)


def exchange_p_value(
    items: Sequence[tuple[Sequence[str], Sequence[str]]],
    statistic: Callable[[Sequence[str], Sequence[str]], float],
    *,
    resamples: int = 1999,
    seed: int = SEED,
) -> float:
    """One-sided p-value that the two groups of labels of the items differ more than chance has it.

    The statistic is summed over items; under the null an item's labels are exchangeable between its groups.

    Args:
        items: for each item the labels of the first and of the second group (repeats of two modes).
        statistic: larger where two groups differ more.
        resamples: random exchanges.
        seed: of the exchanges.
    """
    seen = sum(statistic(one, other) for one, other in items)
    generator = random.Random(seed)
    reached = 0
    for _ in range(resamples):
        total = 0.0
        for one, other in items:
            pooled = [*one, *other]
            generator.shuffle(pooled)
            total += statistic(pooled[: len(one)], pooled[len(one) :])
        reached += total >= seen - 1e-12
    return (reached + 1) / (resamples + 1)
