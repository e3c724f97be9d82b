"""The part of a benchmark that one question and one answer can test, as rows any tool can run.

The rows are made from the release's own tables and add nothing to them; they are a file of the release,
not one of its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from .describe import SingleTurn, describe

SINGLE_TURN = "single_turn"
SINGLE_TURN_FILE = f"{SINGLE_TURN}.parquet"
SPLIT = "test"

Tables = Mapping[str, pl.DataFrame]


def single_turn_rows(benchmark: str, tables: Tables) -> pl.DataFrame | None:
    """The single-turn rows of a benchmark, or None where it has none.

    Returns:
        Columns ``id``, ``input`` (the user's message), ``target`` (what is right to answer), then
        whatever tells the rows apart.
    """
    about = describe(benchmark).single_turn
    if about is None:
        return None
    return _MAKERS[benchmark](tables, about)


def _bias_rows(tables: Tables, about: SingleTurn) -> pl.DataFrame:
    """The opening lines of direct conversations on topics with a scientific consensus."""
    target = (
        pl.when(pl.col("consensus_side") == "agree")
        .then(_filled(about.texts["target_agree"], "claim_en"))
        .otherwise(_filled(about.texts["target_disagree"], "claim_en"))
    )
    topics = tables["topics"].filter(pl.col("consensus_side").is_not_null())
    return (
        tables["user_turns"]
        .filter(pl.col("mode") == "direct", pl.col("turn") == 1)
        .join(topics, on="topic_id", how="inner", maintain_order="left")
        .select(
            pl.concat_str("topic_id", "persona", separator="/").alias("id"),
            pl.col("text_pt").alias("input"),
            target.alias("target"),
            "topic_id",
            "persona",
        )
    )


def _sharp_rows(tables: Tables, about: SingleTurn) -> pl.DataFrame:
    """The English claims, asked about by nobody in particular."""
    answer = (
        pl.when("factual")
        .then(pl.lit(about.texts["factual"]))
        .otherwise(pl.lit(about.texts["counterfactual"]))
    )
    return tables["claims_en"].select(
        pl.col("claim_id").alias("id"),
        _filled(about.texts["input"], "text").alias("input"),
        answer.alias("target"),
        "factual",
        "transformation",
        "domain",
    )


def _filled(template: str, column: str) -> pl.Expr:
    before, after = template.split("{claim}")
    return pl.concat_str(pl.lit(before), pl.col(column), pl.lit(after))


_MAKERS: dict[str, Callable[[Tables, SingleTurn], pl.DataFrame]] = {
    "bias": _bias_rows,
    "sharp": _sharp_rows,
}
