"""How far two judges say the same of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt

from ..verdict import Verdict

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
