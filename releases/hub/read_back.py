"""Read a published release back as others will, and compare files and rows with what was frozen."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
import yaml

from ...errors import DigestMismatchError, HubError
from ..digest import content_sha256
from ..manifest import CARD_FILE
from ..verify import check_files
from .download import download_files
from .failures import clear_failures

if TYPE_CHECKING:
    from huggingface_hub import HfApi

    from ..release import Release
    from .records import Publication


def read_back(api: HfApi, release: Release, publication: Publication) -> None:
    """Compare what the Hub now gives with the release: every file, then every row through ``datasets``.

    ``datasets`` takes the Hub's address from ``HF_ENDPOINT`` when it is imported.

    Raises:
        HubError: a file or a row differs, or a call failed.
    """
    with tempfile.TemporaryDirectory(prefix="standfast-") as temporary:
        folder = Path(temporary)
        download_files(api, publication.repository, publication.commit, release.manifest, folder / "files")
        try:
            check_files(folder / "files", release.manifest)
        except DigestMismatchError as error:
            raise _differs(publication, f"the bytes of {Path(error.where or '').name}") from error
        for config, split, digest in _row_digests(release):
            if _loaded_digest(publication, config, split, folder / "rows") != digest:
                raise _differs(publication, f"the rows of {config}")


def _row_digests(release: Release) -> list[tuple[str, str, str]]:
    """Config, split and row digest of everything that the card says can be loaded."""
    tables = {table.path: table.content_sha256 for table in release.manifest.tables.values()}
    card = (release.folder / CARD_FILE).read_text(encoding="utf-8")
    return [
        (config["config_name"], file["split"], tables.get(file["path"]) or _digest(release, file["path"]))
        for config in yaml.safe_load(card.split("---\n")[1])["configs"]
        for file in config["data_files"]
    ]


def _digest(release: Release, path: str) -> str:
    return content_sha256(pl.read_parquet(release.folder / path))


def _loaded_digest(publication: Publication, config: str, split: str, cache: Path) -> str:
    from datasets import load_dataset
    from datasets.exceptions import DatasetsError

    with clear_failures(publication.repository, f"loading {config} back"):
        try:
            loaded = load_dataset(
                publication.repository, config, split=split, revision=publication.tag, cache_dir=str(cache)
            )
        except (DatasetsError, ValueError, FileNotFoundError) as error:
            reason = str(error).splitlines()[0]
            raise HubError(
                "read-back",
                f"datasets cannot load {config} at {publication.tag} ({reason})",
                where=publication.repository,
                fix="run the same command again; if it stays so, tell the developers of standfast",
            ) from error
    return content_sha256(loaded.to_polars())


def _differs(publication: Publication, what: str) -> HubError:
    return HubError(
        "read-back",
        f"{what} at {publication.tag} are not as frozen",
        where=publication.repository,
        fix="tell the Hub's support, and publish a new version",
    )
