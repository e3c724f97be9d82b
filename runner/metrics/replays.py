"""What repeats of a run say of a topic: its majority class, and how easily the class changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

TIED = "tied"


def majority_class(classes: Sequence[str]) -> str:
    """The most frequent class over repeats; ``tied`` where no single one is."""
    ranked = Counter(classes).most_common(2)
    return TIED if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def change_probability(classes: Sequence[str]) -> float | None:
    """The probability that two replays of a topic give different classes.

    The share of differing pairs of repeats, which is unbiased for the probability. None for one repeat.
    """
    n = len(classes)
    if n < 2:
        return None
    same = sum(count * (count - 1) for count in Counter(classes).values())
    return 1 - same / (n * (n - 1))


def change_by_class(topics: Mapping[str, Sequence[str]]) -> dict[str, tuple[float, int]]:
    """For each class, how often a topic that has it in one repeat has another one in a second.

    Args:
        topics: topic to its class in each repeat.

    Returns:
        Class to (mean share of other classes among the other repeats, number of topic-repeats with it).
    """
    shares: dict[str, list[float]] = {}
    for classes in topics.values():
        counts = Counter(classes)
        for name, count in counts.items():
            if len(classes) > 1:
                shares.setdefault(name, []).extend([1 - (count - 1) / (len(classes) - 1)] * count)
    return {name: (fmean(values), len(values)) for name, values in shares.items()}
