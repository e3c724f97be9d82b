"""A user's own topics, from a file of tab-separated text."""

from __future__ import annotations

import hashlib
from pathlib import Path

import polars as pl

from ..errors import SourceError
from .curated import parse_tsv
from .record import SourceRecord

REQUIRED = ("topic_id", "label", "theme", "claim", "agree", "disagree")
OPTIONAL = ("band", "note")


def read_topic_file(path: Path, licence: str) -> tuple[pl.DataFrame, SourceRecord]:
    """The topics of a file and the record of the file.

    Args:
        path: UTF-8 text, tab-separated, no quoting, with the columns ``topic_id``, ``label``, ``theme``,
            ``claim``, ``agree``, ``disagree`` and, if wanted, ``band`` and ``note``, in any order.
        licence: SPDX identifier of the licence that its author gives it.

    Returns:
        The eight columns in this order, those left out null.

    Raises:
        SourceError: the file is missing, malformed, or has other columns.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"the file cannot be read ({error.strerror})", where=str(path), fix="name a file of topics"
        ) from error
    rows = parse_tsv(data, where=str(path))
    missing = [name for name in REQUIRED if name not in rows.columns]
    foreign = [name for name in rows.columns if name not in (*REQUIRED, *OPTIONAL)]
    if missing or foreign:
        fault = f"column {missing[0]!r} is missing" if missing else f"column {foreign[0]!r} is not known"
        raise SourceError(
            fault, where=str(path), fix=f"write {', '.join(REQUIRED)} and, if wanted, {', '.join(OPTIONAL)}"
        )
    absent = [pl.lit(None, dtype=pl.String).alias(name) for name in OPTIONAL if name not in rows.columns]
    record = SourceRecord(
        path.name, "1", path.name, hashlib.sha256(data).hexdigest(), licence, "pinned", rows.height
    )
    return rows.with_columns(absent).select("topic_id", "band", *REQUIRED[1:], "note"), record
