"""Compare a release's files and rows with the digests it was frozen with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..builders.parquet import read_table
from ..errors import DigestMismatchError, SourceError
from .digest import content_sha256, file_sha256
from .manifest import MANIFEST_FILE, Manifest

if TYPE_CHECKING:
    import polars as pl


def digest_checked_tables(folder: Path, manifest: Manifest) -> dict[str, pl.DataFrame]:
    """Read every table of a release and compare files and rows with the manifest, not with a schema.

    Raises:
        DigestMismatchError: a file is missing, foreign or changed, or rows differ; names the file.
    """
    check_files(folder, manifest)
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
    return tables


def check_files(folder: Path, manifest: Manifest) -> None:
    """Compare the files of a release folder, tables and others, with the manifest.

    Raises:
        DigestMismatchError: a file is missing, foreign or changed; names it.
    """
    expected = manifest.file_digests
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
