"""Three-column triples (relation, head, tail), the form in which others pass ConceptNet subsets on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from ...errors import SourceError
from .chunks import line_blocks
from .dump import RowCounts, assertion_frame
from .relations import is_relation
from .rows import BadRow
from .uri import NODE, assertion_uri, normalise_term

_NODE = re.compile(NODE)
_ROW = {
    "line": pl.UInt64,
    "uri": pl.String,
    "rel": pl.String,
    "start": pl.String,
    "end": pl.String,
    "surface_start": pl.String,
    "surface_end": pl.String,
}


def stream_triples(
    path: Path,
    counts: RowCounts,
    *,
    language: str = "en",
    dataset: str = "triples",
    licence: str | None = None,
    keep: pl.Expr | None = None,
    strict: bool = False,
) -> Iterator[pl.DataFrame]:
    """Triples as assertions, block by block: terms normalised, weight null.

    Heads and tails are words, or node URIs (``/c/pt/gato/n``), which stay as they are. A fourth column is no
    part of the form: it may be a weight, or a label that calls the triple false.

    Args:
        path: plain or gzip text, ``relation<TAB>head<TAB>tail``.
        counts: filled while reading, complete once the iterator is used up.
        language: of heads and tails that are words.
        dataset: what the column ``dataset`` shall say.
        licence: under which the triples were given out, as somebody who knows says; triples say nothing of
            it, and the column is null where nobody does.
        keep: rows wanted, as for ``stream_dump``.
        strict: stop at the first bad line.

    Raises:
        SourceError: unreadable file or, with ``strict``, a bad line.
    """
    for block in line_blocks(path):
        rows = []
        for line in block.removesuffix(b"\n").split(b"\n"):
            counts.rows += 1
            row = _triple(counts.rows, line, language)
            if isinstance(row, BadRow):
                _note(path, counts, row, strict=strict)
            else:
                rows.append(row)
        frame = pl.DataFrame(rows, schema=_ROW, orient="row")
        wanted = frame if keep is None else frame.filter(keep)
        counts.passed_over += frame.height - wanted.height
        counts.selected += wanted.height
        if wanted.height:
            yield assertion_frame(_unweighed(wanted, dataset, licence))


def _unweighed(rows: pl.DataFrame, dataset: str, licence: str | None) -> pl.DataFrame:
    return rows.with_columns(
        weight=pl.lit(None, pl.Float64),
        dataset=pl.lit(dataset),
        licence=pl.lit(licence, pl.String),
        surface_text=pl.lit(None, pl.String),
    )


def _note(path: Path, counts: RowCounts, row: BadRow, *, strict: bool) -> None:
    if strict:
        raise SourceError(
            f"line {row.line}: {row.reason}", where=str(path), fix="mend it, or read without --strict"
        )
    counts.note([row])


def _triple(number: int, line: bytes, language: str) -> tuple[object, ...] | BadRow:
    try:
        cells = line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r").split("\t")
    except UnicodeDecodeError as error:
        return BadRow(number, f"byte {error.start + 1} is not UTF-8")
    if len(cells) != 3 or not all(cells):
        return BadRow(number, f"{sum(map(bool, cells))} columns instead of relation, head and tail")
    relation, head, tail = cells[0].removeprefix("/r/"), cells[1].strip(), cells[2].strip()
    if not is_relation(relation):
        return BadRow(number, f"column 1 is no relation of ConceptNet ({relation[:40]!r})")
    start, end = _node(head, language), _node(tail, language)
    if start is None or end is None:
        return BadRow(number, "a term has no letter or digit")
    spans = tuple(None if text.startswith("/") else text for text in (head, tail))
    return (number, assertion_uri(relation, start, end), f"/r/{relation}", start, end, *spans)


def _node(text: str, language: str) -> str | None:
    if _NODE.match(text):
        return text
    term = normalise_term(text, language)
    return f"/c/{language}/{term}" if term else None
