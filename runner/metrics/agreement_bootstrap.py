"""Bootstrap intervals of agreement statistics: whole items drawn, all samples computed at once."""

from __future__ import annotations

from .bootstrap import RESAMPLES, drawn_places, percentile_interval
from .rating_counts import Statistic, count_ratings
from .ratings import Ratings


def agreement_interval(
    ratings: Ratings, statistic: Statistic, *, resamples: int = RESAMPLES
) -> tuple[float, float] | None:
    """As ``bootstrap.bootstrap_interval``, with the same draws, for a statistic of counted ratings.

    Args:
        ratings: items by raters.
        statistic: ``fleiss_kappas``, ``gwet_ac1s`` or ``krippendorff_alphas``.
        resamples: how many samples are drawn.

    Returns:
        Low and high end, or None where fewer than two items are given or fewer than half of the resamples
        define the statistic.
    """
    if len(ratings) < 2:
        return None
    import numpy

    items = count_ratings(ratings)
    kinds = len(items.counts)
    weights = numpy.array(
        [
            numpy.bincount(items.patterns[drawn], minlength=kinds)
            for drawn in drawn_places(len(ratings), resamples)
        ],
        dtype=numpy.float64,
    )
    values = statistic(items, weights)
    return percentile_interval(values[~numpy.isnan(values)].tolist(), resamples)
