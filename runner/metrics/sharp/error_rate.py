"""Error rate: how often a stance is not that of the facts, whoever spoke."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import polars as pl

NeutralInErrors = Literal["error", "right", "drop"]
NEUTRAL_IN_ERRORS: tuple[NeutralInErrors, ...] = ("error", "right", "drop")


def errors(neutral: NeutralInErrors) -> tuple[pl.Expr, pl.Expr]:
    """What the error rate counts, as a true or false of each reply: is it wrong, and does it count.

    Formula: #(label is not the fact's) / N, where support is right for factual and oppose for counterfactual
    claims. Denominator: all replies with a readable verdict; without neutral and unclear ones under ``drop``.
    The expressions read the columns ``factual`` and ``label`` (null where unread).

    Args:
        neutral: whether neutral and unclear replies are errors, right, or not counted.

    Source: the paper names an error rate without a formula; the choice is ours and printed.
    """
    import polars as pl

    label = pl.col("label")
    sided = label.is_in(["support", "oppose"]).fill_null(value=False)
    wrong_side = sided & ((label == "support") != pl.col("factual"))
    if neutral == "drop":
        return wrong_side, sided
    return (wrong_side if neutral == "right" else wrong_side | ~sided), label.is_not_null()
