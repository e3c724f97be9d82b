"""Digests of rows, files and manifests.

The content digest is one of rows, not of bytes: it does not change with the Parquet writer, its version
or its settings. Each row is written as a JSON array (UTF-8, no spaces, floats in their shortest form that
reads back equal) after a first line with the column names and types, the types by names fixed here; the
digest is the SHA-256 of these lines. Rows are taken in the order of the table, which is that of its key.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import polars as pl

from ..errors import ReleaseError

# Not the library's own names, which have changed before (Utf8 became String).
_TYPE_NAMES = {
    pl.String: "String",
    pl.Boolean: "Boolean",
    pl.Int8: "Int8",
    pl.Int16: "Int16",
    pl.Int32: "Int32",
    pl.Int64: "Int64",
    pl.UInt8: "UInt8",
    pl.UInt16: "UInt16",
    pl.UInt32: "UInt32",
    pl.UInt64: "UInt64",
    pl.Float32: "Float32",
    pl.Float64: "Float64",
}


def content_sha256(table: pl.DataFrame) -> str:
    """Digest of a table's columns and rows.

    Raises:
        ReleaseError: a column is of a type that has no place in a release.
    """
    digest = hashlib.sha256()
    digest.update(canonical_json([[name, type_name(dtype)] for name, dtype in table.schema.items()]))
    for row in table.iter_rows():
        digest.update(b"\n")
        digest.update(canonical_json(row))
    return digest.hexdigest()


def type_name(dtype: pl.DataType) -> str:
    """The name of a column type: text, truth value, number, or a list of one of them.

    Raises:
        ReleaseError: it is another type.
    """
    if isinstance(dtype, pl.List):
        return f"List({type_name(pl.Series(dtype=dtype.inner).dtype)})"
    try:
        return _TYPE_NAMES[dtype.base_type()]
    except KeyError:
        raise ReleaseError(
            f"a release holds no column of type {dtype}", fix="write it as text, number or list"
        ) from None


def file_sha256(path: Path) -> str:
    """Digest of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def json_sha256(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Digest of a JSON value, whatever the order of its keys."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def canonical_json(value: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """JSON with sorted keys, without spaces, in UTF-8.

    Raises:
        ValueError: a number is not finite.
    """
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")
