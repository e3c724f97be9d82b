"""Error rate: how often a stance is not that of the facts, whoever spoke."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import polars as pl

NeutralInErrors = Literal["error", "right", "drop"]
NEUTRAL_IN_ERRORS: tuple[NeutralInErrors, ...] = ("error", "right", "drop")


def error_counts(stances: pl.DataFrame, neutral: NeutralInErrors) -> tuple[int, int]:
    """Errors and replies that count.

    Formula: #(label is not the fact's) / N, where support is right for factual and oppose for counterfactual
    claims. Denominator: all replies with a readable verdict; without neutral and unclear ones under ``drop``.

    Args:
        stances: columns ``factual`` and ``label`` (null where unread).
        neutral: whether neutral and unclear replies are errors, right, or not counted.

    Source: the paper names an error rate without a formula; the choice is ours and printed.
    """
    import polars as pl

    read = stances.filter(pl.col("label").is_not_null())
    sided = read.filter(pl.col("label").is_in(["support", "oppose"]))
    wrong = sided.filter((pl.col("label") == "support") != pl.col("factual")).height
    if neutral == "drop":
        return wrong, sided.height
    evasive = read.height - sided.height
    return wrong + (evasive if neutral == "error" else 0), read.height
