"""Pages of the ConceptNet web API (JSON-LD), as served by 5.5 and later."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from ...errors import SourceError
from .columns import ASSERTION
from .dump import RowCounts, assertion_frame
from .metadata import weight_fault
from .rows import BadRow, uri_fault

_ROW = {
    "line": pl.UInt64,
    "uri": pl.String,
    "rel": pl.String,
    "start": pl.String,
    "end": pl.String,
    "dataset": pl.String,
    "licence": pl.String,
    "surface_text": pl.String,
    "surface_start": pl.String,
    "surface_end": pl.String,
    "weight": pl.Float64,
}
_GZIP = b"\x1f\x8b"


def read_api_page(
    path: Path, *, keep: pl.Expr | None = None, strict: bool = False
) -> tuple[pl.DataFrame, RowCounts]:
    """The edges of one API answer; ``line`` is the edge's number on the page.

    Surface spans are the nodes' labels, as there where a text exists.

    Args:
        path: the answer as it was served, plain or gzip.
        keep: edges wanted, as for ``dump.stream_dump``.
        strict: stop at the first bad edge.

    Raises:
        SourceError: not an API page, an error answer, or, with ``strict``, an edge that lacks a part.
    """
    page = _page(path)
    counts = RowCounts(rows=len(page["edges"]))
    rows = []
    for number, edge in enumerate(page["edges"], start=1):
        row = _row(number, edge)
        if not isinstance(row, str):
            rows.append(row)
        elif strict:
            raise SourceError(
                f"edge {number}: {row}", where=str(path), fix="mend it, or read without --strict"
            )
        else:
            counts.note([BadRow(number, row)])
    frame = pl.DataFrame(rows, schema=_ROW, orient="row")
    wanted = frame if keep is None else frame.filter(keep)
    counts.selected, counts.passed_over = wanted.height, frame.height - wanted.height
    return (assertion_frame(wanted) if wanted.height else pl.DataFrame(schema=ASSERTION)), counts


def _page(path: Path) -> Mapping[str, Any]:
    try:
        data = path.read_bytes()
        page = json.loads(gzip.decompress(data) if data.startswith(_GZIP) else data)
    except (EOFError, zlib.error) as error:
        raise SourceError("the gzip file ends too early", where=str(path), fix="fetch it again") from error
    except OSError as error:
        raise SourceError(
            f"the page cannot be read ({error.strerror or error})", where=str(path), fix="check the path"
        ) from error
    except (ValueError, RecursionError) as error:
        raise SourceError(f"the page is not JSON ({error})", where=str(path), fix="fetch it again") from error
    if isinstance(page, dict) and "error" in page:
        raise SourceError(f"the API answered {page['error']}", where=str(path), fix="ask for a node it has")
    if not isinstance(page, dict) or not isinstance(page.get("edges"), list):
        raise SourceError("not an API page: it has no list of edges", where=str(path), fix="fetch it again")
    return page


def _row(number: int, edge: Mapping[str, Any]) -> tuple[Any, ...] | str:
    """The row of an edge, or what is wrong with it."""
    try:
        start, end, text = edge["start"], edge["end"], edge.get("surfaceText")
        texts = [edge["@id"], edge["rel"]["@id"], start["@id"], end["@id"], edge["dataset"], edge["license"]]
        surface = [text, start["label"], end["label"]] if text else []
        weight = edge["weight"]
    except (KeyError, TypeError, AttributeError) as error:
        return f"the edge lacks {error}" if isinstance(error, KeyError) else "the edge is no JSON-LD edge"
    if not all(isinstance(part, str) for part in (*texts, *surface)):
        return "a part of the edge that should be text is not"
    return weight_fault(weight) or uri_fault(*texts[1:4]) or (
        number, *texts, *(surface or [None] * 3), float(weight),
    )  # fmt: skip
