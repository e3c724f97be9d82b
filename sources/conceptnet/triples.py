"""Three-column triples (relation, head, tail), the form in which others pass ConceptNet subsets on."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from ...errors import SourceError
from .chunks import line_blocks
from .dump import RowCounts, assertion_frame
from .rows import BadRow
from .uri import assertion_uri, normalise_term

LICENCE = "cc:by-sa/4.0"
_ROW = {
    "line": pl.UInt64,
    "uri": pl.String,
    "rel": pl.String,
    "start": pl.String,
    "end": pl.String,
    "surface_start": pl.String,
    "surface_end": pl.String,
}


def read_triples(
    path: Path, *, language: str = "en", dataset: str = "triples", strict: bool = False
) -> tuple[pl.DataFrame, RowCounts]:
    """Triples as assertions: terms normalised, no weight, the licence that ConceptNet as a whole has.

    Args:
        path: plain or gzip text, ``relation<TAB>head<TAB>tail``; further columns are not allowed.
        language: of heads and tails.
        dataset: what the column ``dataset`` shall say.
        strict: stop at the first bad line.

    Raises:
        SourceError: unreadable file or, with ``strict``, a bad line.
    """
    counts, rows = RowCounts(), []
    for block in line_blocks(path):
        for line in block.removesuffix(b"\n").split(b"\n"):
            counts.rows += 1
            row = _triple(counts.rows, line, language)
            if isinstance(row, BadRow):
                if strict:
                    raise SourceError(
                        f"line {row.line}: {row.reason}",
                        where=str(path),
                        fix="mend it, or read without --strict",
                    )
                counts.note([row])
            else:
                rows.append(row)
    counts.selected = len(rows)
    frame = pl.DataFrame(rows, schema=_ROW, orient="row").with_columns(
        weight=pl.lit(None, pl.Float64),
        dataset=pl.lit(dataset),
        licence=pl.lit(LICENCE),
        surface_text=pl.lit(None, pl.String),
    )
    return assertion_frame(frame), counts


def _triple(number: int, line: bytes, language: str) -> tuple[object, ...] | BadRow:
    try:
        cells = line.decode("utf-8").rstrip("\r").split("\t")
    except UnicodeDecodeError as error:
        return BadRow(number, f"byte {error.start + 1} is not UTF-8")
    if len(cells) != 3 or not all(cells):
        return BadRow(number, f"{len(cells)} columns instead of relation, head and tail")
    relation, head, tail = cells[0].removeprefix("/r/"), cells[1].strip(), cells[2].strip()
    terms = [normalise_term(text, language) for text in (head, tail)]
    if not all(terms):
        return BadRow(number, "a term has no letter or digit")
    start, end = (f"/c/{language}/{term}" for term in terms)
    return (number, assertion_uri(relation, start, end), f"/r/{relation}", start, end, head, tail)
