"""Krippendorff's alpha for labels without order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .intervals import RESAMPLES, drawn_places, percentile_interval
from .ratings import Ratings, label_counts, labels_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats = NDArray[numpy.float64]


@dataclass(frozen=True)
class RatingCounts:
    """Items by how many raters gave each label: agreement statistics know no more of an item.

    Attributes:
        counts: pattern × label, the labels in alphabetical order: how many raters gave it.
        raters: how many labels an item can have.
        patterns: the pattern of each item.
    """

    counts: Floats
    raters: int
    patterns: NDArray[numpy.intp]

    @property
    def weights(self) -> Floats:
        """How often each pattern occurs, as one row."""
        import numpy

        found = numpy.bincount(self.patterns, minlength=len(self.counts))
        return found.astype(numpy.float64)[numpy.newaxis]


# Of counts and of weights (sample × pattern), one value per sample, nan where it is undefined.
Statistic = Callable[[RatingCounts, "Floats"], "Floats"]


def count_ratings(ratings: Ratings) -> RatingCounts:
    """The ratings by pattern."""
    import numpy

    labels = labels_of(ratings)
    numbers: dict[tuple[int, ...], int] = {}
    rows: dict[tuple[str | None, ...], int] = {}
    for item in dict.fromkeys(ratings):
        counted = label_counts(item)
        pattern = tuple(counted[label] for label in labels)
        rows[item] = numbers.setdefault(pattern, len(numbers))
    return RatingCounts(
        numpy.array(list(numbers), dtype=numpy.float64).reshape(len(numbers), len(labels)),
        max(map(len, rows), default=0),
        numpy.array([rows[item] for item in ratings], dtype=numpy.intp),
    )


def one_value(ratings: Ratings, statistic: Statistic) -> float | None:
    """A statistic of the ratings themselves; None where it is undefined."""
    counted = count_ratings(ratings)
    value = float(statistic(counted, counted.weights)[0])
    return None if value != value else value  # noqa: PLR0124 - nan is unlike itself


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
