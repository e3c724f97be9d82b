"""ConceptNet files for building claims: what of them is needed, and their record for the release."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ....errors import UsageError
from ....sources.conceptnet.columns import ASSERTION
from ....sources.conceptnet.downloads import DUMPS, LICENCE
from ....sources.conceptnet.dump import RowCounts
from ....sources.conceptnet.read import Kind, kind_of, pages_of, stream_assertions
from ....sources.fetch import file_sha256
from ....sources.record import NO_LICENCE, SourceRecord
from .frames import read_frames, with_frames
from .select import wanted_rows

# A dump has half a million such edges: columns that no builder looks at are dropped as they come.
NEEDED = (
    "uri", "relation", "start", "end", "start_language", "start_term", "start_pos",
    "end_language", "end_term", "end_pos", "weight", "dataset", "licence", "surface_start", "frame",
)  # fmt: skip
ROW_LICENCES = {"CC-BY-4.0": "cc:by/4.0", "CC-BY-SA-4.0": "cc:by-sa/4.0"}
"""SPDX identifier to the form that rows of ConceptNet have; other licences are none of its own."""

_SHOWN = 5
_CALLED: dict[Kind, str] = {"dump": "dump", "page": "API pages", "triples": "triples"}


@dataclass(frozen=True)
class EdgeFile:
    """A file that was read.

    Attributes:
        path: the file, or a folder of API pages.
        kind: what it holds.
        counts: where its rows went.
        record: its record for the release.
    """

    path: Path
    kind: Kind
    counts: RowCounts
    record: SourceRecord

    def notes(self) -> Iterator[str]:
        """How many rows it has and where they went, then the first bad ones by line, one sentence each."""
        counts = self.counts
        yield (
            f"{self.path.name}: {_CALLED[self.kind]}, {counts.rows:,} rows: {counts.selected:,} selected, "
            f"{counts.passed_over:,} passed over, {counts.bad:,} bad."
        )
        unit = "edge" if self.kind == "page" else "line"
        for row in counts.bad_rows[:_SHOWN]:
            yield f"  {unit} {row.line} skipped: {row.reason}."
        if counts.bad > _SHOWN:
            yield f"  {counts.bad - _SHOWN:,} more skipped."


def read_edges(
    paths: Sequence[Path], *, strict: bool = False, triples_licence: str | None = None
) -> tuple[pl.DataFrame, tuple[EdgeFile, ...]]:
    """The edges of several files that claims are made of, and what was read of each file.

    Args:
        paths: dumps, pages of the API, folders of such pages, triples; told by their content.
        strict: stop at the first bad row.
        triples_licence: SPDX identifier of the licence under which triples were given out: their files do
            not say. Without it their rows have none and are evidence on other claims only.

    Raises:
        SourceError: a file is missing, truncated, of no known kind or, with ``strict``, has a bad row.
        UsageError: the licence is none of ConceptNet's, or is stated though no file holds triples.
    """
    kinds = [kind_of(path) for path in paths]
    _check(triples_licence, kinds)
    licence = ROW_LICENCES[triples_licence] if triples_licence else None
    known = read_frames()
    edges, files = [with_frames(pl.DataFrame(schema=ASSERTION), known).select(NEEDED)], []
    for path, kind in zip(paths, kinds, strict=True):
        counts = RowCounts()
        for frame in stream_assertions(path, counts, keep=wanted_rows(), strict=strict, licence=licence):
            edges.append(with_frames(frame, known).select(NEEDED))
        files.append(EdgeFile(path, kind, counts, _record(path, kind, counts.rows, triples_licence)))
    return pl.concat(edges, rechunk=False), tuple(files)


def _check(triples_licence: str | None, kinds: Sequence[Kind]) -> None:
    if triples_licence is None:
        return
    if triples_licence not in ROW_LICENCES:
        raise UsageError(
            f"{triples_licence!r} is not a licence of ConceptNet's rows",
            fix=f"choose one of {', '.join(ROW_LICENCES)}; rows under another cannot be claims",
        )
    if "triples" not in kinds:
        raise UsageError(
            "a licence of triples is stated, but no file holds triples", fix="leave out --triples-licence"
        )


def _record(path: Path, kind: Kind, rows: int, triples_licence: str | None) -> SourceRecord:
    digest = _digest(path)
    known = next((dump for dump in DUMPS.values() if dump.sha256 == digest), None)
    triples = kind == "triples"
    return SourceRecord(
        name="conceptnet-triples" if triples else "conceptnet",
        version=known.version if known else "unknown",
        url=known.url if known else path.name,
        sha256=digest,
        licence=(triples_licence or NO_LICENCE) if triples else LICENCE,
        state="pinned",
        rows=rows,
    )


def _digest(path: Path) -> str:
    if not path.is_dir():
        return file_sha256(path)
    pages = "".join(f"{page.name}\0{file_sha256(page)}\n" for page in pages_of(path))
    return hashlib.sha256(pages.encode()).hexdigest()
