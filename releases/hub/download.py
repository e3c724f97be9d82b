"""Download the files of a release from a commit on the Hub, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from ..manifest import MANIFEST_FILE, Manifest, read_manifest
from .failures import clear_failures

if TYPE_CHECKING:
    from huggingface_hub import HfApi


def download_manifest(api: HfApi, repository: str, commit: str, folder: Path) -> Manifest:
    """Download ``release.json`` of a commit into a folder and read it.

    Raises:
        HubError: the call failed, or the dataset is no release.
        ReleaseError: the manifest is damaged.
    """
    _download(api, repository, commit, MANIFEST_FILE, folder)
    return read_manifest(folder)


def download_files(api: HfApi, repository: str, commit: str, manifest: Manifest, folder: Path) -> None:
    """Download every file that a manifest names into a folder.

    Raises:
        HubError: a call failed or a file is missing.
    """
    for name in (MANIFEST_FILE, *manifest.file_digests):
        _download(api, repository, commit, name, folder)
    # What the client keeps beside its downloads.
    shutil.rmtree(folder / ".cache", ignore_errors=True)


def _download(api: HfApi, repository: str, commit: str, name: str, folder: Path) -> None:
    with clear_failures(repository, f"downloading {name}"):
        api.hf_hub_download(repository, name, repo_type="dataset", revision=commit, local_dir=folder)
