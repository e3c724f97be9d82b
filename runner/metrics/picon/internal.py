"""Internal consistency: the persona answers, and its answers go together (PICon, eq. 1-3)."""

from __future__ import annotations

from collections.abc import Sequence

from .findings import Reading, TurnFindings
from .harmonic import harmonic_mean

Share = tuple[int, int]


def cooperative_share(turns: Sequence[TurnFindings]) -> Share:
    """Substantive answers, of all that could be judged."""
    judged = [turn.substantive for turn in turns if turn.substantive is not None]
    return sum(judged), len(judged)


def free_of_contradiction(turns: Sequence[TurnFindings], reading: Reading) -> Share:
    """Answers that contradict no earlier one, of those that could.

    ``paper``: of those after the first cooperative turn. ``package``: of those from the second turn on,
    whether an answer came before or not.

    Args:
        turns: in order.
        reading: which.
    """
    after = 1
    if reading == "paper":
        cooperative = [number for number, turn in enumerate(turns, start=1) if turn.substantive]
        after = cooperative[0] if cooperative else len(turns)
    judged = [turn.contradictions for turn in turns[after:] if turn.contradictions is not None]
    return sum(not found for found in judged), len(judged)


def internal_consistency(turns: Sequence[TurnFindings], reading: Reading) -> float | None:
    """Harmonic mean of the two shares."""
    return harmonic_mean(value(cooperative_share(turns)), value(free_of_contradiction(turns, reading)))


def value(share: Share) -> float | None:
    """A share as a number; undefined, not 0, where it is of nothing."""
    count, n = share
    return count / n if n else None
