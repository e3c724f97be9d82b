"""What is known of a source: enough to find the same material again."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

State = Literal["floating", "pinned", "controlled"]
NO_LICENCE = "NOASSERTION"
"""SPDX's word for a licence that nobody has stated: it may be built from, but no release is made of it."""


@dataclass(frozen=True)
class SourceRecord:
    """One source as a release records it.

    Attributes:
        name: short name, for example ``conceptnet`` or ``standfast-curated-bias``.
        version: the source's own version, or the package version that ships it.
        url: where it can be had; a path inside the project for material that ships with it.
        sha256: digest of the bytes read.
        licence: SPDX identifier, or a short name where SPDX has none.
        state: ``controlled`` when it ships with the package, ``pinned`` when its digest is fixed,
            ``floating`` when the address may serve something else tomorrow.
        rows: rows that were read from it.
    """

    name: str
    version: str
    url: str
    sha256: str
    licence: str
    state: State
    rows: int


def file_record(name: str, path: Path, licence: str, rows: int) -> SourceRecord:
    """The record of a file the user gave: its digest, and its name but not the folder it lies in."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return SourceRecord(name, digest[:12], path.name, digest, licence, "pinned", rows)
