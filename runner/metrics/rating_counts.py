"""Ratings counted by pattern, so that agreement of many resamples is a few matrix products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

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
