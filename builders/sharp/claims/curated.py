"""The curated pairs: assertions and wordings chosen by hand."""

from __future__ import annotations

import polars as pl

from ....sources.conceptnet.uri import assertion_uri
from ....sources.curated import read_curated_table
from .pairs import LANGUAGES, PAIR

CONCEPTNET = "/d/conceptnet"
OWN = "/d/standfast"


def curated_pairs() -> pl.DataFrame:
    """The pairs of ``sources/curated/sharp/assertions.tsv``, unreviewed, in the columns ``PAIR``.

    An assertion that ConceptNet has (column ``attested``) keeps its licence; one of our own is CC BY.

    Raises:
        SourceError: the file is missing or broken.
    """
    rows = read_curated_table("sharp", "assertions")
    uris = [
        assertion_uri(relation, f"/c/en/{start}", f"/c/en/{end}")
        for relation, start, end in rows.select("relation", "start", "end").iter_rows()
    ]
    attested = pl.col("attested") == "yes"
    texts = {
        f"{reading}_{code}": pl.col(f"{column}_{code}")
        for code in LANGUAGES
        for reading, column in (("factual", "text"), ("counterfactual", "counter"))
    }
    return rows.with_columns(
        assertion_uri=pl.Series(uris, dtype=pl.String),
        start=pl.concat_str(pl.lit("/c/en/"), "start"),
        end=pl.concat_str(pl.lit("/c/en/"), "end"),
        weight=pl.lit(None, pl.Float64),
        dataset=pl.when(attested).then(pl.lit(CONCEPTNET)).otherwise(pl.lit(OWN)),
        licence=pl.when(attested).then(pl.lit("cc:by-sa/4.0")).otherwise(pl.lit("cc:by/4.0")),
        review=pl.lit("unreviewed"),
        **texts,
    ).select(pl.col(name).cast(kind) for name, kind in PAIR.items())
