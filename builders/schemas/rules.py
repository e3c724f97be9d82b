"""How a table's rules are written down, and what a broken one looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandera.polars as pa
    import polars as pl

Tables = Mapping[str, "pl.DataFrame"]


@dataclass(frozen=True)
class CrossRule:
    """A rule over several rows or several tables.

    Attributes:
        name: the rule, as a short statement of what must hold.
        table: the table whose rows break it.
        column: the column it is about, or None for whole rows.
        find: takes all tables of a benchmark; returns the offending rows of ``table`` (any columns that
            hold its key), or a list of short texts where the fault is not a row (a missing one).
        frozen_only: the rule holds for releases; a build may be smaller (for a try or a test).
    """

    name: str
    table: str
    column: str | None
    find: Callable[[Tables], pl.DataFrame | list[str]]
    frozen_only: bool = False


@dataclass(frozen=True)
class TableSchema:
    """One table.

    Attributes:
        name: table name, also the Hub's config.
        model: its pandera model.
        key: the columns that identify a row (also the row order).
        remarks: columns for readers only: nothing is run or scored by them, so changing one is a patch.
        answers: columns that hold what a subject must find out; the scan looks for cues to them.
        repeats: columns whose texts may stand in several rows: they describe something rows share.
        since: the first release version that has the table.
    """

    name: str
    model: type[pa.DataFrameModel]
    key: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()
    since: str = "0.0.0"


@dataclass(frozen=True)
class BenchmarkSchema:
    """All tables of a benchmark, in publishing order, and the rules between rows and tables.

    Attributes:
        benchmark: whose tables these are.
        tables: the tables, in publishing order.
        rules: the rules between rows and tables.
        since: the first release version that these rules describe; raise it when they change so that
            an older release would break them. Older releases were checked by the rules of their day.
    """

    benchmark: str
    tables: tuple[TableSchema, ...]
    rules: tuple[CrossRule, ...]
    since: str = "1.0.0"

    def as_of(self, version: str) -> BenchmarkSchema:
        """The schema of a release: without the tables that are newer, and without the rules on them.

        Args:
            version: ``major.minor.patch``.
        """
        tables = tuple(table for table in self.tables if _numbers(table.since) <= _numbers(version))
        kept = {table.name for table in tables}
        return replace(self, tables=tables, rules=tuple(rule for rule in self.rules if rule.table in kept))

    def table(self, name: str) -> TableSchema:
        """The schema of one table.

        Raises:
            KeyError: the benchmark has no such table.
        """
        return {table.name: table for table in self.tables}[name]

    def sorted_tables(self, tables: Tables) -> dict[str, pl.DataFrame]:
        """The tables in publishing order, the rows of each by its key."""
        return {table.name: tables[table.name].sort(table.key) for table in self.tables}


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


@dataclass(frozen=True)
class Violation:
    """One failed check.

    Attributes:
        table: table name.
        column: column name, or None when the whole row or table is meant.
        rule: what should have held.
        rows: how many rows break it.
        examples: the first few keys (or values, where a row has no usable key).
    """

    table: str
    column: str | None
    rule: str
    rows: int
    examples: tuple[str, ...]

    def __str__(self) -> str:
        """One line: table.column, rule, count, first keys."""
        place = f"{self.table}.{self.column}" if self.column else self.table
        examples = ", ".join(self.examples)
        return f"{place}: {self.rule} ({self.rows} rows: {examples})" if examples else f"{place}: {self.rule}"


def row_key(row: Mapping[str, Any], key: tuple[str, ...]) -> str:
    """A row's key as people write it: its parts joined by slashes."""
    return "/".join(str(row.get(part, "?")) for part in key)
