"""Krippendorff's alpha for labels without order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rating_counts import RatingCounts, one_value
from .ratings import Ratings

if TYPE_CHECKING:
    from .rating_counts import Floats


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Nominal alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    One minus observed over expected disagreement, from coincidences within items that have at least two
    labels; other items tell nothing and are left out.

    Returns:
        None where it is undefined: no such item, or one label throughout.
    """
    return one_value(ratings, krippendorff_alphas)


def krippendorff_alphas(items: RatingCounts, weights: Floats) -> Floats:
    """As ``krippendorff_alpha``, for each of several samples of the items; nan where it is undefined.

    Args:
        items: the items by pattern.
        weights: sample × pattern, how often the pattern occurs.
    """
    import numpy

    several = items.counts.sum(axis=1) > 1
    counts, weights = items.counts[several], weights[:, several]
    size = counts.sum(axis=1)
    given = weights @ counts
    n = given.sum(axis=1)
    expected = n**2 - (given**2).sum(axis=1)
    observed = weights @ ((size**2 - (counts**2).sum(axis=1)) / (size - 1))
    with numpy.errstate(invalid="ignore", divide="ignore"):
        return numpy.where(expected > 0, 1 - (n - 1) * observed / expected, numpy.nan)
