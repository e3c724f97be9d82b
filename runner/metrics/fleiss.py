"""Fleiss' kappa: agreement of many raters beyond chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rating_counts import RatingCounts, one_value
from .ratings import Ratings

if TYPE_CHECKING:
    from .rating_counts import Floats


def fleiss_kappa(ratings: Ratings) -> float | None:
    """Fleiss' kappa (1971, Psychological Bulletin 76) over the items that every rater labelled.

    None where it is undefined: no such item, fewer than two raters, or one label throughout.
    """
    return one_value(ratings, fleiss_kappas)


def fleiss_kappas(items: RatingCounts, weights: Floats) -> Floats:
    """As ``fleiss_kappa``, for each of several samples of the items; nan where it is undefined.

    Args:
        items: the items by pattern.
        weights: sample × pattern, how often the pattern occurs.
    """
    import numpy

    raters = items.raters
    whole = items.counts.sum(axis=1) == raters
    if raters < 2 or not whole.any():
        return numpy.full(len(weights), numpy.nan)
    counts, weights = items.counts[whole], weights[:, whole]
    alike = ((counts**2).sum(axis=1) - raters) / (raters * (raters - 1))
    given = weights @ counts
    with numpy.errstate(invalid="ignore", divide="ignore"):
        n = weights.sum(axis=1)
        observed = weights @ alike / n
        expected = ((given / (n * raters)[:, numpy.newaxis]) ** 2).sum(axis=1)
        kappas = (observed - expected) / (1 - expected)
    return numpy.where((given > 0).sum(axis=1) > 1, kappas, numpy.nan)
