"""How often all raters, or most of them, say the same."""

from __future__ import annotations

from collections.abc import Callable

from .ratings import Ratings, label_counts, whole_items

Count = tuple[int, int]


def unanimous(ratings: Ratings) -> Count:
    """Items on which all raters agree, of those that all labelled."""
    return _voted(ratings, lambda most, raters: most == raters)


def supermajority(ratings: Ratings, share: float = 0.75) -> Count:
    """Items on which at least this share of the raters agrees, of those that all labelled.

    With four raters 0.75 is the paper's "three of four"; its "five of eight" users is 0.625.
    """
    return _voted(ratings, lambda most, raters: most >= share * raters)


def _voted(ratings: Ratings, enough: Callable[[int, int], bool]) -> Count:
    whole = whole_items(ratings)
    most = [label_counts(item).most_common(1)[0][1] for item in whole]
    return sum(enough(votes, len(item)) for votes, item in zip(most, whole, strict=True)), len(whole)
