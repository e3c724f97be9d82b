"""The JSON column of a dump: weight, dataset, licence and surface text of each row."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import polars as pl

from .rows import BadRow

_FIELDS = pl.Struct(
    {
        "weight": pl.Float64,
        "dataset": pl.String,
        "license": pl.String,
        "surfaceText": pl.String,
        "surfaceStart": pl.String,
        "surfaceEnd": pl.String,
    }
)
_NAMES = {
    "license": "licence",
    "surfaceText": "surface_text",
    "surfaceStart": "surface_start",
    "surfaceEnd": "surface_end",
}


def decode_metadata(rows: pl.DataFrame) -> tuple[pl.DataFrame, list[BadRow]]:
    """Replace ``metadata`` by ``weight``, ``dataset``, ``licence`` and the three surface columns.

    Returns:
        The rows whose metadata is a JSON object with a weight above zero and a licence, and the other rows
        as bad. (The builder of ConceptNet gives out no row of another weight; in older sets a negative one
        denies what the row says.)
    """
    decoded = _decode(rows)
    if decoded is not None:
        return decoded, []
    reasons = [_fault(text) for text in rows["metadata"]]
    bad = [
        BadRow(line, reason) for line, reason in zip(rows["line"], reasons, strict=True) if reason is not None
    ]
    good = rows.filter(pl.Series([reason is None for reason in reasons], dtype=pl.Boolean))
    # Polars may refuse what Python's reader takes: then all are read there.
    decoded = _decode(good)
    return (_decode_by_row(good) if decoded is None else decoded), bad


def _decode(rows: pl.DataFrame) -> pl.DataFrame | None:
    try:
        fields = rows["metadata"].str.json_decode(_FIELDS)
    except pl.exceptions.PolarsError:
        return None
    frame = rows.drop("metadata").with_columns(fields.struct.unnest().rename(_NAMES))
    weighed = (pl.col("weight") > 0) & pl.col("weight").is_finite()
    whole = frame.select((weighed & pl.col("licence").is_not_null()).fill_null(value=False).all())
    return frame if whole.item() else None


def _decode_by_row(rows: pl.DataFrame) -> pl.DataFrame:
    names = list(_FIELDS.to_schema())
    fields = [[json.loads(text).get(name) for name in names] for text in rows["metadata"]]
    frame = pl.DataFrame(
        [[_utf8(value) if isinstance(value, str) else value for value in row] for row in fields],
        schema=_FIELDS.to_schema(),
        orient="row",
    )
    return rows.drop("metadata").hstack(frame.rename(_NAMES))


def _fault(text: str) -> str | None:
    try:
        fields = json.loads(text)
    except ValueError as error:
        return f"metadata is not JSON ({error})"
    except RecursionError:
        return "metadata is nested too deep"
    if not isinstance(fields, dict):
        return "metadata is not a JSON object"
    return weight_fault(fields.get("weight")) or _text_fault(fields)


def weight_fault(weight: object) -> str | None:
    """What is wrong with a weight as JSON gave it, or None."""
    if not isinstance(weight, int | float) or isinstance(weight, bool):
        return "it has no weight"
    return None if math.isfinite(weight) and weight > 0 else f"its weight is {weight}"


def _text_fault(fields: Mapping[str, Any]) -> str | None:
    if not isinstance(fields.get("license"), str):
        return "metadata has no licence"
    texts = ("dataset", "surfaceText", "surfaceStart", "surfaceEnd")
    wrong = [name for name in texts if not isinstance(fields.get(name), str | None)]
    return f"metadata field {wrong[0]} is not text" if wrong else None


def _utf8(text: str) -> str:
    # Half a surrogate pair can be escaped in JSON, but not said in UTF-8.
    return text.encode("utf-8", "replace").decode()
