"""Gwet's AC1: agreement beyond chance that does not collapse when one label prevails."""

from __future__ import annotations

from .ratings import Ratings, label_counts, labels_of


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
    labels = labels or labels_of(ratings)
    counted = [counts for item in ratings if (counts := label_counts(item)).total()]
    paired = [counts for counts in counted if counts.total() > 1]
    if not paired or len(labels) < 2:
        return None
    observed = sum(
        sum(n * (n - 1) for n in counts.values()) / (counts.total() * (counts.total() - 1))
        for counts in paired
    ) / len(paired)
    shares = [sum(counts[label] / counts.total() for counts in counted) / len(counted) for label in labels]
    chance = sum(p * (1 - p) for p in shares) / (len(labels) - 1)
    return (observed - chance) / (1 - chance)
