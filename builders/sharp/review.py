"""Reviews of ``sharp`` on disk: sheets that go out and come back, and the decisions that a build applies."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl

from ...errors import SourceError
from ...sources.curated import parse_tsv, read_curated_table
from ..building import Settings
from .claims.review import DECISIONS, SHEET, apply_decisions, review_sheet, take_decisions
from .pairs import complete_pairs
from .settings import SharpSettings, read_settings


def write_sheet(path: Path, settings: Settings, decisions: Path, *, everything: bool = False) -> int:
    """Write a sheet of the assertions still to be decided, or of all; returns how many.

    Raises:
        SourceError, BuildError: a source or the decisions file is broken.
    """
    known = _known(decisions)
    pairs = apply_decisions(_complete_pairs(settings), known)
    open_only = pairs if everything else pairs.filter(pl.col("review") == "unreviewed")
    _write(path, review_sheet(open_only))
    return open_only.height


def take_sheet(path: Path, settings: Settings, decisions: Path) -> dict[str, int]:
    """Add the decisions of a filled sheet to the decisions file; returns how many of each kind.

    Raises:
        SourceError: the sheet is not a table of the sheet's columns.
        BuildError: a decision cannot be taken as it is.
    """
    sheet = parse_tsv(_bytes(path, "the file"), where=str(path))
    if missing := [name for name in SHEET if name not in sheet.columns]:
        raise SourceError(
            f"the sheet has no column {missing[0]!r}", where=str(path), fix="keep all columns of the sheet"
        )
    pairs = _complete_pairs(settings)
    _write(decisions, take_decisions(sheet, pairs, _known(decisions)))
    return dict(sorted(Counter(sheet["decision"].drop_nulls()).items()))


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
    return parse_tsv(_bytes(path, "the decisions"), where=str(path))


def _complete_pairs(settings: Settings) -> pl.DataFrame:
    chosen, translation = read_settings(settings)
    return complete_pairs(chosen, translation.translate if translation else None)


def _known(path: Path) -> pl.DataFrame:
    if path.exists():
        return read_decisions_file(path)
    return pl.DataFrame(schema=dict.fromkeys(DECISIONS, pl.String))


def _bytes(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"{what} cannot be read ({error.strerror})", where=str(path), fix="check the path"
        ) from error


def _write(path: Path, table: pl.DataFrame) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ["\t".join(cell or "" for cell in row) for row in table.iter_rows()]
    path.write_text("\n".join(["\t".join(table.columns), *lines, ""]), encoding="utf-8", newline="\n")
