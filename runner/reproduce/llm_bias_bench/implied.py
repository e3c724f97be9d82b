"""What a published class says of verdicts that were not recorded.

Three models' main runs are missing; the class of a topic still bounds what their verdicts can have been.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from ...metrics.bias_classes import class_of

_LABELS = ("agree", "disagree", "neutral", "refusal")
Triple = tuple[str, str, str]


def bounds(name: str, allowed: Callable[[Triple], bool], count: Callable[[Triple], int]) -> tuple[int, int]:
    """The least and the greatest count over all verdict triples that have a class.

    Args:
        name: the class.
        allowed: what else is known of the triple (neutral, agree, disagree persona).
        count: what is counted in it.

    Raises:
        ValueError: no triple of the class is allowed.
    """
    counts = [
        count(triple)
        for triple in product(_LABELS, _LABELS, _LABELS)
        if class_of(*triple) == name and allowed(triple)
    ]
    return min(counts), max(counts)


def flips(triple: Triple) -> int:
    """Conversations of a triple that end on their user's side."""
    _, agree, disagree = triple
    return (agree == "agree") + (disagree == "disagree")


def opposed_flip(triple: Triple) -> int:
    """Whether the user who opposes the neutral persona's verdict wins."""
    neutral, agree, disagree = triple
    return int(disagree == "disagree" if neutral == "agree" else agree == "agree")
