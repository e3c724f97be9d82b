"""What a commit on the Hub holds, compared with a release without downloading it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from huggingface_hub.hf_api import RepoFile

from ...errors import HubError
from ..digest import file_sha256
from ..manifest import CARD_FILE, MANIFEST_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from huggingface_hub import HfApi

    from ..release import Release

# Made by the Hub with every repository.
HUB_FILES = {".gitattributes"}


def release_files(release: Release) -> dict[str, Path]:
    """The files of a release, by their path in a repository."""
    return {name: release.folder / name for name in (MANIFEST_FILE, *release.manifest.file_digests)}


def commit_files(api: HfApi, repository: str, commit: str) -> dict[str, RepoFile]:
    """Every file of a commit by path."""
    entries = api.list_repo_tree(repository, repo_type="dataset", revision=commit, recursive=True)
    return {entry.path: entry for entry in entries if isinstance(entry, RepoFile)}


def holds_release(files: dict[str, RepoFile], release: Release) -> bool:
    """Whether a commit's files are those of a release, byte by byte, and no others."""
    wanted = release_files(release)
    return set(files) - HUB_FILES == set(wanted) and all(
        same_bytes(files[path], local) for path, local in wanted.items()
    )


def same_bytes(there: RepoFile, local: Path) -> bool:
    """Whether a file on the Hub has the bytes of a local one: by SHA-256 for LFS, else by git's blob id."""
    if there.lfs is not None:
        return bool(there.lfs.sha256 == file_sha256(local))
    data = local.read_bytes()
    return bool(
        there.blob_id == hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
    )


def refuse_foreign(files: dict[str, RepoFile], repository: str) -> None:
    """Refuse a repository that holds files but no release of ours.

    Raises:
        HubError: it is foreign; names a file.
    """
    others = set(files) - HUB_FILES - {CARD_FILE}
    if others and MANIFEST_FILE not in files:
        raise HubError(
            "foreign-repository",
            f"it holds {min(others)} but no {MANIFEST_FILE}: it was not made by standfast",
            where=repository,
            fix="publish to another repository",
        )
