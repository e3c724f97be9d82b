"""Krippendorff's alpha for labels without order."""

from __future__ import annotations

from collections import Counter

from .ratings import Ratings, label_counts


def krippendorff_alpha(ratings: Ratings) -> float | None:
    """Nominal alpha (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    One minus observed over expected disagreement, from coincidences within items that have at least two
    labels; other items tell nothing and are left out.

    Returns:
        None where it is undefined: no such item, or one label throughout.
    """
    units = [counts for item in ratings if (counts := label_counts(item)).total() > 1]
    totals = Counter[str]()
    for counts in units:
        totals.update(counts)
    n = totals.total()
    expected = n * n - sum(count * count for count in totals.values())
    if not expected:
        return None
    observed = sum(
        (counts.total() ** 2 - sum(count * count for count in counts.values())) / (counts.total() - 1)
        for counts in units
    )
    return 1 - (n - 1) * observed / expected
