"""All pairs of claims that ``sharp`` can choose among, curated or from ConceptNet files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from ...sources.curated import curated_record
from ...sources.record import SourceRecord
from ...version import package_version
from .claims.curated import curated_pairs
from .settings import SharpSettings

CURATED_LICENCE = "CC-BY-4.0 AND CC-BY-SA-4.0"


@dataclass(frozen=True)
class SharpPairs:
    """Pairs with where they came from and what was left out on the way.

    Attributes:
        pairs: all pairs, before any decision and choice; texts to be translated are null.
        sources: files read.
        aside: edges that gave no pair, by reason.
        notes: what a reader should know of the files, one sentence each.
    """

    pairs: pl.DataFrame
    sources: tuple[SourceRecord, ...]
    aside: Mapping[str, int]
    notes: tuple[str, ...] = ()


def sharp_pairs(settings: SharpSettings) -> SharpPairs:
    """All pairs that the settings' sources give, curated or from ConceptNet files.

    Raises:
        SourceError: a source is missing or unreadable.
    """
    version = package_version()
    if not settings.conceptnet:
        pairs = curated_pairs()
        # The wordings are ours, most of the facts are ConceptNet's.
        record = replace(curated_record("sharp", version, pairs.height), licence=CURATED_LICENCE)
        return SharpPairs(pairs, (record,), {})
    from .claims.from_edges import pairs_from_edges
    from .claims.read import read_edges

    edges, files = read_edges(
        settings.conceptnet, strict=settings.strict, triples_licence=settings.triples_licence
    )
    unnamed = settings.translate is not None
    pairs, aside = pairs_from_edges(edges, min_weight=settings.min_weight, unnamed=unnamed)
    notes = [note for file in files for note in file.notes()]
    if unweighed := edges["weight"].null_count():
        notes.append(f"{unweighed:,} edges have no weight: they are taken whatever the least weight is.")
    sources = (*(file.record for file in files), curated_record("sharp", version, 0))
    return SharpPairs(pairs, sources, aside, tuple(notes))


def complete_pairs(settings: SharpSettings) -> pl.DataFrame:
    """All pairs with all of their texts; those that the settings' translator cannot fill are left out.

    Raises:
        SourceError: a source is missing or unreadable.
    """
    pairs = sharp_pairs(settings).pairs
    if settings.translate is None:
        return pairs
    from .claims.translation import WANTING, fill_some

    return fill_some(pairs, WANTING, settings.translate)[0]
