"""A build frozen with the documents that describe it: this is ``standfast.freeze``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..releases.freeze import freeze as freeze_with
from .documents import render_documents

if TYPE_CHECKING:
    from pathlib import Path

    from ..builders.build import Build
    from ..releases.manifest import Manifest


def freeze(
    built: Build,
    version: str,
    store: Path,
    *,
    changes: tuple[str, ...] = (),
    licence: str | None = None,
    scoring_changed: bool = False,
) -> Manifest:
    """Write ``store/benchmark/version``: tables, dataset card, Croissant file and manifest.

    The same build gives the same bytes, on any day, in any time zone; see ``releases.freeze``.

    Args:
        built: the build; it is validated again here.
        version: ``major.minor.patch``.
        store: folder that holds releases as ``benchmark/version``.
        changes: what else is new since the version before, one sentence each; put before what differs.
        licence: SPDX identifier of the release; the freest that all sources allow when None.
        scoring_changed: replies are judged or scored in another way than before, which no table shows:
            the comparability number grows.

    Raises:
        SchemaError: the tables break their schema, or the scan found something that blocks.
        BuildError: the benchmark's description cannot be read.
        ReleaseError: not a version, the version exists (in the store, or elsewhere with other rows), it
            is too small a step, or the sources' licences do not combine.
    """
    return freeze_with(
        built,
        version,
        store,
        documents=render_documents,
        changes=changes,
        licence=licence,
        scoring_changed=scoring_changed,
    )
