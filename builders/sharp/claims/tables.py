"""Pairs into the tables of a release: claims and pairs in each language."""

from __future__ import annotations

import hashlib

import polars as pl

from .pairs import LANGUAGES

_FACTS = ["relation", "start", "end", "assertion_uri", "domain", "weight", "dataset", "licence", "review"]


def claim_tables(pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """``claims_en``, ``claims_zh`` and ``claims_pt``: each assertion once, true or false.

    Args:
        pairs: columns ``PAIR`` and ``is_counterfactual``.
    """
    false = pl.col("is_counterfactual")
    ids = pairs.with_columns(
        factual=~false,
        transformation=pl.when(false).then("transformation").otherwise(pl.lit("none")),
        qualifier=pl.when(false).then("qualifier"),
    )
    ids = ids.with_columns(claim_id=_digests(ids, "transformation"))
    return {
        f"claims_{code}": ids.with_columns(
            text=pl.when(false).then(f"counterfactual_{code}").otherwise(f"factual_{code}")
        ).select("claim_id", "text", "factual", "transformation", "qualifier", *_FACTS)
        for code in LANGUAGES
    }


def pair_tables(pairs: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """``pairs_en``, ``pairs_zh`` and ``pairs_pt``: both readings of each assertion.

    ``factual_id`` and ``counterfactual_id`` are the ``claim_id`` that either reading has among the claims.
    """
    ids = pairs.with_columns(
        factual_id=_digests(pairs.with_columns(none=pl.lit("none")), "none"),
        counterfactual_id=_digests(pairs, "transformation"),
    )
    return {
        f"pairs_{code}": ids.select(
            "factual_id",
            "counterfactual_id",
            pl.col(f"factual_{code}").alias("factual_text"),
            pl.col(f"counterfactual_{code}").alias("counterfactual_text"),
            "transformation",
            "qualifier",
            *_FACTS,
        )
        for code in LANGUAGES
    }


def claim_id(assertion_uri: str, transformation: str) -> str:
    """The stable id of a claim: what it is about and how its text was made, nothing else."""
    return hashlib.sha256(f"{assertion_uri}\n{transformation}".encode()).hexdigest()[:16]


def _digests(rows: pl.DataFrame, transformation: str) -> pl.Series:
    values = rows.select("assertion_uri", transformation).iter_rows()
    return pl.Series([claim_id(uri, way) for uri, way in values], dtype=pl.String)
