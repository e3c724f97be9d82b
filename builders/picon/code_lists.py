"""The ``categories`` table of ``picon``: code lists with labels and synonyms in three languages."""

from __future__ import annotations

import itertools
import re

import polars as pl

from ...errors import BuildError
from ...sources.codes import check_currencies, code_record, read_countries, read_languages
from ...sources.curated import list_curated_tables, read_curated_table
from ...sources.record import SourceRecord

LANGUAGES = ("en", "pt", "zh")
CURRENCIES = "iso-4217"
_COLUMNS: dict[str, pl.DataType | type[pl.DataType]] = {
    "code_system": pl.String,
    "code": pl.String,
    "parent": pl.String,
    "rank": pl.Int64,
    "prior": pl.List(pl.String),
    **{f"label_{name}": pl.String for name in LANGUAGES},
    **{f"synonyms_{name}": pl.List(pl.String) for name in LANGUAGES},
}
_CHOICE = re.compile(r"\(([^()]*)\)")


def category_table() -> tuple[pl.DataFrame, tuple[SourceRecord, ...]]:
    """Every code list: those written here, and the countries and languages of the world.

    Raises:
        SourceError: a curated list is missing or malformed, or names a currency that does not exist.
        BuildError: a list lacks a column or a phrase has an open bracket.
    """
    lists = [
        _typed(name, read_curated_table("picon", f"codes/{name}"))
        for name in list_curated_tables("picon", "codes")
    ]
    currencies = read_curated_table("picon", f"codes/{CURRENCIES}")
    check_currencies(currencies["code"], where=f"sources/curated/picon/codes/{CURRENCIES}.tsv")
    countries, languages = (
        read_curated_table("picon", f"extras/{name}") for name in ("iso-3166-1", "iso-639-3")
    )
    named = {
        "iso-3166-1": (read_countries(), countries),
        "iso-639-3": (read_languages(frozenset(languages["code"])), languages),
    }
    lists += [_typed(name, _extended(table, extra)) for name, (table, extra) in named.items()]
    return pl.concat(lists), tuple(code_record(name, table) for name, (table, _) in named.items())


def _extended(table: pl.DataFrame, extra: pl.DataFrame) -> pl.DataFrame:
    """The world's codes with the synonyms written here, and names where the source has none of its own."""
    joined = table.join(extra, on="code", how="left")
    renamed = [name for name in LANGUAGES if f"name_{name}" in extra.columns]
    return joined.with_columns(
        pl.coalesce(f"name_{name}", f"label_{name}").alias(f"label_{name}") for name in renamed
    )


def phrases(cell: str | None) -> list[str]:
    """The phrases of a cell: separated by semicolons, ``casad(o|a)`` standing for both forms.

    Raises:
        BuildError: a bracket is left open.
    """
    found: dict[str, None] = {}
    for phrase in (cell or "").split(";"):
        fixed = _CHOICE.split(phrase.strip())
        parts = [part.split("|") if number % 2 else [part] for number, part in enumerate(fixed)]
        found |= dict.fromkeys("".join(choice) for choice in itertools.product(*parts) if any(choice))
    broken = next((phrase for phrase in found if set("()|") & set(phrase)), None)
    if broken:
        raise BuildError(f"the phrase {broken!r} has an open bracket", fix="write choices as (one|other)")
    return list(found)


def _typed(system: str, table: pl.DataFrame) -> pl.DataFrame:
    missing = [
        name for name in ("code", *(f"label_{code}" for code in LANGUAGES)) if name not in table.columns
    ]
    if missing:
        raise BuildError(
            f"the list has no column {missing[0]}", where=f"codes/{system}.tsv", fix="add it to the header"
        )
    absent = [pl.lit(None, pl.String).alias(name) for name in _COLUMNS if name not in table.columns]
    split = [
        pl.col(f"synonyms_{name}").map_elements(phrases, pl.List(pl.String), skip_nulls=False)
        for name in LANGUAGES
    ]
    return (
        table.with_columns(absent)
        .with_columns(
            pl.lit(system).alias("code_system"),
            pl.col("prior").fill_null("").str.extract_all(r"\S+"),
            *split,
        )
        .select(pl.col(name).cast(dtype) for name, dtype in _COLUMNS.items())
    )
