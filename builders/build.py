"""A benchmark's tables, built from its sources and checked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..errors import UsageError
from .building import Settings, building_of
from .schemas.validate import validate_tables

if TYPE_CHECKING:
    import polars as pl

    from ..sources.record import SourceRecord


@dataclass(frozen=True)
class Build:
    """Checked tables with what they were made from.

    Attributes:
        benchmark: whose tables these are.
        tables: name to frame, in publishing order, each sorted by its key.
        sources: the material read.
        settings: builder settings that decide the outcome.
        notes: what a reader of the build should know of it, one sentence each; not kept with a release.
    """

    benchmark: str
    tables: dict[str, pl.DataFrame]
    sources: tuple[SourceRecord, ...]
    settings: Settings
    notes: tuple[str, ...] = ()


def build(benchmark: str, settings: Settings | None = None) -> Build:
    """Build all tables of a benchmark and check them.

    Args:
        benchmark: its name, as the registry has it.
        settings: builder settings; the default of each benchmark when None.

    Raises:
        UsageError: unknown benchmark or setting.
        SourceError: a source is missing or unreadable.
        SchemaError: the tables break their schema.
    """
    building = building_of(benchmark)
    if building.build is None:
        raise UsageError(f"{benchmark} is built from its own file", fix=f"run '{building.from_file}'")
    built = building.build(settings or {})
    return replace(built, tables=validate_tables(building.schema, built.tables))
