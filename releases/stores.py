"""Where releases are kept: the local store and those that ship with the package."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from pathlib import Path

from ..errors import ReleaseError
from .manifest import MANIFEST_FILE

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")


def local_store() -> Path:
    """The user's own store: ``STANDFAST_HOME/releases``, else the platform's data folder."""
    from platformdirs import user_data_path

    home = os.environ.get("STANDFAST_HOME")
    return (Path(home) if home else user_data_path("standfast")) / "releases"


def shipped_store() -> Path:
    """The releases that ship with the package."""
    return Path(str(files("standfast.releases"))) / "frozen"


def release_folder(store: Path, benchmark: str, version: str) -> Path:
    """Where a store keeps a release."""
    return store / benchmark / version


def parse_version(text: str) -> tuple[int, int, int]:
    """``1.2.3`` as numbers.

    Raises:
        ReleaseError: the text is not three whole numbers joined by dots.
    """
    match = _VERSION.fullmatch(text)
    if not match:
        raise ReleaseError(
            f"{text!r} is not a version", fix="write it as MAJOR.MINOR.PATCH, for example 1.0.0"
        )
    major, minor, patch = map(int, match.groups())
    return major, minor, patch


def find_release(reference: str | Path) -> Path:
    """The folder of a release: a folder given, else the local store, else what ships.

    Args:
        reference: a folder, ``benchmark@version``, or ``benchmark`` for its newest version.

    Raises:
        ReleaseError: no store has it; the message lists what there is.
    """
    folder = Path(reference)
    if (folder / MANIFEST_FILE).is_file():
        return folder
    benchmark, _, version = str(reference).partition("@")
    available = {
        (name, number): path for name, number, path in reversed(list_releases()) if name == benchmark
    }
    if not version and available:
        return available[max(available, key=lambda key: parse_version(key[1]))]
    if (benchmark, version) in available:
        return available[benchmark, version]
    known = ", ".join(f"{name}@{number}" for name, number, _ in list_releases()) or "none"
    raise ReleaseError(
        f"there is no release {str(reference)!r} in the local store or the package",
        fix=f"give a release folder or one of: {known}",
    )


def list_releases() -> list[tuple[str, str, Path]]:
    """Every release at hand as (benchmark, version, folder), the local store first."""
    return [*releases_in(local_store()), *releases_in(shipped_store())]


def releases_in(store: Path) -> list[tuple[str, str, Path]]:
    """The releases of one store as (benchmark, version, folder); half-made drafts are not among them."""
    return [
        (path.parent.parent.name, path.parent.name, path.parent)
        for path in sorted(store.glob(f"*/*/{MANIFEST_FILE}"))
        if _VERSION.fullmatch(path.parent.name)
    ]
