"""How far two judges say the same of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import Literal

from ..records.score import ScoreRecord
from ..records.verdict import Verdict
from .intervals import Method, share_record
from .ratings import Ratings, label_counts, whole_items

UNREAD = "unread"


@dataclass(frozen=True)
class Agreement:
    """Two judges' labels of the same replies.

    Attributes:
        n: replies both judged.
        same: replies with equal labels; an unread verdict counts as a label of its own.
        kappa: Cohen's kappa over all labels, or None where it is undefined.
        low: lower end of kappa's 95 % interval (asymptotic), or None.
        high: upper end.
        labels: every label that occurs.
        table: (first judge's label, second judge's label) to count.
    """

    n: int
    same: int
    kappa: float | None
    low: float | None
    high: float | None
    labels: tuple[str, ...]
    table: Mapping[tuple[str, str], int]


def paired_labels(first: Iterable[Verdict], second: Iterable[Verdict]) -> list[tuple[str, str]]:
    """The labels of the turns that both judges judged, in the first one's order."""
    others = {_place(verdict): verdict.label or UNREAD for verdict in second}
    return [
        (verdict.label or UNREAD, others[_place(verdict)]) for verdict in first if _place(verdict) in others
    ]


def agreement_of_pairs(pairs: Iterable[tuple[str, str]]) -> Agreement:
    """Cohen's kappa (Cohen 1960) and raw agreement of label pairs."""
    table = Counter(pairs)
    labels = tuple(sorted({label for pair in table for label in pair}))
    n = table.total()
    same = sum(count for (one, other), count in table.items() if one == other)
    kappa, low, high = _kappa(table, labels)
    return Agreement(n, same, kappa, low, high, labels, dict(table))


def _kappa(
    table: Mapping[tuple[str, str], int], labels: tuple[str, ...]
) -> tuple[float | None, float | None, float | None]:
    if len(labels) < 2:
        return None, None, None
    import numpy
    from scipy.special import ndtri

    counts = numpy.array([[table.get((row, column), 0) for column in labels] for row in labels], dtype=float)
    n = counts.sum()
    shares, rows, columns = counts / n, counts.sum(axis=1) / n, counts.sum(axis=0) / n
    same, chance = numpy.diag(shares), (columns * rows).sum()
    kappa = (numpy.diag(counts).sum() / n - chance) / (1 - chance)
    # The asymptotic variance of Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72.
    apart = shares * (columns[:, numpy.newaxis] + rows) ** 2
    numpy.fill_diagonal(apart, 0)
    agreed = (same * (1 - (rows + columns) * (1 - kappa)) ** 2).sum()
    squared = (kappa - chance * (1 - kappa)) ** 2
    variance = (agreed + (1 - kappa) ** 2 * apart.sum() - squared) / (1 - chance) ** 2 / n
    if variance < 0:  # by rounding, where nothing varies
        return float(kappa), None, None
    reach = float(ndtri(0.975)) * sqrt(variance)
    return float(kappa), float(kappa - reach), float(kappa + reach)


def _place(verdict: Verdict) -> tuple[tuple[tuple[str, str], ...], int, int]:
    return tuple(sorted(verdict.key.items())), verdict.repeat, verdict.turn


Pair = tuple[str, str]


def pairwise_agreement(raters: Sequence[str], ratings: Ratings) -> dict[Pair, Agreement]:
    """For each pair of raters, raw agreement and Cohen's kappa on the items that both labelled."""
    found = {}
    for (left, one), (right, other) in combinations(enumerate(raters), 2):
        both = [
            (first, second)
            for item in ratings
            if (first := item[left]) is not None and (second := item[right]) is not None
        ]
        found[one, other] = agreement_of_pairs(both)
    return found


def consensus(pairs: Mapping[Pair, Agreement]) -> dict[str, float]:
    """For each rater, the mean of its raw agreement with each of the others (the paper's consensus).

    Pairs without a common item are left out.
    """
    rates: dict[str, list[float]] = {}
    for pair, agreement in pairs.items():
        for rater in pair if agreement.n else ():
            rates.setdefault(rater, []).append(agreement.same / agreement.n)
    return {rater: fmean(of_rater) for rater, of_rater in rates.items()}


Nulls = Literal["label", "drop"]


def same_labels(pairs: Iterable[tuple[str | None, str | None]], nulls: Nulls = "drop") -> tuple[int, int]:
    """Pairs with equal labels, and pairs that count.

    Args:
        pairs: the label of each pass, None where it could not be read.
        nulls: ``label``: None counts as a label of its own, as in the paper's 275 of 299; ``drop``: only
            pairs read in both passes count.
    """
    counted = [pair for pair in pairs if nulls == "label" or None not in pair]
    return sum(one == other for one, other in counted), len(counted)


def same_label_record(
    metric: str,
    pairs: Iterable[tuple[str | None, str | None]],
    nulls: Nulls = "drop",
    interval: Method = "wilson",
    by: Mapping[str, str] | None = None,
) -> ScoreRecord:
    """``same_labels`` as a score with its interval."""
    same, n = same_labels(pairs, nulls)
    return share_record(metric, same, n, by=by or {}, choices={"nulls": nulls}, method=interval)


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
