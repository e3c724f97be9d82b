"""Scan all tables of a benchmark, for people to read or to stop a freeze."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...errors import SchemaError
from ..schemas.rules import BenchmarkSchema, TableSchema, row_key
from .characters import find_character_faults
from .cues import find_cues
from .distribution import find_length_outliers, find_unbalanced_labels
from .duplicates import find_duplicates, find_near_duplicates
from .finding import KINDS, Finding
from .offensive import find_offensive
from .prose import Prose, prose_columns

if TYPE_CHECKING:
    import polars as pl


def scan(schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame]) -> list[Finding]:
    """Everything found, blocking kinds first, then in the order of tables and columns."""
    order = list(KINDS)
    return sorted(_walk(schema, tables, whole=True), key=lambda finding: order.index(finding.kind))


def refuse_blocking(schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame]) -> None:
    """Refuse tables with a finding that must be mended before freezing.

    Raises:
        SchemaError: naming the first; the exception's notes hold the others.
    """
    found = [finding for finding in _walk(schema, tables, whole=False) if finding.blocking]
    if not found:
        return
    more = f" (and {len(found) - 1} more findings)" if len(found) > 1 else ""
    error = SchemaError(
        f"{found[0]}{more}", where=schema.benchmark, fix="mend the rows; standfast validate --scan lists all"
    )
    for finding in found[1:]:
        error.add_note(str(finding))
    raise error


def _walk(schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame], *, whole: bool) -> Iterator[Finding]:
    """Findings in the order of tables and columns: what can block; with ``whole`` the rest, slower."""
    for table in schema.tables:
        frame = tables[table.name]
        for prose in prose_columns(table, frame):
            yield from find_character_faults(prose)
            if prose.column not in (*table.remarks, *table.repeats):
                yield from find_duplicates(prose)
            if whole:
                yield from _never_blocking(table, frame, prose)
        if whole:
            yield from find_unbalanced_labels(table, frame)


def _never_blocking(table: TableSchema, frame: pl.DataFrame, prose: Prose) -> Iterator[Finding]:
    yield from find_offensive(prose)
    if prose.column in table.remarks:
        return
    if prose.column not in table.repeats:
        yield from find_near_duplicates(prose)
    yield from find_length_outliers(prose)
    for column in table.answers:
        yield from find_cues(prose, _answers(table, frame, column), column)


def _answers(table: TableSchema, frame: pl.DataFrame, column: str) -> dict[str, str]:
    rows = frame.select(*table.key, column).drop_nulls(column)
    return {row_key(row, table.key): str(row[column]) for row in rows.iter_rows(named=True)}
