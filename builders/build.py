"""A benchmark's tables, built from its sources and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from ..errors import UsageError
from .schemas import schema_of
from .schemas.validate import validate_tables

if TYPE_CHECKING:
    import polars as pl

    from ..sources.record import SourceRecord

Settings = Mapping[str, object]


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


# Module and function that read the sources of a benchmark and build its tables from them.
_BUILDERS = {
    "sharp": ("sharp.build", "build_sharp"),
    "bias": ("bias.build", "build_bias"),
    "picon": ("picon.build", "build_picon"),
}


def build(benchmark: str, settings: Settings | None = None) -> Build:
    """Build all tables of a benchmark and check them.

    Args:
        benchmark: one of ``benchmarks.BENCHMARKS``.
        settings: builder settings; the default of each benchmark when None.

    Raises:
        UsageError: unknown benchmark or setting.
        SourceError: a source is missing or unreadable.
        SchemaError: the tables break their schema.
    """
    schema = schema_of(benchmark)
    if benchmark not in _BUILDERS:
        raise UsageError(f"{benchmark} is built from its own file", fix="run 'standfast topics add FILE'")
    module, function = _BUILDERS[benchmark]
    builder: Callable[[Settings], Build] = getattr(import_module(f".{module}", __package__), function)
    built = builder(settings or {})
    return replace(built, tables=validate_tables(schema, built.tables))
