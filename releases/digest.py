"""Digests of rows, files and manifests.

The content digest is one of rows, not of bytes: it does not change with the Parquet writer, its version
or its settings. Each row is written as a JSON array (UTF-8, no spaces, floats in their shortest form that
reads back equal) after a first line with the column names and types; the digest is the SHA-256 of these
lines. Rows are taken in the order of the table, which is that of its key.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


def content_sha256(table: pl.DataFrame) -> str:
    """Digest of a table's columns and rows."""
    digest = hashlib.sha256()
    digest.update(canonical_json([[name, str(dtype)] for name, dtype in table.schema.items()]))
    for row in table.iter_rows():
        digest.update(b"\n")
        digest.update(canonical_json(row))
    return digest.hexdigest()


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
