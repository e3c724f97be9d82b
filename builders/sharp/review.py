"""Review sheets of ``sharp`` on disk: out to people and spreadsheets, and back into a decisions file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl

from ...errors import SourceError
from ...sources.curated import parse_tsv
from ..build import Settings
from .claims.review import DECISIONS, SHEET, apply_decisions, review_sheet, take_decisions
from .decisions import read_decisions_file
from .pairs import complete_pairs
from .settings import sharp_settings


def write_sheet(path: Path, settings: Settings, decisions: Path, *, everything: bool = False) -> int:
    """Write a sheet of the assertions still to be decided, or of all; returns how many.

    Raises:
        SourceError, BuildError: a source or the decisions file is broken.
    """
    known = _known(decisions)
    pairs = apply_decisions(complete_pairs(sharp_settings(settings)), known)
    open_only = pairs if everything else pairs.filter(pl.col("review") == "unreviewed")
    _write(path, review_sheet(open_only))
    return open_only.height


def take_sheet(path: Path, settings: Settings, decisions: Path) -> dict[str, int]:
    """Add the decisions of a filled sheet to the decisions file; returns how many of each kind.

    Raises:
        SourceError: the sheet is not a table of the sheet's columns.
        BuildError: a decision cannot be taken as it is.
    """
    sheet = parse_tsv(_bytes(path), where=str(path))
    if missing := [name for name in SHEET if name not in sheet.columns]:
        raise SourceError(
            f"the sheet has no column {missing[0]!r}", where=str(path), fix="keep all columns of the sheet"
        )
    pairs = complete_pairs(sharp_settings(settings))
    _write(decisions, take_decisions(sheet, pairs, _known(decisions)))
    return dict(sorted(Counter(sheet["decision"].drop_nulls()).items()))


def _known(path: Path) -> pl.DataFrame:
    if path.exists():
        return read_decisions_file(path)
    return pl.DataFrame(schema=dict.fromkeys(DECISIONS, pl.String))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"the file cannot be read ({error.strerror})", where=str(path), fix="check the path"
        ) from error


def _write(path: Path, table: pl.DataFrame) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["\t".join(cell or "" for cell in row) for row in table.iter_rows()]
    path.write_text("\n".join(["\t".join(table.columns), *lines, ""]), encoding="utf-8", newline="\n")
