"""How far two judges say the same of one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isnan

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
    from statsmodels.stats.inter_rater import cohens_kappa

    # Where nothing varies its standard errors divide by zero; kappa itself is defined.
    with numpy.errstate(all="ignore"):
        result = cohens_kappa([[table.get((row, column), 0) for column in labels] for row in labels])
    kappa, low, high = float(result.kappa), float(result.kappa_low), float(result.kappa_upp)
    return (kappa, None, None) if isnan(low) or isnan(high) else (kappa, low, high)


def _place(verdict: Verdict) -> tuple[tuple[tuple[str, str], ...], int, int]:
    return tuple(sorted(verdict.key.items())), verdict.repeat, verdict.turn
