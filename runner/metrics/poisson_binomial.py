"""Chances of independent events with unequal probabilities."""

from __future__ import annotations

from collections.abc import Sequence


def at_least(count: int, probabilities: Sequence[float]) -> float:
    """The probability that at least this many of the events happen (exact, by convolution)."""
    chances = [1.0]
    for p in probabilities:
        chances = [
            (chances[k] if k < len(chances) else 0.0) * (1 - p) + (chances[k - 1] * p if k else 0.0)
            for k in range(len(chances) + 1)
        ]
    return min(1.0, sum(chances[count:]))
