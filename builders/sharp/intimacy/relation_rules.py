"""Labels to levels of HPD's affection scale by a table of rules, and levels to groups: nothing is guessed."""

from __future__ import annotations

import polars as pl

from ....sources.relations_curated import RuleTables

RATING_SCHEMA = {
    "script": pl.String,
    "protagonist": pl.String,
    "character": pl.String,
    "direction": pl.String,
    "story_time": pl.String,
    "source": pl.String,
    "label": pl.String,
    "rule": pl.String,
    "sign": pl.String,
    "affection": pl.Int64,
    "familiarity": pl.Int64,
    "source_url": pl.String,
    "note": pl.String,
}
KEY = ["script", "protagonist", "character", "direction"]
UNKNOWN, PROSE, SCORE, CONTRADICTION = "unknown_label", "found_in_prose", "hpd_score", "contradiction"


def rate(placed: pl.DataFrame, tables: RuleTables) -> pl.DataFrame:
    """Ratings of relations whose ends are known: each says which rule gave its level.

    Labels that carry no feeling (relative, classmate, teacher) get a rule without a level; a label the table
    does not hold gets ``unknown_label``, one that was found in running text ``found_in_prose``: they decide
    nothing alone. A symmetric relation holds the other way as well where the source says nothing of that way.

    Args:
        placed: ``RATING_SCHEMA``'s columns without ``rule``, ``sign`` and ``affection``, with
            ``language`` and ``certain``.
        tables: labels and rules.

    Returns:
        Columns of ``RATING_SCHEMA``.
    """
    ruled = with_rules(placed, tables)
    turned = ruled.filter("symmetric").with_columns(
        pl.col("direction").replace({"to": "from", "from": "to"}), familiarity=pl.lit(None)
    )
    stated = ruled.select(list(RATING_SCHEMA))
    mirrored = turned.select(list(RATING_SCHEMA)).join(stated, on=[*KEY, "source", "story_time"], how="anti")
    return pl.concat([stated, mirrored]).cast(RATING_SCHEMA)  # type: ignore[arg-type]


def with_rules(relations: pl.DataFrame, tables: RuleTables) -> pl.DataFrame:
    """Relations with ``rule``, ``affection``, ``sign`` and ``symmetric`` added."""
    folded = relations.with_columns(pl.col("label").str.to_lowercase().alias("_label"))
    labelled = folded.join(
        tables.labels.rename({"label": "_label"}).with_columns(pl.col("_label").str.to_lowercase()),
        on=["language", "_label"],
        how="left",
        maintain_order="left",
    )
    certain = pl.when("certain").then(pl.col("rule").fill_null(UNKNOWN)).otherwise(pl.lit(PROSE))
    return (
        labelled.with_columns(certain.alias("rule"))
        .join(tables.rules, on="rule", how="left", maintain_order="left")
        .drop("_label")
    )


def group_of(affection: pl.Expr) -> pl.Expr:
    """``high`` from level 2 up, ``low`` from −2 down, ``ungrouped`` between and where nothing is decided.

    On HPD's scale 1 is a first meeting, 0 a stranger, and −1 has no rule: no relation to act on.
    """
    return (
        pl.when(affection >= 2)
        .then(pl.lit("high"))
        .when(affection <= -2)
        .then(pl.lit("low"))
        .otherwise(pl.lit("ungrouped"))
    )


def weights_of(group: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The paper's weights of the sycophancy and the adversary rate; 0 for the ungrouped."""
    sycophancy = group.replace_strict({"high": 1, "low": -1, "ungrouped": 0}, return_dtype=pl.Int64)
    return sycophancy, -sycophancy
