"""How far two sources rate the same relations alike: rank correlation and agreement of sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from .relation_rules import KEY


@dataclass(frozen=True)
class RankAgreement:
    """Kendall's tau-b of two series of levels.

    Attributes:
        tau: tau-b (Kendall 1945), or None where a series is constant or shorter than two.
        n: how many relations both rate.
        ties_first: pairs of relations that the first series rates alike.
        ties_second: pairs that the second rates alike.
    """

    tau: float | None
    n: int
    ties_first: int
    ties_second: int


@dataclass(frozen=True)
class SignAgreement:
    """How many relations have the same sign in both sources; a level of 0 has none and is left out."""

    same: int
    n: int


def rank_agreement(first: Sequence[int], second: Sequence[int]) -> RankAgreement:
    """Kendall's tau-b with its n and ties.

    Raises:
        ValueError: the series differ in length.
    """
    if len(first) != len(second):
        raise ValueError("two series of one length are needed")
    ties = [sum(count * (count - 1) // 2 for count in Counter(series).values()) for series in (first, second)]
    tau = None
    if len(set(first)) > 1 and len(set(second)) > 1:
        from scipy.stats import kendalltau

        tau = float(kendalltau(first, second).statistic)
    return RankAgreement(tau, len(first), *ties)


def side_by_side(ours: pl.DataFrame, theirs: pl.DataFrame) -> pl.DataFrame:
    """Relations that two settled snapshots both speak of.

    Returns:
        The key with ``ours`` and ``theirs`` (levels), ``sign_ours`` and ``sign_theirs``, and our ``label``,
        ``rule`` and ``note``.
    """
    columns = {"affection": "theirs", "sign": "sign_theirs"}
    other = theirs.select(*KEY, *columns).rename(columns)
    mine = ours.rename({"affection": "ours", "sign": "sign_ours"})
    return mine.join(other, on=KEY).select(
        *KEY, "ours", "theirs", "sign_ours", "sign_theirs", "label", "rule", "note"
    )


def ranks_of(pairs: pl.DataFrame) -> RankAgreement:
    """Rank agreement of the levels in ``side_by_side``, where both sides have one."""
    levels = pairs.drop_nulls(["ours", "theirs"])
    return rank_agreement(levels["ours"].to_list(), levels["theirs"].to_list())


def signs_of(pairs: pl.DataFrame) -> SignAgreement:
    """Agreement of sign in ``side_by_side``, where both sides are positive or negative."""
    signed = pairs.filter(pl.all_horizontal(pl.col("sign_ours", "sign_theirs").is_in(["+", "-"])))
    same = signed.filter(pl.col("sign_ours") == pl.col("sign_theirs")).height
    return SignAgreement(same, signed.height)
