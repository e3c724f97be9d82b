"""Pages of the ConceptNet web API (JSON-LD), as served by 5.5 and later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from ...errors import SourceError
from .columns import ASSERTION
from .dump import RowCounts, assertion_frame
from .rows import BadRow

_ROW = {
    "line": pl.UInt64,
    "uri": pl.String,
    "rel": pl.String,
    "start": pl.String,
    "end": pl.String,
    "weight": pl.Float64,
    "dataset": pl.String,
    "licence": pl.String,
    "surface_text": pl.String,
    "surface_start": pl.String,
    "surface_end": pl.String,
}


def read_api_page(path: Path, *, strict: bool = False) -> tuple[pl.DataFrame, RowCounts]:
    """The edges of one API answer; ``line`` is the edge's number on the page.

    Surface spans are the nodes' labels, as there where a text exists.

    Raises:
        SourceError: not an API page, an error answer, or, with ``strict``, an edge that lacks a part.
    """
    page = _page(path)
    counts = RowCounts(rows=len(page["edges"]))
    rows = []
    for number, edge in enumerate(page["edges"], start=1):
        try:
            rows.append(_row(number, edge))
        except (KeyError, TypeError, AttributeError) as error:
            bad = BadRow(number, f"the edge lacks {error}")
            if strict:
                raise SourceError(
                    f"edge {number}: {bad.reason}", where=str(path), fix="mend it, or read without --strict"
                ) from error
            counts.note([bad])
    counts.selected = len(rows)
    frame = pl.DataFrame(rows, schema=_ROW, orient="row")
    return (assertion_frame(frame) if rows else pl.DataFrame(schema=ASSERTION)), counts


def _page(path: Path) -> Mapping[str, Any]:
    try:
        page = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourceError(
            f"the page cannot be read ({error.strerror})", where=str(path), fix="check the path"
        ) from error
    except ValueError as error:
        raise SourceError(f"the page is not JSON ({error})", where=str(path), fix="fetch it again") from error
    if isinstance(page, dict) and "error" in page:
        raise SourceError(f"the API answered {page['error']}", where=str(path), fix="ask for a node it has")
    if not isinstance(page, dict) or not isinstance(page.get("edges"), list):
        raise SourceError("not an API page: it has no list of edges", where=str(path), fix="fetch it again")
    return page


def _row(number: int, edge: Mapping[str, Any]) -> tuple[Any, ...]:
    start, end = edge["start"], edge["end"]
    text = edge.get("surfaceText")
    labels = (start["label"], end["label"]) if text else (None, None)
    return (
        number, edge["@id"], edge["rel"]["@id"], start["@id"], end["@id"], float(edge["weight"]),
        edge["dataset"], edge["license"], text, *labels,
    )  # fmt: skip
