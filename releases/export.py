"""A release's tables as files that other programs read: CSV, JSON Lines or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import polars as pl

from ..builders.parquet import write_table
from ..errors import ReleaseError
from .digest import canonical_json
from .release import Release

Format = Literal["csv", "jsonl", "parquet"]


def export(release: Release, target: Path, form: Format) -> list[Path]:
    """Write one file per table into a folder; in CSV a list stands as a JSON array in its cell.

    Returns:
        The files written.

    Raises:
        ReleaseError: a file of that name exists already.
    """
    paths = {name: target / f"{name}.{form}" for name in release.tables}
    for path in paths.values():
        if path.exists():
            raise ReleaseError(
                "the file exists already", where=str(path), fix="choose another folder with --out"
            )
    target.mkdir(parents=True, exist_ok=True)
    for name, table in release.tables.items():
        _write(table, paths[name], form)
    return list(paths.values())


def _write(table: pl.DataFrame, path: Path, form: Format) -> None:
    if form == "parquet":
        write_table(path, table)
    elif form == "jsonl":
        table.write_ndjson(path)
    else:
        _flat(table).write_csv(path)


def _flat(table: pl.DataFrame) -> pl.DataFrame:
    nested = [name for name, dtype in table.schema.items() if dtype.is_nested()]
    return table.with_columns(
        pl.Series(
            name, [None if cell is None else canonical_json(cell).decode() for cell in table[name].to_list()]
        )
        for name in nested
    )
