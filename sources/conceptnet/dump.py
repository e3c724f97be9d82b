"""An assertion dump as checked frames: streamed block by block, every line accounted for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from ...errors import SourceError
from .chunks import BLOCK, line_blocks
from .columns import ASSERTION
from .metadata import decode_metadata
from .rows import BadRow, parse_block
from .surface import with_relations_mended, with_surfaces_in_order
from .uri import node_columns

KEPT_BAD_ROWS = 1_000
_RELATION = r"^/r/(.+)$"


@dataclass
class RowCounts:
    """Where the lines of a file went; ``rows == selected + passed_over + bad`` at the end.

    Attributes:
        rows: lines of the file.
        selected: rows given to the caller.
        passed_over: whole rows that the selection did not ask for (their metadata is not looked at).
        bad: lines that are not rows.
        bad_rows: the first thousand of them, with line number and reason.
    """

    rows: int = 0
    selected: int = 0
    passed_over: int = 0
    bad: int = 0
    bad_rows: list[BadRow] = field(default_factory=list)

    def note(self, bad: list[BadRow]) -> None:
        """Count bad rows and keep the first ones."""
        self.bad += len(bad)
        self.bad_rows += bad[: KEPT_BAD_ROWS - len(self.bad_rows)]


def stream_dump(
    path: Path, counts: RowCounts, *, keep: pl.Expr | None = None, strict: bool = False, block: int = BLOCK
) -> Iterator[pl.DataFrame]:
    """The assertions of a dump, as frames of the columns ``ASSERTION``, in file order.

    Args:
        path: plain or gzip, five tab-separated columns, no header, no quoting.
        counts: filled while reading, complete once the iterator is used up.
        keep: rows wanted, told by the text columns ``rel``, ``start``, ``end`` (full URIs); all when None.
        strict: stop at the first bad row.
        block: bytes read at a time.

    Raises:
        SourceError: unreadable or truncated file, or, with ``strict``, a bad row.
    """
    for data in line_blocks(path, block):
        rows, unusable, lines = parse_block(data, counts.rows + 1)
        misfits, rows = _misfits(rows)
        wanted = rows if keep is None else rows.filter(keep)
        frame, undecodable = decode_metadata(wanted)
        bad = sorted([*unusable, *misfits, *undecodable], key=lambda row: row.line)
        if bad and strict:
            raise SourceError(
                f"line {bad[0].line}: {bad[0].reason}",
                where=str(path),
                fix="mend it, or read without --strict",
            )
        counts.rows += lines
        counts.selected += frame.height
        counts.passed_over += rows.height - wanted.height
        counts.note(bad)
        if frame.height:
            yield assertion_frame(frame)


def read_dump(
    path: Path, *, keep: pl.Expr | None = None, strict: bool = False
) -> tuple[pl.DataFrame, RowCounts]:
    """All wanted assertions of a dump in one frame, and where its lines went.

    Raises:
        SourceError: as for ``stream_dump``.
    """
    counts = RowCounts()
    frames = list(stream_dump(path, counts, keep=keep, strict=strict))
    return pl.concat(frames, rechunk=False) if frames else pl.DataFrame(schema=ASSERTION), counts


def assertion_frame(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with ``rel``, node URIs and decoded metadata as the columns ``ASSERTION``."""
    split = rows.with_columns(
        pl.col("rel").str.strip_prefix("/r/").alias("relation"), *node_columns("start"), *node_columns("end")
    )
    return with_relations_mended(with_surfaces_in_order(split)).select(
        pl.col(name).cast(kind) for name, kind in ASSERTION.items()
    )


def _misfits(rows: pl.DataFrame) -> tuple[list[BadRow], pl.DataFrame]:
    # Column 1 is not compared with the others: ExternalURL rows glue a slash before their end.
    checks = {
        "column 2 is not a relation URI": pl.col("rel").str.starts_with("/r/"),
        "column 3 is not a concept URI": pl.col("start").str.starts_with("/c/"),
        "column 4 is neither a concept URI nor a URL": pl.col("end").str.starts_with("/c/")
        | pl.col("end").str.contains("://", literal=True),
    }
    fits = rows.select(pl.all_horizontal(checks.values())).to_series()
    if fits.all():
        return [], rows
    wrong = rows.filter(~fits).with_columns(
        pl.coalesce(pl.when(~ok).then(pl.lit(why)) for why, ok in checks.items()).alias("why")
    )
    bad = [BadRow(line, why) for line, why in wrong.select("line", "why").iter_rows()]
    return bad, rows.filter(fits)
