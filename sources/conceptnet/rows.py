"""Blocks of lines into frames of five text columns, with the lines that are not rows told apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

COLUMNS = ("uri", "rel", "start", "end", "metadata")
_SCHEMA = dict.fromkeys(COLUMNS, pl.String)
_NEWLINE = ord("\n")

# Column 1 is not compared with the others: ExternalURL rows glue a slash before their end. What a block is
# tested for is what nearly all rows are; a row with an affix (/x/en/-ish) is looked at by itself. An empty
# column is null, as is the last one of a row too short.
_SUSPECT = ~pl.all_horizontal(
    pl.col("uri").is_not_null(),
    pl.col("rel").str.starts_with("/r/"),
    pl.col("start").str.starts_with("/c/"),
    pl.col("end").str.starts_with("/c/") | pl.col("end").str.starts_with("http"),
    pl.col("metadata").is_not_null(),
).fill_null(value=False)
_CONCEPTS = ("/c/", "/x/")


@dataclass(frozen=True)
class BadRow:
    """A line that cannot be used.

    Attributes:
        line: its number in the file, from 1.
        reason: what is wrong with it.
    """

    line: int
    reason: str


@dataclass(frozen=True)
class Block:
    """What became of a block of lines.

    Attributes:
        rows: the rows asked for: ``line`` and the five text columns.
        bad: lines that are not rows.
        lines: how many lines the block has.
    """

    rows: pl.DataFrame
    bad: list[BadRow]
    lines: int


def parse_block(block: bytes, first_line: int, keep: pl.Expr | None) -> Block:
    """The wanted rows of a block and its bad lines.

    The whole block goes to Polars, which drops unwanted rows while it parses; only a block with something
    wrong in it is looked at line by line.
    """
    whole = int(np.count_nonzero(np.frombuffer(block, np.uint8) == _NEWLINE))
    lines = whole + (not block.endswith(b"\n"))
    wanted = pl.lit(value=True) if keep is None else keep
    # The faults are a column beside the others: a filter that works them out itself takes longer.
    query = _scan(block, first_line).with_columns(suspect=_SUSPECT).filter(wanted | pl.col("suspect"))
    try:
        rows = query.collect()
    except pl.exceptions.PolarsError:
        return _parse_lines(block, first_line, lines, wanted)
    if rows["suspect"].any():
        return _parse_lines(block, first_line, lines, wanted)
    return Block(_apart(rows.drop("suspect")), [], lines)


def _scan(block: bytes, first_line: int) -> pl.LazyFrame:
    return pl.scan_csv(
        block,
        has_header=False,
        separator="\t",
        quote_char=None,
        schema=_SCHEMA,
        extra_columns="raise",
        raise_if_empty=False,
        row_index_name="line",
        row_index_offset=first_line,
    ).with_columns(pl.col("line").cast(pl.UInt64))


def _apart(rows: pl.DataFrame) -> pl.DataFrame:
    # Polars' strings are views into the block they were cut from: a few kept rows would hold all of it. (Part
    # of the query it would be a little quicker, and hold a tenth more memory.)
    return rows.with_columns(pl.concat_str(column, pl.lit("")) for column in COLUMNS)


def _parse_lines(block: bytes, first_line: int, lines: int, wanted: pl.Expr) -> Block:
    good: list[tuple[object, ...]] = []
    bad = []
    for number, line in enumerate(block.removesuffix(b"\n").split(b"\n"), start=first_line):
        cells = _cells(line)
        if isinstance(cells, str):
            bad.append(BadRow(number, cells))
        else:
            good.append((number, *cells))
    rows = pl.DataFrame(good, schema={"line": pl.UInt64, **_SCHEMA}, orient="row")
    return Block(rows.filter(wanted), bad, lines)


def uri_fault(rel: str, start: str, end: str) -> str | None:
    """What is wrong with the relation, start or end of a row, or None.

    A start or end may be an affix (``/x/<language>/…``), which the format allows and no claim is made of.
    """
    if not rel.startswith("/r/"):
        return f"the relation {rel[:40]!r} is no relation URI"
    if not start.startswith(_CONCEPTS):
        return f"the start {start[:40]!r} is no concept URI"
    if not end.startswith((*_CONCEPTS, "http")):
        return f"the end {end[:40]!r} is neither a concept URI nor a URL"
    return None


def _cells(line: bytes) -> list[str] | str:
    try:
        cells = line.removesuffix(b"\r").decode("utf-8").split("\t")
    except UnicodeDecodeError as error:
        return f"byte {error.start + 1} is not UTF-8"
    if cells == [""]:
        return "empty line"
    if len(cells) != len(COLUMNS):
        return f"{len(cells)} tab-separated columns instead of {len(COLUMNS)}"
    if not all(cells):
        return "empty column"
    return uri_fault(*cells[1:4]) or cells
