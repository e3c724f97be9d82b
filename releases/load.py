"""Find a release and load it, verified against its digests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..builders.schemas import schema_of
from ..builders.schemas.validate import validate_tables
from .hub.fetch import fetch_release, is_hub_reference
from .manifest import Manifest, read_manifest
from .release import Release
from .stores import find_release, parse_version
from .verify import digest_checked_tables

if TYPE_CHECKING:
    import polars as pl


def load_release(reference: str | Path) -> Release:
    """Load a release by name, from its folder, or from the Hub.

    Args:
        reference: ``bias@1.0.0``, ``bias`` for the newest version at hand, a folder, or
            ``ORG/NAME@TAG`` or ``ORG/NAME@COMMIT`` for a dataset on the Hub.

    Raises:
        ReleaseError: there is no such release, or its manifest is damaged.
        HubError: the Hub does not give it, or its tag has moved.
        DigestMismatchError: a file or a table is not what was frozen; names the file.
        SchemaError: the rows break the schema of their benchmark.
    """
    folder = fetch_release(str(reference)) if is_hub_reference(reference) else find_release(reference)
    manifest = read_manifest(folder)
    return Release(manifest, verified_tables(folder, manifest), folder)


def verified_tables(folder: Path, manifest: Manifest) -> dict[str, pl.DataFrame]:
    """Read every table of a release; compare files and rows with the manifest, then with the schema.

    Files and rows are compared every time, and rows with the schema once in a process.

    A release older than the rules of its schema (``since``) was checked by those of its day: it is only
    compared with its digests.

    Raises:
        DigestMismatchError: a file is missing, foreign or changed, or rows differ; names the file.
        SchemaError: the rows break the schema.
    """
    tables = digest_checked_tables(folder, manifest)
    schema = schema_of(manifest.benchmark).as_of(manifest.version)
    if parse_version(manifest.version) < parse_version(schema.since):
        return tables
    # What the rules say of rows depends on the rows only: the same rows need no second check.
    rows = (schema, *((name, table.content_sha256) for name, table in sorted(manifest.tables.items())))
    if rows in _known_to_keep_its_schema():
        return schema.sorted_tables(tables)
    checked = validate_tables(schema, tables, frozen=True)
    _known_to_keep_its_schema().add(rows)
    return checked


@cache
def _known_to_keep_its_schema() -> set[tuple[object, ...]]:
    """Schemas with digests of rows that were found to keep them in this process."""
    return set()
