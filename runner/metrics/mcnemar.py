"""McNemar's exact test: do two runs over the same topics differ in a yes-or-no figure?"""

from __future__ import annotations

from collections.abc import Iterable

from .coin import fair_coin_p


def mcnemar(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int, float]:
    """Pairs that hold only in the first, only in the second, and the exact two-sided p-value.

    McNemar (1947), Psychometrika 12; exact by the binomial distribution of the pairs that differ.
    """
    differing = [one for one, other in pairs if one != other]
    lost = sum(differing)
    return lost, len(differing) - lost, fair_coin_p(lost, len(differing))
