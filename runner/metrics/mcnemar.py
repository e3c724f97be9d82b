"""McNemar's exact test: do two runs over the same topics differ in a yes-or-no figure?"""

from __future__ import annotations

from collections.abc import Iterable


def mcnemar(pairs: Iterable[tuple[bool, bool]]) -> tuple[int, int, float]:
    """Pairs that hold only in the first, only in the second, and the exact two-sided p-value.

    McNemar (1947), Psychometrika 12; exact by the binomial distribution of the pairs that differ.
    """
    differing = [one for one, other in pairs if one != other]
    lost = sum(differing)
    if not differing:
        return 0, 0, 1.0
    from scipy.stats import binomtest

    return lost, len(differing) - lost, float(binomtest(lost, len(differing)).pvalue)
