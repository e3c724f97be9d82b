"""Any ConceptNet file, told by its content: a dump, pages of the API, or triples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import polars as pl

from ...errors import SourceError
from .api import read_api_page
from .chunks import line_blocks
from .dump import RowCounts, stream_dump
from .relations import is_relation
from .triples import stream_triples

Kind = Literal["dump", "page", "triples"]
_HEAD = 2**16
_LOOKED_AT = 1_000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_PAGES = ("*.json", "*.json.gz")


def kind_of(path: Path) -> Kind:
    """What a file holds: JSON is a page; otherwise the first of its lines that has a known form tells.

    A line of five columns of which the second begins with ``/r/`` is a dump's, one of three columns of which
    the first is a relation is a triple. Names and endings do not count. A folder holds pages.

    Raises:
        SourceError: the file cannot be read, is empty, or holds none of the three.
    """
    if path.is_dir():
        return "page"
    head = next(line_blocks(path, _HEAD), b"").removeprefix(_BYTE_ORDER_MARK).lstrip()
    if not head:
        raise SourceError("the file is empty", where=str(path), fix="fetch it again")
    if head.startswith((b"{", b"[")):
        return "page"
    lines = head.split(b"\n", _LOOKED_AT)[:_LOOKED_AT]
    for cells in (line.rstrip(b"\r").split(b"\t") for line in lines):
        if len(cells) == 5 and cells[1].startswith(b"/r/"):
            return "dump"
        if len(cells) == 3 and is_relation(cells[0].decode("utf-8", "replace").removeprefix("/r/")):
            return "triples"
    raise _no_kind(path, lines[0].split(b"\t"))


def stream_assertions(
    path: Path,
    counts: RowCounts,
    *,
    keep: pl.Expr | None = None,
    strict: bool = False,
    licence: str | None = None,
) -> Iterator[pl.DataFrame]:
    """The assertions of a file of any kind, or of a folder of API pages, as frames of ``ASSERTION``.

    Args:
        path: the file, or a folder whose ``*.json`` and ``*.json.gz`` are pages.
        counts: filled while reading; rows of a folder are counted over all its pages.
        keep: rows wanted, as for ``dump.stream_dump``.
        strict: stop at the first bad row.
        licence: of triples, which state none; the other kinds have one in each row.

    Raises:
        SourceError: a file is none of the three kinds, or as the reader of its kind says.
    """
    match kind_of(path):
        case "dump":
            yield from stream_dump(path, counts, keep=keep, strict=strict)
        case "triples":
            dataset = f"/d/triples/{path.name.partition('.')[0].replace(' ', '_')}"
            yield from stream_triples(
                path, counts, dataset=dataset, licence=licence, keep=keep, strict=strict
            )
        case "page":
            for page in pages_of(path):
                frame, found = read_api_page(page, keep=keep, strict=strict)
                named = f" (page {page.name})" if page != path else ""
                found.bad_rows = [replace(row, reason=row.reason + named) for row in found.bad_rows]
                counts.add(found)
                yield frame


def pages_of(path: Path) -> list[Path]:
    """The API pages of a folder, by name; a file is its own only page.

    Raises:
        SourceError: the folder holds none.
    """
    if not path.is_dir():
        return [path]
    pages = sorted(page for pattern in _PAGES for page in path.glob(pattern))
    if not pages:
        raise SourceError(
            "the folder holds no page of the API (*.json)", where=str(path), fix="name files one by one"
        )
    return pages


def _no_kind(path: Path, cells: list[bytes]) -> SourceError:
    forms = "give a dump (five columns), a page of the API (JSON) or triples (relation, head, tail)"
    if len(cells) == 3:
        first = cells[0][:40].decode("utf-8", "replace")
        return SourceError(f"column 1 of line 1 is no relation ({first!r})", where=str(path), fix=forms)
    if len(cells) == 4:
        forms = "of triples give relation, head and tail alone, and only those that are held to be true"
    columns = f"{len(cells)} tab-separated column{'s' * (len(cells) > 1)}"
    return SourceError(f"not a ConceptNet file: line 1 has {columns}", where=str(path), fix=forms)
