"""Scan all tables of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...errors import SchemaError
from ..schemas.rules import BenchmarkSchema, TableSchema, row_key
from .characters import find_character_faults
from .cues import find_cues
from .distribution import find_length_outliers, find_unbalanced_labels
from .duplicates import find_duplicates, find_near_duplicates
from .finding import BLOCKING, KINDS, Finding
from .offensive import find_offensive
from .prose import prose_columns

if TYPE_CHECKING:
    import polars as pl


def scan(schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame]) -> list[Finding]:
    """Everything found, blocking kinds first, then in the order of tables and columns."""
    found = []
    for table in schema.tables:
        frame = tables[table.name]
        for prose in prose_columns(table, frame):
            found += find_character_faults(prose)
            found += find_offensive(prose)
            if prose.column in table.remarks:
                continue
            if prose.column not in table.repeats:
                found += find_duplicates(prose)
                found += find_near_duplicates(prose)
            found += find_length_outliers(prose)
            for column in table.answers:
                found += find_cues(prose, _answers(table, frame, column), column)
        found += find_unbalanced_labels(table, frame)
    order = list(KINDS)
    return sorted(found, key=lambda finding: order.index(finding.kind))


def refuse_blocking(schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame]) -> None:
    """Refuse tables with a finding that must be mended before freezing.

    Raises:
        SchemaError: naming the first; the exception's notes hold the others.
    """
    found = []
    for table in schema.tables:
        for prose in prose_columns(table, tables[table.name]):
            found += [one for one in find_character_faults(prose) if one.kind in BLOCKING]
            if prose.column not in (*table.remarks, *table.repeats):
                found += find_duplicates(prose)
    if not found:
        return
    more = f" (and {len(found) - 1} more findings)" if len(found) > 1 else ""
    error = SchemaError(
        f"{found[0]}{more}", where=schema.benchmark, fix="mend the rows; standfast validate --scan lists all"
    )
    for finding in found[1:]:
        error.add_note(str(finding))
    raise error


def _answers(table: TableSchema, frame: pl.DataFrame, column: str) -> dict[str, str]:
    rows = frame.select(*table.key, column).drop_nulls(column)
    return {row_key(row, table.key): str(row[column]) for row in rows.iter_rows(named=True)}
