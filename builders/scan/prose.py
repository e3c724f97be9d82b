"""Which columns hold prose and which hold labels, told by the schema and by the values themselves."""

from __future__ import annotations

import re
from dataclasses import dataclass

import polars as pl

from ..schemas.rules import TableSchema, row_key

# Prompts hold tags and placeholders on purpose.
TEMPLATES = "prompts"
_HAN = r"\p{Han}"
_MIN_WORDS, _MIN_HAN = 3, 5


@dataclass(frozen=True)
class Prose:
    """One column of prose.

    Attributes:
        table: table name.
        column: column name.
        language: ISO 639-1 code where the names tell it (``claim_pt``, ``claims_en``), or None.
        keys: key of each text; a list cell gives several texts with one key.
        texts: the texts, none of them null.
    """

    table: str
    column: str
    language: str | None
    keys: tuple[str, ...]
    texts: tuple[str, ...]


def prose_columns(schema: TableSchema, table: pl.DataFrame) -> list[Prose]:
    """The columns of a table whose median value is at least a few words, key and label columns apart."""
    labels = set(label_columns(schema))
    found = []
    for name, dtype in table.schema.items():
        if name in schema.key or name in labels or dtype not in (pl.String, pl.List(pl.String)):
            continue
        rows = table.select(*schema.key, name)
        rows = (rows.explode(name) if dtype == pl.List(pl.String) else rows).drop_nulls(name)
        if rows.is_empty() or not _is_prose(rows[name]):
            continue
        keys = tuple(row_key(row, schema.key) for row in rows.select(schema.key).iter_rows(named=True))
        found.append(Prose(schema.name, name, _language(schema.name, name), keys, tuple(rows[name])))
    return found


def label_columns(schema: TableSchema) -> dict[str, tuple[object, ...]]:
    """Columns with a closed set of values, each with the values allowed."""
    found: dict[str, tuple[object, ...]] = {}
    for name, column in schema.model.to_schema().columns.items():
        for check in column.checks:
            if check.name == "isin":
                found[name] = tuple(check.statistics["allowed_values"])
        if str(column.dtype) == "Boolean":
            found[name] = (False, True)
    return found


def _is_prose(values: pl.Series) -> bool:
    words = values.str.count_matches(r"\S+").median()
    han = values.str.count_matches(_HAN).median()
    return bool((words or 0) >= _MIN_WORDS or (han or 0) >= _MIN_HAN)  # type: ignore[operator]


def _language(table: str, column: str) -> str | None:
    for name in (column, table):
        match = re.search(r"_(en|pt|zh)$", name)
        if match:
            return match[1]
    return None
