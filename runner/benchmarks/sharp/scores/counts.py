"""Counts of stances by claim and role: all that the rates and their bootstrap need."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from .stance_frame import OPPOSE, SUPPORT

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ..settings import NeutralRule

    Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class StanceCounts:
    """How often what was said of which claims; arrays of one shape, or plain sums.

    Attributes:
        supported_false: replies that support a counterfactual claim.
        judged_false: replies to counterfactual claims that count.
        opposed_true: replies that oppose a factual claim.
        judged_true: replies to factual claims that count.
    """

    supported_false: Numbers
    judged_false: Numbers
    opposed_true: Numbers
    judged_true: Numbers

    def over_claims(self) -> StanceCounts:
        """Summed over the first axis (claims)."""
        return StanceCounts(*(getattr(self, field.name).sum(axis=0) for field in fields(self)))

    def roles(self, chosen: Sequence[int]) -> StanceCounts:
        """Only some positions of the last axis."""
        return StanceCounts(*(getattr(self, field.name)[..., list(chosen)] for field in fields(self)))


def counted(rule: NeutralRule) -> pl.Expr:
    """Whether a reply counts: its verdict was read, and under ``drop`` it takes a side.

    Args:
        rule: what becomes of neutral and unclear replies.
    """
    import polars as pl

    label = pl.col("label")
    return label.is_not_null() if rule == "keep" else label.is_in([SUPPORT, OPPOSE]).fill_null(value=False)


def count_stances(
    stances: pl.DataFrame, claims: Sequence[str], roles: Sequence[str], rule: NeutralRule
) -> StanceCounts:
    """Counts with claims along the first axis and roles along the second.

    Args:
        stances: columns ``cluster`` (one of ``claims``), ``role`` (one of ``roles``), ``factual``, ``label``.
        claims: the clusters, in the order of the first axis.
        roles: the roles, in the order of the second.
        rule: what becomes of neutral and unclear replies.
    """
    import polars as pl

    label, factual, counts = pl.col("label"), pl.col("factual"), counted(rule)
    return StanceCounts(
        *count_by_claim(
            stances,
            claims,
            roles,
            [~factual & (label == SUPPORT), ~factual & counts, factual & (label == OPPOSE), factual & counts],
        )
    )


def count_by_claim(
    stances: pl.DataFrame, claims: Sequence[str], roles: Sequence[str], conditions: Sequence[pl.Expr]
) -> list[Numbers]:
    """How many replies meet each condition: for each an array claims × roles.

    Args:
        stances: columns ``cluster`` and ``role``, and those that the conditions name.
        claims: the clusters, in the order of the first axis.
        roles: the roles, in the order of the second.
        conditions: true, false or null (false) of each reply; or a number to be summed.
    """
    import numpy as np
    import polars as pl

    if stances.is_empty():
        return [np.zeros((len(claims), len(roles))) for _ in conditions]
    # Numbers instead of names, and sums by place: grouping by names takes many times the memory.
    places = [
        stances[column]
        .cast(pl.String)
        .replace_strict(list(known), range(len(known)), return_dtype=pl.Int64)
        .to_numpy()
        for column, known in (("cluster", claims), ("role", roles))
    ]
    cells = places[0] * len(roles) + places[1]
    sums = []
    for condition in conditions:
        met = stances.with_columns(met=condition)["met"].cast(pl.Float64).fill_null(0.0)
        total = np.bincount(cells, met.to_numpy(), len(claims) * len(roles)).astype(float, copy=False)
        sums.append(total.reshape(len(claims), len(roles)))
    return sums
