"""ConceptNet files for building claims: what of them is needed, and their record for the release."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from ...sources.conceptnet.columns import ASSERTION
from ...sources.conceptnet.downloads import DUMPS, LICENCE
from ...sources.conceptnet.dump import RowCounts, stream_dump
from ...sources.fetch import file_sha256
from ...sources.record import SourceRecord
from .frames import read_frames, with_frames
from .select import wanted_rows

# A dump has half a million such edges: columns that no builder looks at are dropped as they come.
NEEDED = (
    "uri", "relation", "start", "end", "start_language", "start_term", "start_pos",
    "end_language", "end_term", "end_pos", "weight", "dataset", "licence", "surface_start", "frame",
)  # fmt: skip


def read_edges(
    paths: Sequence[Path], *, strict: bool = False
) -> tuple[pl.DataFrame, tuple[SourceRecord, ...], int]:
    """The edges of several dumps that claims are made of, each file's record, and the bad rows in all.

    Raises:
        SourceError: a file is missing, truncated or, with ``strict``, has a bad row.
    """
    known = read_frames()
    frames, records, bad = [with_frames(pl.DataFrame(schema=ASSERTION), known).select(NEEDED)], [], 0
    for path in paths:
        counts = RowCounts()
        for frame in stream_dump(path, counts, keep=wanted_rows(), strict=strict):
            frames.append(with_frames(frame, known).select(NEEDED))
        bad += counts.bad
        records.append(_record(path, counts.rows))
    return pl.concat(frames, rechunk=False), tuple(records), bad


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
