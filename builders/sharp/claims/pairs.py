"""Both readings of each assertion in three languages: what every way of building claims gives, and ours."""

from __future__ import annotations

import polars as pl

from ....sources.conceptnet.uri import assertion_uri
from ....sources.curated import read_curated_table

LANGUAGES = ("en", "zh", "pt")

PAIR = {
    "assertion_uri": pl.String,
    "relation": pl.String,
    "start": pl.String,
    "end": pl.String,
    "domain": pl.String,
    "weight": pl.Float64,
    "dataset": pl.String,
    "licence": pl.String,
    "transformation": pl.String,  # how the counterfactual is made: negation or antonym
    "qualifier": pl.String,  # English absolute words of the counterfactual, or null
    "review": pl.String,
    **{f"{reading}_{code}": pl.String for code in LANGUAGES for reading in ("factual", "counterfactual")},
}
"""Name and type of each column of a frame of pairs."""
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


def without_repeated_texts(pairs: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Pairs none of whose sentences occurs in an earlier row, in either reading; and the others.

    Texts still to be translated (null) repeat nothing.
    """
    seen: set[tuple[str, str]] = set()
    first = []
    for row in pairs.iter_rows(named=True):
        told = [
            (code, row[f"{reading}_{code}"].casefold())
            for code in LANGUAGES
            for reading in ("factual", "counterfactual")
            if row[f"{reading}_{code}"] is not None
        ]
        texts = set(told)
        whole = len(texts) == len(told)
        first.append(whole and not texts & seen)
        if first[-1]:
            seen |= texts
    mask = pl.Series(first, dtype=pl.Boolean)
    return pairs.filter(mask), pairs.filter(~mask)
