"""ConceptNet files for building claims: what of them is needed, and their record for the release."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from ...sources.conceptnet.downloads import DUMPS, LICENCE
from ...sources.conceptnet.dump import read_dump
from ...sources.fetch import file_sha256
from ...sources.record import SourceRecord
from .select import wanted_rows


def read_edges(
    paths: Sequence[Path], *, strict: bool = False
) -> tuple[pl.DataFrame, tuple[SourceRecord, ...], int]:
    """The edges of several dumps that claims are made of, each file's record, and the bad rows in all.

    Raises:
        SourceError: a file is missing, truncated or, with ``strict``, has a bad row.
    """
    frames, records, bad = [], [], 0
    for path in paths:
        frame, counts = read_dump(path, keep=wanted_rows(), strict=strict)
        frames.append(frame)
        bad += counts.bad
        records.append(_record(path, counts.rows))
    return pl.concat(frames), tuple(records), bad


def _record(path: Path, rows: int) -> SourceRecord:
    digest = file_sha256(path)
    known = next((dump for dump in DUMPS.values() if dump.sha256 == digest), None)
    return SourceRecord(
        name="conceptnet",
        version=known.version if known else "unknown",
        url=known.url if known else path.name,
        sha256=digest,
        licence=LICENCE,
        state="pinned",
        rows=rows,
    )
