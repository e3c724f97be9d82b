"""One way to write a table and to read it back, so that the same rows give the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import polars as pl

from ..errors import SourceError


def write_table(target: Path | IO[bytes], table: pl.DataFrame) -> None:
    """Write Parquet with every setting fixed that would change the bytes."""
    table.write_parquet(
        target,
        compression="zstd",
        compression_level=3,
        statistics=True,
        row_group_size=100_000,
        use_pyarrow=False,
    )


def read_table(path: Path) -> pl.DataFrame:
    """Read a Parquet table.

    Raises:
        SourceError: the file is missing or is not Parquet.
    """
    try:
        return pl.read_parquet(path, memory_map=False)
    except FileNotFoundError as error:
        raise SourceError(
            "the table file is missing", where=str(path), fix="build or fetch it again"
        ) from error
    except (pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise SourceError(
            f"the table cannot be read ({reason})", where=str(path), fix="build or fetch it again"
        ) from error
