"""``release.json``: what a release holds and what it was made from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..errors import ReleaseError
from ..sources.record import SourceRecord
from .digest import json_sha256

MANIFEST_FILE = "release.json"
# What the Hub takes for the dataset card.
CARD_FILE = "README.md"
FORMAT = 1


@dataclass(frozen=True)
class TableRecord:
    """One table of a release.

    Attributes:
        path: file name inside the release folder.
        rows: row count.
        columns: column names in order.
        content_sha256: digest of the rows (see ``digest``).
        file_sha256: digest of the Parquet file.
    """

    path: str
    rows: int
    columns: tuple[str, ...]
    content_sha256: str
    file_sha256: str


@dataclass(frozen=True)
class Manifest:
    """A release as ``release.json`` states it.

    Attributes:
        benchmark: its name, as the registry has it.
        version: ``major.minor.patch``.
        comparability: releases of a benchmark with equal numbers give scores that may stand in one table.
        tables: name to record, in publishing order.
        files: digests of the other files (dataset card, Croissant), by file name.
        sources: what the tables were built from.
        settings: builder settings.
        package_version: version of the package that froze it.
        licence: SPDX identifier of the release as a whole.
        canary: string that marks the data for those who filter training corpora.
        previous: ``benchmark@version`` of the version before, or None for the first.
        previous_digest: its release digest.
        changes: what is new since the version before, one sentence each.
        format: version of this file's own layout.
    """

    benchmark: str
    version: str
    comparability: int
    tables: dict[str, TableRecord]
    files: dict[str, str]
    sources: tuple[SourceRecord, ...]
    settings: Mapping[str, Any]
    package_version: str
    licence: str
    canary: str
    previous: str | None
    previous_digest: str | None
    changes: tuple[str, ...]
    format: int = field(default=FORMAT)

    @property
    def name(self) -> str:
        """``benchmark@version``."""
        return f"{self.benchmark}@{self.version}"

    @property
    def file_digests(self) -> dict[str, str]:
        """File name to SHA-256 of every file but this one."""
        return {table.path: table.file_sha256 for table in self.tables.values()} | self.files

    @property
    def digest(self) -> str:
        """The release digest: SHA-256 over everything the manifest says."""
        return json_sha256(asdict(self))


def manifest_text(manifest: Manifest) -> str:
    """The text of ``release.json``, its own digest included."""
    record = {"digest": manifest.digest, **asdict(manifest)}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def read_manifest(folder: Path) -> Manifest:
    """Read ``release.json`` of a release folder.

    Raises:
        ReleaseError: it is missing, malformed, of an unknown format, or does not match its own digest.
    """
    path = folder / MANIFEST_FILE
    try:
        record: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] != FORMAT:
            raise ReleaseError(
                f"format {record['format']} is not known to this version of standfast",
                where=str(path),
                fix="upgrade standfast",
            )
        stated = record.pop("digest")
        tables = {
            name: TableRecord(**{**table, "columns": tuple(table["columns"])})
            for name, table in record.pop("tables").items()
        }
        sources = tuple(SourceRecord(**source) for source in record.pop("sources"))
        manifest = Manifest(tables=tables, sources=sources, changes=tuple(record.pop("changes")), **record)
    except FileNotFoundError as error:
        raise ReleaseError(
            f"this folder holds no {MANIFEST_FILE}",
            where=str(folder),
            fix="give the folder of a frozen release",
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ReleaseError(
            f"the manifest cannot be read ({error!r})",
            where=str(path),
            fix="fetch or freeze the release again",
        ) from error
    if manifest.digest != stated:
        raise ReleaseError(
            "the manifest does not match the digest it states",
            where=str(path),
            fix="fetch or freeze the release again",
        )
    return manifest
