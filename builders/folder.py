"""A build on disk: Parquet tables beside ``build.json``, waiting to be frozen."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from ..errors import BuildError
from ..sources.record import SourceRecord
from .build import Build
from .parquet import read_table, write_table
from .schemas import schema_of

BUILD_FILE = "build.json"


def save_build(built: Build, folder: Path) -> None:
    """Write a build; a build that stood there before is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in built.tables.items():
        write_table(folder / f"{name}.parquet", table)
    record = {
        "benchmark": built.benchmark,
        "sources": [asdict(source) for source in built.sources],
        "settings": dict(built.settings),
    }
    (folder / BUILD_FILE).write_text(
        json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def read_build(folder: Path) -> Build:
    """Read a build back, unchecked: validate it before use.

    Raises:
        BuildError: the folder holds no build.
        SourceError: a table cannot be read.
    """
    try:
        record = json.loads((folder / BUILD_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BuildError(
            "there is no build in this folder",
            where=str(folder),
            fix=f"run 'standfast build {folder.name}' first",
        ) from error
    schema = schema_of(record["benchmark"])
    return Build(
        benchmark=record["benchmark"],
        tables={table.name: read_table(folder / f"{table.name}.parquet") for table in schema.tables},
        sources=tuple(SourceRecord(**source) for source in record["sources"]),
        settings=record["settings"],
    )
