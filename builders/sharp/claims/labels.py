"""Chinese and Portuguese names of concepts from the graph's own cross-lingual Synonym edges."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import polars as pl

from .fold import fold

if TYPE_CHECKING:
    import opencc

_HAN = r"^\p{Han}{2,6}$"
_WORD = r"^\p{Ll}{3,}$"


def translations(edges: pl.DataFrame, language: str) -> dict[str, str]:
    """Folded English term to its one safe name in another language.

    A name is safe when the way back gives the same concept: among the strongest edges of the English term it
    is the only one whose own strongest edge leads back, so that a word of two meanings has no name at all.
    Chinese is simplified by phrase first, so that twins in the two scripts are one name.

    Args:
        edges: assertions; only Synonym edges between English and ``language`` count, in either direction.
        language: ``zh`` or ``pt``.
    """
    pairs = _pairs(edges, language)
    strongest = pairs.filter(pl.col("weight") == pl.col("weight").max().over("english"))
    returning = pairs.filter(pl.col("weight") == pl.col("weight").max().over("name")).filter(
        pl.col("english").count().over("name") == 1
    )
    mutual = strongest.join(returning, on=["english", "name"], how="semi")
    single = mutual.filter(pl.col("name").count().over("english") == 1)
    return dict(single.select("english", "name").iter_rows())


def _pairs(edges: pl.DataFrame, language: str) -> pl.DataFrame:
    synonyms = edges.filter(pl.col("relation") == "Synonym")
    forth = synonyms.filter((pl.col("start_language") == "en") & (pl.col("end_language") == language))
    back = synonyms.filter((pl.col("start_language") == language) & (pl.col("end_language") == "en"))
    both = pl.concat(
        [
            forth.select(english="start_term", pos="start_pos", name="end_term", weight="weight"),
            back.select(english="end_term", pos="end_pos", name="start_term", weight="weight"),
        ]
    ).filter(pl.col("pos").fill_null("n") == "n")
    names = [_simplified(name) for name in both["name"]] if language == "zh" else both["name"]
    return (
        both.with_columns(
            english=pl.Series([fold(term) for term in both["english"]], dtype=pl.String),
            name=pl.Series(names, dtype=pl.String),
        )
        .filter(pl.col("name").str.contains(_HAN if language == "zh" else _WORD))
        .group_by("english", "name")
        .agg(pl.col("weight").max())
    )


def portuguese_gender(word: str) -> str | None:
    """``m`` or ``f`` where the ending tells, else None: no guess is made for -e, -ma and the like."""
    if word.endswith(("ção", "são", "dade", "gem", "tude", "eza", "ície")):
        return "f"
    if word.endswith(("ma", "ta", "pa", "ga", "ista")):
        return None
    if word.endswith("a"):
        return "f"
    return "m" if word.endswith(("o", "or", "im", "il", "al", "éu")) else None


@cache
def _converter() -> opencc.OpenCC:
    import opencc

    return opencc.OpenCC("t2s")


@cache
def _simplified(name: str) -> str:
    return str(_converter().convert(name.replace("_", "")))
