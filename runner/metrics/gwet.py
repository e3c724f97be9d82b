"""Gwet's AC1: agreement beyond chance that does not collapse when one label prevails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .rating_counts import RatingCounts, one_value
from .ratings import Ratings

if TYPE_CHECKING:
    from .rating_counts import Floats


def gwet_ac1(ratings: Ratings, labels: tuple[str, ...] | None = None) -> float | None:
    """Gwet's AC1 (2008, British Journal of Mathematical and Statistical Psychology 61), for any raters.

    Chance agreement is the sum of p(1 − p) over the labels, divided by their number less one, p being a
    label's mean share over the items. Missing labels are allowed: an item counts for the observed agreement
    with two labels and for the shares with one.

    Args:
        ratings: items by raters.
        labels: the labels raters could choose from; those that occur when None.

    Returns:
        None where it is undefined: no item with two labels, or fewer than two labels.
    """
    choices = len(labels) if labels else None
    return one_value(ratings, lambda items, weights: gwet_ac1s(items, weights, choices))


def gwet_ac1s(items: RatingCounts, weights: Floats, choices: int | None = None) -> Floats:
    """As ``gwet_ac1``, for each of several samples of the items; nan where it is undefined.

    Args:
        items: the items by pattern.
        weights: sample × pattern, how often the pattern occurs.
        choices: how many labels raters could choose from; as many as occur in the sample when None.
    """
    import numpy

    size = items.counts.sum(axis=1)
    labelled, paired = size > 0, size > 1
    counts, sizes = items.counts[paired], size[paired]
    alike = (counts * (counts - 1)).sum(axis=1) / (sizes * (sizes - 1))
    shared = weights[:, labelled] @ (items.counts[labelled] / size[labelled, numpy.newaxis])
    number = numpy.full(len(weights), choices) if choices else (shared > 0).sum(axis=1)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        observed = weights[:, paired] @ alike / weights[:, paired].sum(axis=1)
        shares = shared / weights[:, labelled].sum(axis=1)[:, numpy.newaxis]
        chance = (shares * (1 - shares)).sum(axis=1) / (number - 1)
        return numpy.where(number > 1, (observed - chance) / (1 - chance), numpy.nan)
