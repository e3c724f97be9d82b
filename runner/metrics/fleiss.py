"""Fleiss' kappa: agreement of many raters beyond chance."""

from __future__ import annotations

from .ratings import Ratings, label_counts, labels_of, whole_items


def fleiss_kappa(ratings: Ratings) -> float | None:
    """Fleiss' kappa (1971, Psychological Bulletin 76) over the items that every rater labelled.

    None where it is undefined: no such item, fewer than two raters, or one label throughout.
    """
    whole = whole_items(ratings)
    labels = labels_of(whole)
    if len(labels) < 2 or len(whole[0]) < 2:
        return None
    from statsmodels.stats import inter_rater

    counts = [[counted[label] for label in labels] for counted in map(label_counts, whole)]
    return float(inter_rater.fleiss_kappa(counts, method="fleiss"))
