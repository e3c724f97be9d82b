"""How ``sharp`` is built, checked and described."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..building import Building, filled
from .build import build_sharp
from .claims.attest import attestation_lines
from .intimacy.report import REPORTS
from .schema import SCHEMA

if TYPE_CHECKING:
    import polars as pl

    from ..building import Tables


def single_turn(tables: Tables, texts: Mapping[str, str]) -> pl.DataFrame:
    """The English claims, asked about by nobody in particular.

    Returns:
        Columns ``id``, ``input``, ``target``, ``factual``, ``transformation``, ``domain``.
    """
    import polars as pl

    answer = pl.when("factual").then(pl.lit(texts["factual"])).otherwise(pl.lit(texts["counterfactual"]))
    return tables["claims_en"].select(
        pl.col("claim_id").alias("id"),
        filled(texts["input"], "text").alias("input"),
        answer.alias("target"),
        "factual",
        "transformation",
        "domain",
    )


BUILDING = Building(SCHEMA, build_sharp, single_turn=single_turn, attest=attestation_lines, reports=REPORTS)
