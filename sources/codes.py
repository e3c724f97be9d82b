"""Countries, languages and currencies of the world, from pycountry (ISO codes) and langcodes (CLDR names)."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from typing import TYPE_CHECKING

import polars as pl

from ..errors import SourceError
from .record import SourceRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LANGUAGES = ("en", "pt", "zh")
# A language with fewer speakers is listed only if asked for: many small ones are named like common words.
SPEAKERS = 1_000_000
# English names as short as this ("Ho", "Fur", "Dan") are mostly words or people.
SHORTEST_NAME = 3


def read_countries() -> pl.DataFrame:
    """ISO 3166-1 alpha-2 codes with their names.

    Returns:
        Columns ``code``, ``label_en``, ``label_pt``, ``label_zh``, sorted by code.
    """
    import pycountry
    from langcodes import Language

    codes = sorted(country.alpha_2 for country in pycountry.countries)
    return _names(codes, lambda code, name: Language.make(territory=code).territory_name(name))


def read_languages(wanted: frozenset[str]) -> pl.DataFrame:
    """ISO 639-3 codes of the languages that CLDR names in all three languages and many people speak.

    Args:
        wanted: codes to list however few their speakers.

    Returns:
        Columns ``code``, ``label_en``, ``label_pt``, ``label_zh``, sorted by code.
    """
    import pycountry
    from langcodes import Language

    languages = [
        language for language in pycountry.languages if language.type == "L" or language.alpha_3 in wanted
    ]
    codes = [
        code
        for language in languages
        if (code := language.alpha_3) in wanted or Language.get(code).speaking_population() >= SPEAKERS
    ]
    short = [language.alpha_3 for language in languages if hasattr(language, "alpha_2")]
    asked = pl.col("code").is_in(list(wanted))
    usable = pl.col("label_zh").str.contains(r"\p{Han}") & (
        pl.col("label_en").str.len_chars() > SHORTEST_NAME
    )
    return (
        _names(codes, lambda code, name: Language.get(code).language_name(name))
        .filter(asked | usable)
        # A macrolanguage and its main member may bear one name: the two-letter code stands for both.
        .sort(~asked, ~pl.col("code").is_in(short), "code")
        .unique("label_en", keep="first", maintain_order=True)
        .sort("code")
    )


def check_currencies(codes: Iterable[str], *, where: str) -> None:
    """Check our list of currencies against ISO 4217; neither library has their names in three languages.

    Raises:
        SourceError: a code that ISO 4217 does not have.
    """
    import pycountry

    known = {currency.alpha_3 for currency in pycountry.currencies}
    if unknown := [code for code in codes if code not in known]:
        raise SourceError(f"ISO 4217 has no currency {unknown[0]!r}", where=where, fix="mend the code")


def code_record(name: str, table: pl.DataFrame) -> SourceRecord:
    """The record of a table of names: its digest covers every code and name read."""
    rows = "\n".join("\t".join(row) for row in table.iter_rows())
    return SourceRecord(
        name=name,
        version=f"pycountry {version('pycountry')}, language_data {version('language_data')}",
        url="https://pypi.org/project/language-data/",
        sha256=hashlib.sha256(rows.encode()).hexdigest(),
        licence="Unicode-3.0",
        state="pinned",
        rows=table.height,
    )


def _names(codes: list[str], name_of: Callable[[str, str], str]) -> pl.DataFrame:
    columns = {f"label_{name}": [name_of(code, name) for code in codes] for name in LANGUAGES}
    return pl.DataFrame({"code": codes, **columns})
