"""Freeze a build into an immutable release folder."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

from ..builders.benchmarks import family_of
from ..builders.build import Build
from ..builders.parquet import write_table
from ..builders.schemas import schema_of
from ..builders.schemas.validate import validate_tables
from ..cards.card import render_card
from ..cards.croissant import render_croissant
from ..cards.describe import DESCRIPTIONS
from ..errors import ReleaseError
from ..version import package_version
from .canary import canary_of
from .digest import content_sha256, file_sha256
from .manifest import MANIFEST_FILE, Manifest, TableRecord, manifest_text, read_manifest
from .stores import list_releases, parse_version, release_folder


def freeze(
    built: Build,
    version: str,
    store: Path,
    *,
    changes: tuple[str, ...] = (),
    licence: str | None = None,
) -> Manifest:
    """Write ``store/benchmark/version``: tables, dataset card, Croissant file and manifest.

    The same build gives the same bytes, on any day, in any time zone: nothing of the machine or the clock
    enters a file. The folder appears whole or not at all.

    Args:
        built: the build; it is validated again here.
        version: ``major.minor.patch``.
        store: folder that holds releases as ``benchmark/version``.
        changes: what is new since the version before, one sentence each.
        licence: SPDX identifier of the release; the benchmark's own when None.

    Raises:
        SchemaError: the tables break their schema.
        ReleaseError: not a version, or the version exists (in the store, or elsewhere with other rows).
    """
    parse_version(version)
    target = release_folder(store, built.benchmark, version)
    if target.exists():
        raise ReleaseError(
            f"{built.benchmark}@{version} exists already and is frozen",
            where=str(target),
            fix="choose a new version",
        )
    tables = validate_tables(schema_of(built.benchmark).as_of(version), built.tables)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".freezing-", dir=target.parent))
    try:
        manifest = _write(draft, replace(built, tables=tables), version, changes, licence)
        _refuse_other_contents(manifest)
        draft.chmod(0o755)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return manifest


def _write(
    folder: Path, built: Build, version: str, changes: tuple[str, ...], licence: str | None
) -> Manifest:
    records = {}
    for name, table in built.tables.items():
        path = folder / f"{name}.parquet"
        write_table(path, table)
        records[name] = TableRecord(
            path.name, table.height, tuple(table.columns), content_sha256(table), file_sha256(path)
        )
    manifest = Manifest(
        benchmark=built.benchmark,
        version=version,
        comparability=DESCRIPTIONS[family_of(built.benchmark)].comparability,
        tables=records,
        files={},
        sources=built.sources,
        settings=dict(built.settings),
        package_version=package_version(),
        licence=licence or DESCRIPTIONS[family_of(built.benchmark)].licence,
        canary=canary_of(built.benchmark),
        changes=changes,
    )
    documents = {
        "README.md": render_card(manifest),
        "croissant.json": render_croissant(manifest, built.tables),
    }
    for name, text in documents.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    manifest = replace(manifest, files={name: file_sha256(folder / name) for name in documents})
    (folder / MANIFEST_FILE).write_text(manifest_text(manifest), encoding="utf-8", newline="\n")
    return manifest


def _refuse_other_contents(manifest: Manifest) -> None:
    for benchmark, version, folder in list_releases():
        if (benchmark, version) != (manifest.benchmark, manifest.version):
            continue
        known = read_manifest(folder).tables
        if {name: table.content_sha256 for name, table in known.items()} != {
            name: table.content_sha256 for name, table in manifest.tables.items()
        }:
            raise ReleaseError(
                f"{manifest.name} exists already with other rows",
                where=str(folder),
                fix="choose a new version",
            )
