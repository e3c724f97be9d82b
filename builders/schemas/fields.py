"""Column kinds that several tables share."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

import pandera.polars as pa
import polars as pl

PLACEHOLDER = r"\{\{|\}\}|\{%|%\}|\{[a-z_0-9]*\}"
IDENTIFIER = r"^[a-z0-9]+([_.\-][a-z0-9]+)*$"
VERSION = r"^\d+\.\d+\.\d+$"
# Trimmed, one space at a time, no control characters: what a sentence in a table looks like.
CLEAN_LINE = r"^\S+( \S+)*$"
# A capital inside a sentence.
_NAME = re.compile(r"(?<=[\w,;] )[A-ZÀ-Þ]\w*")
# Prompts run over several lines; they still start and end in print.
CLEAN_TEXT = r"(?s)^\S(.*\S)?$"


def identifier(description: str, **rules: Any) -> Any:  # noqa: ANN401 - pandera's own field type
    """A lower-case id: letters, digits, ``_``, ``.`` and ``-``."""
    return pa.Field(str_matches=IDENTIFIER, description=description, **rules)


def line(description: str, **rules: Any) -> Any:  # noqa: ANN401 - pandera's own field type
    """A text of one line, not empty, without stray spaces."""
    return pa.Field(str_matches=CLEAN_LINE, description=description, **rules)


def column(description: str, **rules: Any) -> Any:  # noqa: ANN401 - pandera's own field type
    """Any column, with its description for the dataset card."""
    return pa.Field(description=description, **rules)


def has_placeholder(table: pl.DataFrame, column: str) -> pl.DataFrame:
    """Rows whose text still holds a template placeholder."""
    return table.filter(pl.col(column).str.contains(PLACEHOLDER))


@cache
def _language_identifier() -> Any:  # noqa: ANN401 - py3langid is untyped
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(["en", "es", "pt", "zh"])
    return identifier


def not_in_language(table: pl.DataFrame, column: str, language: str) -> pl.DataFrame:
    """Rows whose text is another language's.

    Told by py3langid among English, Spanish, Portuguese and Chinese, names left out: they belong to none.
    """
    wrong = [_language_of(text) != language for text in table[column]]
    return table.filter(pl.Series(wrong, dtype=pl.Boolean))


@lru_cache(maxsize=65_536)  # a build is checked again when it is frozen and when it is loaded
def _language_of(text: str) -> str:
    return str(_language_identifier().classify(_NAME.sub("", text))[0])


def repeated(table: pl.DataFrame, column: str) -> pl.DataFrame:
    """Rows whose text, case and spaces apart, stands in another row too."""
    folded = pl.col(column).str.to_lowercase().str.strip_chars()
    return table.filter(folded.is_duplicated())
