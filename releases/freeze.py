"""Freeze a build into an immutable release folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..builders.build import Build
from ..builders.parquet import write_table
from ..builders.scan.scan import refuse_blocking
from ..builders.schemas import schema_of
from ..builders.schemas.validate import validate_tables
from ..errors import ReleaseError
from ..version import package_version
from .canary import canary_of
from .diff import Contents
from .digest import content_sha256, file_sha256
from .licences import combined_licence
from .lineage import Lineage, trace_lineage
from .manifest import MANIFEST_FILE, Manifest, TableRecord, manifest_text
from .stores import parse_version, release_folder

if TYPE_CHECKING:
    import polars as pl

Documents = Callable[[Manifest, Mapping[str, "pl.DataFrame"]], Mapping[str, bytes]]
"""Writes what stands beside the tables of a release: file name to bytes, the same for the same release."""


def freeze(
    built: Build,
    version: str,
    store: Path,
    *,
    documents: Documents,
    changes: tuple[str, ...] = (),
    licence: str | None = None,
    scoring_changed: bool = False,
) -> Manifest:
    """Write ``store/benchmark/version``: tables, what describes them, and the manifest.

    The same build gives the same bytes, on any day, in any time zone: nothing of the machine or the clock
    enters a file. The folder appears whole or not at all. The version before is the highest lower one in
    ``store``, the local store or the package; what differs from it decides the lowest version allowed,
    the comparability number and the list of changes.

    Args:
        built: the build; it is validated again here.
        version: ``major.minor.patch``.
        store: folder that holds releases as ``benchmark/version``.
        documents: writes the dataset card and the other files that describe the release.
        changes: what else is new since the version before, one sentence each; put before what differs.
        licence: SPDX identifier of the release; the freest that all sources allow when None.
        scoring_changed: replies are judged or scored in another way than before, which no table shows:
            the comparability number grows.

    Raises:
        SchemaError: the tables break their schema, or the scan found something that blocks.
        ReleaseError: not a version, the version exists (in the store, or elsewhere with other rows), it
            is too small a step, or the sources' licences do not combine.
    """
    parse_version(version)
    target = release_folder(store, built.benchmark, version)
    if target.exists():
        raise _exists(built.benchmark, version, target)
    schema = schema_of(built.benchmark).as_of(version)
    built = replace(built, tables=validate_tables(schema, built.tables, frozen=True))
    refuse_blocking(schema, built.tables)
    contents = Contents(
        built.benchmark, built.tables, built.sources, built.settings, combined_licence(built.sources, licence)
    )
    lineage = trace_lineage(contents, version, store, scoring_changed=scoring_changed)
    lineage = replace(lineage, changes=tuple(dict.fromkeys((*changes, *lineage.changes))))
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".freezing-", dir=target.parent))
    try:
        manifest = _write(draft, contents, version, lineage, documents)
        draft.chmod(0o755)
        try:
            draft.rename(target)
        except OSError as error:
            if not target.exists():
                raise
            raise _exists(built.benchmark, version, target) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def _exists(benchmark: str, version: str, target: Path) -> ReleaseError:
    return ReleaseError(
        f"{benchmark}@{version} exists already and is frozen", where=str(target), fix="choose a new version"
    )


def _write(
    folder: Path, contents: Contents, version: str, lineage: Lineage, documents: Documents
) -> Manifest:
    records = {}
    for name, table in contents.tables.items():
        path = folder / f"{name}.parquet"
        write_table(path, table)
        records[name] = TableRecord(
            path.name, table.height, tuple(table.columns), content_sha256(table), file_sha256(path)
        )
    manifest = Manifest(
        benchmark=contents.benchmark,
        version=version,
        comparability=lineage.comparability,
        tables=records,
        files={},
        sources=contents.sources,
        settings=dict(contents.settings),
        package_version=package_version(),
        licence=contents.licence,
        canary=canary_of(contents.benchmark),
        previous=lineage.previous,
        previous_digest=lineage.previous_digest,
        changes=lineage.changes,
    )
    described = documents(manifest, contents.tables)
    for name, data in described.items():
        (folder / name).write_bytes(data)
    manifest = replace(manifest, files={name: file_sha256(folder / name) for name in described})
    (folder / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8", newline="\n")
    _flush(folder)
    return manifest


def _flush(folder: Path) -> None:
    """Have the disk hold every file before the folder gets its name: a power cut leaves no torn release."""
    for path in folder.iterdir():
        with path.open("rb") as stream:
            os.fsync(stream.fileno())
