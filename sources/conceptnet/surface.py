"""Surface texts: which [[span]] names the start node and which the end."""

from __future__ import annotations

import polars as pl

# What 5.5.0 files under Desires though the sentence says the opposite (conceptnet5: issue 79, pull 77).
_CHINESE_AVERSION = r"不想要|不想得到|懼怕|惧怕|痛恨"


def with_surfaces_in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """Surface columns put right: the span that spells a node is that node's, whatever the file says.

    A leading ``*`` of the text (end before start) is dropped: the spans tell the order. Chinese rows of
    5.5.0, and "kinds of [[whale]] : [[orca]]" texts, carry the two the wrong way round.
    """
    swapped = (_spelt("surface_start") == pl.col("end_term")) & (
        _spelt("surface_end") == pl.col("start_term")
    )
    swapped &= pl.col("start_term") != pl.col("end_term")
    start, end = pl.col("surface_start"), pl.col("surface_end")
    return rows.with_columns(
        pl.col("surface_text").str.strip_prefix("*"),
        surface_start=pl.when(swapped).then(end).otherwise(start),
        surface_end=pl.when(swapped).then(start).otherwise(end),
    )


def with_relations_mended(rows: pl.DataFrame) -> pl.DataFrame:
    """Relations that a Chinese frame contradicts, or that the relation list no longer has, put right."""
    averse = (
        (pl.col("relation") == "Desires")
        & (pl.col("start_language") == "zh")
        & pl.col("surface_text").str.contains(_CHINESE_AVERSION)
    )
    return rows.with_columns(
        relation=pl.when(averse.fill_null(value=False))
        .then(pl.lit("NotDesires"))
        .otherwise(pl.col("relation").replace("ConceptuallyRelatedTo", "RelatedTo"))
    )


def _spelt(column: str) -> pl.Expr:
    return pl.col(column).str.to_lowercase().str.strip_chars().str.replace_all(" ", "_", literal=True)
