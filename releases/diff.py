"""What differs between two releases: rows by key, cell by cell, columns, sources, settings, licence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from ..builders.schemas import schema_of
from ..builders.schemas.rules import TableSchema, row_key
from ..errors import UsageError
from ..sources.record import SourceRecord

if TYPE_CHECKING:
    from .manifest import Manifest


@dataclass(frozen=True)
class CellChange:
    """One cell that says something else."""

    key: str
    column: str
    before: Any
    after: Any


@dataclass(frozen=True)
class TableDiff:
    """What differs in one table.

    Attributes:
        table: table name.
        added: keys of rows that are new.
        removed: keys of rows that are gone.
        cells: cells of rows in both that differ, columns in both only.
        columns_added: columns that are new.
        columns_removed: columns that are gone.
        columns_retyped: column, type before, type after.
        remarks: the columns that are for readers only.
    """

    table: str
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    cells: tuple[CellChange, ...] = ()
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    columns_retyped: tuple[tuple[str, str, str], ...] = ()
    remarks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return any(
            (
                self.added,
                self.removed,
                self.cells,
                self.columns_added,
                self.columns_removed,
                self.columns_retyped,
            )
        )


@dataclass(frozen=True)
class SourceChange:
    """A source that is new, gone or another: ``before`` or ``after`` is None where it is missing."""

    name: str
    before: SourceRecord | None
    after: SourceRecord | None


@dataclass(frozen=True)
class ReleaseDiff:
    """What differs between two releases of a benchmark; only tables and sources that differ are listed.

    Attributes:
        tables: tables in both that differ.
        tables_added: tables that are new.
        tables_removed: tables that are gone.
        sources: sources that differ in name, version, digest, licence or rows.
        settings: builder setting to (before, after).
        licence: licence before and after, or None when it is the same.
    """

    tables: tuple[TableDiff, ...] = ()
    tables_added: tuple[str, ...] = ()
    tables_removed: tuple[str, ...] = ()
    sources: tuple[SourceChange, ...] = ()
    settings: Mapping[str, tuple[Any, Any]] | None = None
    licence: tuple[str, str] | None = None


@dataclass(frozen=True)
class Contents:
    """What a diff compares: a release's tables with what its manifest says of their making."""

    benchmark: str
    tables: Mapping[str, pl.DataFrame]
    sources: tuple[SourceRecord, ...]
    settings: Mapping[str, Any]
    licence: str


def contents_of(manifest: Manifest, tables: Mapping[str, pl.DataFrame]) -> Contents:
    """A release as a diff sees it."""
    return Contents(manifest.benchmark, tables, manifest.sources, manifest.settings, manifest.licence)


def diff(before: Contents, after: Contents) -> ReleaseDiff:
    """Compare two releases of one benchmark.

    Raises:
        UsageError: they are of two benchmarks.
    """
    if before.benchmark != after.benchmark:
        raise UsageError(
            f"{before.benchmark} and {after.benchmark} are two benchmarks",
            fix="compare two versions of one benchmark",
        )
    schemas = {table.name: table for table in schema_of(after.benchmark).tables}
    shared = [name for name in after.tables if name in before.tables]
    tables = [diff_table(schemas[name], before.tables[name], after.tables[name]) for name in shared]
    return ReleaseDiff(
        tables=tuple(table for table in tables if table),
        tables_added=tuple(name for name in after.tables if name not in before.tables),
        tables_removed=tuple(name for name in before.tables if name not in after.tables),
        sources=_source_changes(before.sources, after.sources),
        settings=_setting_changes(before.settings, after.settings),
        licence=None if before.licence == after.licence else (before.licence, after.licence),
    )


def diff_table(schema: TableSchema, before: pl.DataFrame, after: pl.DataFrame) -> TableDiff:
    """Compare two states of a table by its key.

    Where the key itself is another (a key column is gone, new or of another type) every row counts as
    removed and added.
    """
    retyped = tuple(
        (name, str(dtype), str(after.schema[name]))
        for name, dtype in before.schema.items()
        if name in after.schema and dtype != after.schema[name]
    )
    gone = tuple(name for name in before.columns if name not in after.columns)
    key = list(schema.key)
    same_key = all(before.schema.get(name) == after.schema.get(name) for name in key)
    return TableDiff(
        table=schema.name,
        added=_keys(after.join(before, on=key, how="anti") if same_key else after, key),
        removed=_keys(before.join(after, on=key, how="anti") if same_key else before, key),
        cells=_changed_cells(before, after, key) if same_key else (),
        columns_added=tuple(name for name in after.columns if name not in before.columns),
        columns_removed=gone,
        columns_retyped=retyped,
        remarks=schema.remarks,
    )


def _changed_cells(before: pl.DataFrame, after: pl.DataFrame, key: list[str]) -> tuple[CellChange, ...]:
    shared = [name for name in after.columns if name in before.columns and name not in key]
    pairs = before.select(*key, *shared).join(
        after.select(*key, *shared), on=key, how="inner", suffix=":after", maintain_order="left"
    )
    changes = []
    for name in shared:
        if before.schema[name] != after.schema[name]:
            continue
        differing = pairs.filter(pl.col(name).ne_missing(pl.col(f"{name}:after")))
        changes += [
            CellChange(row_key(row, tuple(key)), name, row[name], row[f"{name}:after"])
            for row in differing.iter_rows(named=True)
        ]
    return tuple(changes)


def _keys(rows: pl.DataFrame, key: list[str]) -> tuple[str, ...]:
    return tuple(row_key(row, tuple(key)) for row in rows.iter_rows(named=True))


def _source_changes(
    before: tuple[SourceRecord, ...], after: tuple[SourceRecord, ...]
) -> tuple[SourceChange, ...]:
    old, new = ({source.name: source for source in sources} for sources in (before, after))
    return tuple(
        SourceChange(name, old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    )


def _setting_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    names = dict.fromkeys((*before, *after))
    return {
        name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)
    }
