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
BATCH = 50_000


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
        self.bad_rows = sorted([*self.bad_rows, *bad], key=lambda row: row.line)[:KEPT_BAD_ROWS]

    def add(self, other: RowCounts) -> None:
        """Count the rows of another file too."""
        self.rows += other.rows
        self.selected += other.selected
        self.passed_over += other.passed_over
        self.bad += other.bad
        self.bad_rows = [*self.bad_rows, *other.bad_rows][:KEPT_BAD_ROWS]


def stream_dump(
    path: Path,
    counts: RowCounts,
    *,
    keep: pl.Expr | None = None,
    strict: bool = False,
    block: int = BLOCK,
    batch: int = BATCH,
) -> Iterator[pl.DataFrame]:
    """The assertions of a dump, as frames of the columns ``ASSERTION``, in file order.

    Args:
        path: plain or gzip, five tab-separated columns, no header, no quoting.
        counts: filled while reading, complete once the iterator is used up.
        keep: rows wanted, told by the text columns ``rel``, ``start``, ``end`` (full URIs); all when None.
        strict: stop at the first bad row.
        block: bytes read at a time.
        batch: rows gathered before their metadata is decoded and they are handed on.

    Raises:
        SourceError: unreadable or truncated file, or, with ``strict``, a bad row.
    """
    waiting: list[pl.DataFrame] = []
    for data in line_blocks(path, block):
        parsed = parse_block(data, counts.rows + 1, keep)
        if parsed.bad and strict:
            raise _stop(path, parsed.bad[0])
        counts.rows += parsed.lines
        counts.passed_over += parsed.lines - len(parsed.bad) - parsed.rows.height
        counts.note(parsed.bad)
        waiting.append(parsed.rows)
        if sum(rows.height for rows in waiting) >= batch:
            yield from _decoded(path, waiting, counts, strict=strict)
            waiting = []
    yield from _decoded(path, waiting, counts, strict=strict)


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


def _decoded(
    path: Path, waiting: list[pl.DataFrame], counts: RowCounts, *, strict: bool
) -> Iterator[pl.DataFrame]:
    if not any(rows.height for rows in waiting):
        return
    frame, bad = decode_metadata(pl.concat(waiting))
    if bad and strict:
        raise _stop(path, bad[0])
    counts.selected += frame.height
    counts.note(bad)
    if frame.height:
        yield assertion_frame(frame)


def _stop(path: Path, row: BadRow) -> SourceError:
    return SourceError(
        f"line {row.line}: {row.reason}", where=str(path), fix="mend it, or read without --strict"
    )
