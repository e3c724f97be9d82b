"""The exact binomial test against a fair coin."""

from __future__ import annotations


def fair_coin_p(heads: int, n: int) -> float:
    """Two-sided probability of a count as far from half of ``n`` throws, or farther; 1 without throws.

    scipy's ``binomtest`` gives the same, but the import of ``scipy.stats`` takes longer than a report's
    figures.
    """
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(heads, n - heads), n, 0.5))) if n else 1.0
