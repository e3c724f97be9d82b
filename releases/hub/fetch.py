"""Load a release from the Hub once, keep it, and notice when a tag has moved since.

Kept in ``STANDFAST_HOME/hub/HOST/ORG--NAME/COMMIT`` (or the platform's data folder), with ``tags.json``
beside: the commit each tag was first seen at. A commit that is kept needs no network. For a tag the Hub is
asked where it stands, unless ``HF_HUB_OFFLINE`` is set or the Hub cannot be reached: then the commit that was
seen or recorded counts, which the release's digests bind to the same bytes.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from ...errors import HubError
from ..manifest import MANIFEST_FILE
from ..stores import local_store
from ..verify import check_files
from .address import Address, is_hub_reference, parse_address
from .records import recorded_commit

if TYPE_CHECKING:
    from huggingface_hub import HfApi

__all__ = ["fetch_release", "is_hub_reference"]

_TAGS_FILE = "tags.json"


def fetch_release(reference: str, api: HfApi | None = None) -> Path:
    """The folder of a release on the Hub, downloaded if it is not kept yet.

    Args:
        reference: ``ORG/NAME@TAG`` or ``ORG/NAME@COMMIT``.
        api: the client; one for ``HF_ENDPOINT`` and ``HF_TOKEN`` when None.

    Raises:
        UsageError: the reference has another form.
        HubError: the Hub does not give it, or the tag has moved since it was recorded (names both commits).
        DigestMismatchError: what the Hub gives is not what the manifest says.
    """
    if api is None:
        from huggingface_hub import HfApi

        api = HfApi()
    address = parse_address(reference)
    shelf = _shelf(api.endpoint, address.repository)
    commit = address.commit or _commit_of_tag(api, address, shelf)
    folder = shelf / commit
    if not (folder / MANIFEST_FILE).is_file():
        _download_release(api, address.repository, commit, folder)
    if address.tag:
        _remember(shelf, address.tag, commit)
    return folder


def _commit_of_tag(api: HfApi, address: Address, shelf: Path) -> str:
    tag = str(address.tag)
    known = recorded_commit(api.endpoint, address.repository, tag) or _seen_tags(shelf).get(tag)
    try:
        now = _ask_for_tag(api, address.repository, tag)
    except HubError as error:
        if error.state == "unreachable" and known is not None and (shelf / known / MANIFEST_FILE).is_file():
            return known
        raise
    if known is not None and now != known:
        place = "gone" if now is None else f"at {now}"
        raise HubError(
            "tag-moved",
            f"the tag {tag} was recorded at commit {known} and is now {place}",
            where=address.repository,
            fix=f"use {address.repository}@{known} for what was recorded",
        )
    if now is None:
        raise HubError(
            "not-found",
            f"there is no tag {tag}",
            where=address.repository,
            fix="name a tag or a commit of it",
        )
    return now


def _ask_for_tag(api: HfApi, repository: str, tag: str) -> str | None:
    from .failures import clear_failures

    with clear_failures(repository, "reading its tags"):
        refs = api.list_repo_refs(repository, repo_type="dataset")
    return {ref.name: ref.target_commit for ref in refs.tags}.get(tag)


def _download_release(api: HfApi, repository: str, commit: str, folder: Path) -> None:
    from .download import download_files, download_manifest

    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".loading-", dir=folder.parent))
    try:
        manifest = download_manifest(api, repository, commit, draft)
        download_files(api, repository, commit, manifest, draft)
        check_files(draft, manifest)
        draft.chmod(0o755)
        try:
            draft.rename(folder)
        except OSError:
            # Another process was quicker: what it has kept is the same.
            if not (folder / MANIFEST_FILE).is_file():
                raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _shelf(endpoint: str, repository: str) -> Path:
    host = urlsplit(endpoint).netloc.replace(":", "-")
    return local_store().parent / "hub" / host / repository.replace("/", "--")


def _seen_tags(shelf: Path) -> dict[str, str]:
    path = shelf / _TAGS_FILE
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def _remember(shelf: Path, tag: str, commit: str) -> None:
    seen = _seen_tags(shelf)
    if seen.get(tag) != commit:
        draft = shelf / f"{_TAGS_FILE}.draft"
        draft.write_text(json.dumps({**seen, tag: commit}, indent=1) + "\n", encoding="utf-8")
        draft.replace(shelf / _TAGS_FILE)
