"""Agreement of each pair of raters, and of each rater with the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean

from .agreement import Agreement, agreement_of_pairs
from .ratings import Ratings

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
