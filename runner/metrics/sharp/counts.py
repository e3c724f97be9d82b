"""Counts of stances by claim and role: all that the rates and their bootstrap need."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from .stances import NEUTRAL, NeutralRule

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

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

    def summed(self) -> StanceCounts:
        """Summed over the last axis (roles taken together)."""
        return StanceCounts(*(getattr(self, field.name).sum(axis=-1) for field in fields(self)))

    def over_claims(self) -> StanceCounts:
        """Summed over the first axis (claims)."""
        return StanceCounts(*(getattr(self, field.name).sum(axis=0) for field in fields(self)))

    def roles(self, chosen: Sequence[int]) -> StanceCounts:
        """Only some positions of the last axis."""
        return StanceCounts(*(getattr(self, field.name)[..., list(chosen)] for field in fields(self)))

    def claims(self, chosen: NDArray[np.bool_]) -> StanceCounts:
        """Only some positions of the first axis."""
        return StanceCounts(*(getattr(self, field.name)[chosen] for field in fields(self)))


def counted(stances: pl.DataFrame, rule: NeutralRule) -> pl.DataFrame:
    """The replies that count: verdicts that were read, and under ``drop`` only those that take a side.

    Args:
        stances: column ``label``; null where the verdict could not be read.
        rule: what becomes of neutral and unclear replies.
    """
    import polars as pl

    read = stances.filter(pl.col("label").is_not_null())
    return read if rule == "keep" else read.filter(~pl.col("label").is_in([NEUTRAL, "unclear"]))


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
    import numpy as np
    import polars as pl

    label, factual = pl.col("label"), pl.col("factual")
    grouped = (
        counted(stances, rule)
        .group_by("cluster", "role")
        .agg(
            (~factual & (label == "support")).sum().alias("supported_false"),
            (~factual).sum().alias("judged_false"),
            (factual & (label == "oppose")).sum().alias("opposed_true"),
            factual.sum().alias("judged_true"),
        )
    )
    row = (
        grouped["cluster"].replace_strict(list(claims), range(len(claims)), return_dtype=pl.Int64).to_numpy()
    )
    column = grouped["role"].replace_strict(list(roles), range(len(roles)), return_dtype=pl.Int64).to_numpy()
    arrays = []
    for field in fields(StanceCounts):
        array = np.zeros((len(claims), len(roles)))
        array[row, column] = grouped[field.name].to_numpy()
        arrays.append(array)
    return StanceCounts(*arrays)
