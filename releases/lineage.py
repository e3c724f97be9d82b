"""Where a new version stands among those that are known: its predecessor and its comparability number."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import ReleaseError
from .changes import change_sentences
from .diff import Contents, contents_of, diff
from .digest import content_sha256
from .manifest import Manifest, read_manifest
from .stores import list_releases, parse_version, releases_in
from .verify import digest_checked_tables
from .versioning import check_version, judge_diff


@dataclass(frozen=True)
class Lineage:
    """What a release inherits.

    Attributes:
        previous: ``benchmark@version`` of the version before, or None for the first.
        previous_digest: its release digest.
        comparability: releases with equal numbers give comparable scores.
        changes: what is new since then, one sentence each.
    """

    previous: str | None
    previous_digest: str | None
    comparability: int
    changes: tuple[str, ...]


def trace_lineage(new: Contents, version: str, store: Path, *, scoring_changed: bool) -> Lineage:
    """Compare contents to be frozen with the releases at hand (``store``, the local store, the package).

    Args:
        new: what is to be frozen.
        version: its version.
        store: where it is to be frozen.
        scoring_changed: the way replies are judged or scored has changed, which no table shows.

    Raises:
        ReleaseError: the version is known with other rows, stands below all known ones, or is too small
            a step for the difference.
    """
    known = known_releases(new.benchmark, store)
    same = [manifest for manifest, _ in known if manifest.version == version]
    if same:
        return _again(new, same[0])
    below = [one for one in known if parse_version(one[0].version) < parse_version(version)]
    if not known:
        return Lineage(None, None, 1, ())
    if not below:
        first = min((manifest.version for manifest, _ in known), key=parse_version)
        raise ReleaseError(f"{version} is lower than every known version", fix=f"choose one above {first}")
    previous, folder = max(below, key=lambda one: parse_version(one[0].version))
    difference = diff(contents_of(previous, digest_checked_tables(folder, previous)), new)
    verdict = judge_diff(difference)
    sentences = change_sentences(difference)
    check_version(version, previous.version, verdict.size, sentences)
    newest = max(manifest.comparability for manifest, _ in known)
    comparable = verdict.comparable and not scoring_changed
    return Lineage(
        previous.name,
        previous.digest,
        previous.comparability if comparable else newest + 1,
        tuple(sentences),
    )


def known_releases(benchmark: str, store: Path) -> list[tuple[Manifest, Path]]:
    """Every release of a benchmark at hand, those of ``store`` first."""
    found = [*releases_in(store), *list_releases()]
    folders = dict.fromkeys(folder for name, _, folder in found if name == benchmark)
    return [(read_manifest(folder), folder) for folder in folders]


def _again(new: Contents, known: Manifest) -> Lineage:
    """The lineage of a version that exists elsewhere: the same rows are the same release."""
    rows = {name: content_sha256(table) for name, table in new.tables.items()}
    if rows != {name: table.content_sha256 for name, table in known.tables.items()}:
        raise ReleaseError(f"{known.name} exists already with other rows", fix="choose a new version")
    return Lineage(known.previous, known.previous_digest, known.comparability, known.changes)
