"""Blocks of lines into frames of five text columns, with the lines that are not rows told apart."""

from __future__ import annotations

import io
from dataclasses import dataclass

import polars as pl

COLUMNS = ("uri", "rel", "start", "end", "metadata")
_SCHEMA = dict.fromkeys(COLUMNS, pl.String)


@dataclass(frozen=True)
class BadRow:
    """A line that cannot be used.

    Attributes:
        line: its number in the file, from 1.
        reason: what is wrong with it.
    """

    line: int
    reason: str


def parse_block(block: bytes, first_line: int) -> tuple[pl.DataFrame, list[BadRow], int]:
    """The rows of a block, its bad rows, and how many lines it has.

    The whole block goes to Polars first; only a block with something wrong in it is looked at line by line.

    Returns:
        A frame with ``line`` and the five columns; the bad rows; the number of lines.
    """
    lines = block.count(b"\n") + (not block.endswith(b"\n"))
    try:
        frame = _read(block)
    except pl.exceptions.PolarsError:
        return *_parse_lines(block, first_line), lines
    if frame.height != lines or frame["metadata"].null_count():
        return *_parse_lines(block, first_line), lines
    numbers = pl.Series("line", range(first_line, first_line + lines), dtype=pl.UInt64)
    return frame.insert_column(0, numbers), [], lines


def _read(block: bytes) -> pl.DataFrame:
    return pl.read_csv(
        io.BytesIO(block),
        has_header=False,
        separator="\t",
        quote_char=None,
        schema=_SCHEMA,
        extra_columns="raise",
        raise_if_empty=False,
    )


def _parse_lines(block: bytes, first_line: int) -> tuple[pl.DataFrame, list[BadRow]]:
    good: list[tuple[int, list[str]]] = []
    bad = []
    for number, line in enumerate(block.removesuffix(b"\n").split(b"\n"), start=first_line):
        cells = _cells(line)
        if isinstance(cells, str):
            bad.append(BadRow(number, cells))
        else:
            good.append((number, cells))
    rows = [(number, *cells) for number, cells in good]
    return pl.DataFrame(rows, schema={"line": pl.UInt64, **_SCHEMA}, orient="row"), bad


def _cells(line: bytes) -> list[str] | str:
    try:
        cells = line.removesuffix(b"\r").decode("utf-8").split("\t")
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8"
    if len(cells) != len(COLUMNS):
        return (
            f"{len(cells)} tab-separated columns instead of {len(COLUMNS)}" if cells != [""] else "empty line"
        )
    return cells if all(cells) else "empty column"
