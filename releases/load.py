"""Find a release and load it, verified against its digests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..builders.parquet import read_table
from ..builders.schemas import schema_of
from ..builders.schemas.validate import validate_tables
from ..errors import DigestMismatchError, SourceError
from .digest import content_sha256, file_sha256
from .manifest import MANIFEST_FILE, Manifest, read_manifest
from .release import Release
from .stores import find_release

if TYPE_CHECKING:
    import polars as pl


def load_release(reference: str | Path) -> Release:
    """Load a release by name (``bias@1.0.0``, or ``bias`` for the newest) or from its folder.

    Raises:
        ReleaseError: there is no such release, or its manifest is damaged.
        DigestMismatchError: a file or a table is not what was frozen; names the file.
        SchemaError: the rows break the schema of their benchmark.
    """
    folder = find_release(reference)
    manifest = read_manifest(folder)
    return Release(manifest, verified_tables(folder, manifest), folder)


def verified_tables(folder: Path, manifest: Manifest) -> dict[str, pl.DataFrame]:
    """Read every table of a release and compare files and rows with the manifest.

    Raises:
        DigestMismatchError: a file is missing, foreign or changed, or rows differ; names the file.
        SchemaError: the rows break the schema.
    """
    _check_files(folder, manifest)
    tables = {}
    for name, record in manifest.tables.items():
        path = folder / record.path
        try:
            tables[name] = read_table(path)
        except SourceError as error:
            raise DigestMismatchError(
                f"table {name} cannot be read", where=str(path), fix="fetch or freeze the release again"
            ) from error
        if content_sha256(tables[name]) != record.content_sha256:
            raise _mismatch(path, "its rows are not those that were frozen")
    return validate_tables(schema_of(manifest.benchmark).as_of(manifest.version), tables)


def _check_files(folder: Path, manifest: Manifest) -> None:
    expected = {record.path: record.file_sha256 for record in manifest.tables.values()} | manifest.files
    for name, digest in expected.items():
        path = folder / name
        if not path.is_file():
            raise _mismatch(path, "the file is missing from the release")
        if file_sha256(path) != digest:
            raise _mismatch(path, "the file is not the one that was frozen")
    foreign = {path.name for path in folder.iterdir()} - set(expected) - {MANIFEST_FILE}
    if foreign:
        raise _mismatch(folder / min(foreign), "the file is not part of the release")


def _mismatch(path: Path, problem: str) -> DigestMismatchError:
    return DigestMismatchError(problem, where=str(path), fix="fetch or freeze the release again")
