"""Both readings of each assertion in three languages: what every way of building claims gives."""

from __future__ import annotations

import polars as pl

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
