"""The decisions of reviewers that a build of ``sharp`` applies."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from ...errors import SourceError
from ...sources.curated import parse_tsv, read_curated_table
from .settings import SharpSettings


def read_decisions(settings: SharpSettings) -> pl.DataFrame:
    """The decisions to apply: the file named, else those that ship, which are on the curated wordings only.

    Raises:
        SourceError: the file is missing or broken.
    """
    if settings.decisions is not None:
        return read_decisions_file(settings.decisions)
    shipped = read_curated_table("sharp", "decisions")
    return shipped.clear() if settings.conceptnet else shipped


def read_decisions_file(path: Path) -> pl.DataFrame:
    """A decisions file.

    Raises:
        SourceError: it is missing or no table.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"the decisions cannot be read ({error.strerror})", where=str(path), fix="check the path"
        ) from error
    return parse_tsv(data, where=str(path))
