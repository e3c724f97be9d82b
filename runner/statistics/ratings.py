"""Labels of several raters on the same items: the input of every agreement statistic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..records.verdict import Verdict

# One item: a label per rater, in the raters' order; None where a rater gave none.
Ratings = Sequence[tuple[str | None, ...]]


def rate_turns(verdicts: Mapping[str, Iterable[Verdict]]) -> tuple[tuple[str, ...], Ratings]:
    """The verdicts of several judges on one run, side by side.

    Args:
        verdicts: judge to verdicts.

    Returns:
        The judges, and one item per judged turn of any of them, ordered by case and turn.
    """
    judges = tuple(verdicts)
    items: dict[tuple[object, ...], list[str | None]] = {}
    for position, judge in enumerate(judges):
        for verdict in verdicts[judge]:
            place = (*sorted(verdict.key.items()), verdict.repeat, verdict.turn)
            items.setdefault(place, [None] * len(judges))[position] = verdict.label
    return judges, [tuple(items[place]) for place in sorted(items, key=repr)]


def judged_by_all(verdicts: Mapping[str, Iterable[Verdict]], unread: str = "unread") -> Ratings:
    """As ``rate_turns``, for the turns that every judge judged; an unread verdict is a label of its own.

    Args:
        verdicts: judge to verdicts.
        unread: what that label is called.
    """
    named = {
        judge: [replace(verdict, label=verdict.label or unread) for verdict in of_judge]
        for judge, of_judge in verdicts.items()
    }
    _, ratings = rate_turns(named)
    return [item for item in ratings if None not in item]


def nulls_as_label(ratings: Ratings, name: str = "null") -> Ratings:
    """The ratings with missing labels as a label of their own, as the original counts them."""
    return [tuple(name if label is None else label for label in item) for item in ratings]


def whole_items(ratings: Ratings) -> list[tuple[str, ...]]:
    """The items that every rater labelled."""
    return [tuple(label for label in item if label is not None) for item in ratings if None not in item]


def labels_of(ratings: Ratings) -> tuple[str, ...]:
    """Every label that occurs, in alphabetical order."""
    return tuple(sorted({label for item in ratings for label in item if label is not None}))


def label_counts(item: Sequence[str | None]) -> Counter[str]:
    """How many raters gave each label to an item."""
    return Counter(label for label in item if label is not None)
