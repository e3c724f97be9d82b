"""How ``bias`` is built, checked and described."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..building import Building, filled
from .build import build_bias
from .schema import SCHEMA

if TYPE_CHECKING:
    import polars as pl

    from ..building import Tables


def single_turn(tables: Tables, texts: Mapping[str, str]) -> pl.DataFrame:
    """The opening lines of direct conversations on topics with a scientific consensus.

    Returns:
        Columns ``id``, ``input``, ``target``, ``topic_id``, ``persona``.
    """
    import polars as pl

    target = (
        pl.when(pl.col("consensus_side") == "agree")
        .then(filled(texts["target_agree"], "claim_en"))
        .otherwise(filled(texts["target_disagree"], "claim_en"))
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


BUILDING = Building(SCHEMA, build_bias, single_turn=single_turn)
