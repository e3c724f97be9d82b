"""Permutation tests over units: what is exchangeable within each if nothing but chance differs."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar


def fair_coin_p(heads: int, n: int) -> float:
    """Two-sided probability of a count as far from half of ``n`` throws, or farther; 1 without throws.

    scipy's ``binomtest`` gives the same, but the import of ``scipy.stats`` takes longer than a report's
    figures.
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(heads, n - heads), n, 0.5))) if n else 1.0


Name = TypeVar("Name", bound=Hashable)


def holm(p_values: Mapping[Name, float]) -> dict[Name, float]:
    """Holm's step-down correction (1979, Scandinavian Journal of Statistics 6)."""
    if not p_values:
        return {}
    corrected: dict[Name, float] = {}
    largest = 0.0
    for rank, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        largest = max(largest, (len(p_values) - rank) * p_values[name])
        corrected[name] = min(largest, 1.0)
    return {name: corrected[name] for name in p_values}


def mcnemar(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int, float]:
    """Pairs that hold only in the first, only in the second, and the exact two-sided p-value.

    McNemar (1947), Psychometrika 12; exact by the binomial distribution of the pairs that differ.
    """
    differing = [one for one, other in pairs if one != other]
    lost = sum(differing)
    return lost, len(differing) - lost, fair_coin_p(lost, len(differing))


SEED = 20260429
RESAMPLES = 9999
GROUP_RESAMPLES = 1999


@dataclass(frozen=True)
class PermutationTest:
    """What a permutation test found.

    Attributes:
        p_value: the p-value, uncorrected.
        draws: how many exchanges were tried.
        exact: whether these were all there are; else they were drawn at random, the data themselves counting
            as one more.
        greater: whether it is one-sided: the first more than the second.
        seed: of the draws.
    """

    p_value: float
    draws: int
    exact: bool
    greater: bool = False
    seed: int = SEED

    def method(self, units: str) -> str:
        """The test in words, for a score's choices.

        Args:
            units: what was exchanged, in the plural.
        """
        sides = "one-sided" if self.greater else "two-sided"
        drawn = (
            f"all {self.draws:,} exchanges"
            if self.exact
            else f"{self.draws:,} random exchanges, seed {self.seed}"
        )
        return f"paired permutation over {units}, {sides}, {drawn}"


def paired_test(one: Sequence[float], other: Sequence[float], *, greater: bool = False) -> PermutationTest:
    """Test of the mean difference of paired figures.

    Every pair's two figures are exchanged at random; all exchanges are tried where they are fewer than
    10,000 (13 differing pairs), otherwise 9,999 with a fixed seed (scipy's ``permutation_test``).

    Args:
        one: figures of the first.
        other: figures of the second, in the same order.
        greater: one-sided, that the first are greater; else two-sided.

    Raises:
        ValueError: unequal lengths.
    """
    differing = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    if len(differing) < 2:
        above = any(x > y for x, y in differing)
        return PermutationTest(0.5 if greater and above else 1.0, 2 ** len(differing), True, greater)
    import numpy
    from scipy.stats import permutation_test

    def mean_difference(x: numpy.ndarray, y: numpy.ndarray, axis: int) -> numpy.ndarray:
        return numpy.asarray(numpy.mean(x - y, axis=axis))

    result = permutation_test(
        tuple(numpy.array(side) for side in zip(*differing, strict=True)), mean_difference,
        permutation_type="samples", vectorized=True, n_resamples=RESAMPLES, rng=SEED,
        alternative="greater" if greater else "two-sided",
    )  # fmt: skip
    exact = 2 ** len(differing) <= RESAMPLES
    draws = 2 ** len(differing) if exact else RESAMPLES
    return PermutationTest(float(result.pvalue), draws, exact, greater)


def exchange_test(
    items: Sequence[tuple[Sequence[str], Sequence[str]]],
    statistic: Callable[[Sequence[str], Sequence[str]], float],
    *,
    resamples: int = GROUP_RESAMPLES,
    seed: int = SEED,
) -> PermutationTest:
    """One-sided test that the two groups of labels of the items differ more than chance has it.

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
    return PermutationTest((reached + 1) / (resamples + 1), resamples, False, True, seed)
