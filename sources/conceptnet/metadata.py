"""The JSON column of a dump: weight, dataset, licence and surface text of each row."""

from __future__ import annotations

import json

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
        The rows whose metadata is a JSON object with a weight and a licence, and the other rows as bad.
    """
    decoded = _decode(rows)
    if decoded is not None:
        return decoded, []
    reasons = [_fault(text) for text in rows["metadata"]]
    bad = [
        BadRow(line, reason) for line, reason in zip(rows["line"], reasons, strict=True) if reason is not None
    ]
    good = rows.filter(pl.Series([reason is None for reason in reasons], dtype=pl.Boolean))
    decoded = _decode(good)
    if decoded is None:  # Polars refuses what Python's reader takes: read it there
        decoded = _decode(good.with_columns(pl.col("metadata").map_elements(_plain, return_dtype=pl.String)))
    if decoded is None:
        raise AssertionError("metadata checked by Python's reader and still not decoded")
    return decoded, bad


def _decode(rows: pl.DataFrame) -> pl.DataFrame | None:
    try:
        fields = rows["metadata"].str.json_decode(_FIELDS)
    except pl.exceptions.PolarsError:
        return None
    frame = rows.drop("metadata").with_columns(fields.struct.unnest().rename(_NAMES))
    complete = frame.select(pl.col("weight", "licence").is_not_null().all()).row(0)
    return frame if all(complete) else None


def _fault(text: str) -> str | None:
    try:
        fields = json.loads(text)
    except ValueError as error:
        return f"metadata is not JSON ({error})"
    if not isinstance(fields, dict):
        return "metadata is not a JSON object"
    weight = fields.get("weight")
    if not isinstance(weight, int | float) or isinstance(weight, bool):
        return "metadata has no weight"
    if not isinstance(fields.get("license"), str):
        return "metadata has no licence"
    texts = ("dataset", "surfaceText", "surfaceStart", "surfaceEnd")
    wrong = [name for name in texts if not isinstance(fields.get(name), str | None)]
    return f"metadata field {wrong[0]} is not text" if wrong else None


def _plain(text: str) -> str:
    fields = json.loads(text)
    return json.dumps(
        {name: fields.get(name) for name in ("weight", "dataset", "license", *list(_NAMES)[1:])}
    )
