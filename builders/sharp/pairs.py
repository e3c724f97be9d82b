"""All pairs of claims that ``sharp`` can choose among, curated or from ConceptNet files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from ...sources.curated import curated_record
from ...sources.record import SourceRecord
from ...version import package_version
from .claims.pairs import curated_pairs
from .settings import SharpSettings, Translate

CURATED_LICENCE = "CC-BY-4.0 AND CC-BY-SA-4.0"


@dataclass(frozen=True)
class SharpPairs:
    """Pairs with where they came from and what was left out on the way.

    Attributes:
        pairs: all pairs, before any decision and choice; texts to be translated are null.
        sources: files read.
        rejected: how many edges gave no pair, by reason.
        notes: what a reader should know of the files, one sentence each.
    """

    pairs: pl.DataFrame
    sources: tuple[SourceRecord, ...]
    rejected: Mapping[str, int]
    notes: tuple[str, ...] = ()


def sharp_pairs(settings: SharpSettings, *, unnamed: bool = False) -> SharpPairs:
    """All pairs that the settings' sources give, curated or from ConceptNet files.

    Args:
        settings: name the sources.
        unnamed: keep pairs whose words have no name in a language, their texts there null, for a translator.

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
    pairs, rejected = pairs_from_edges(edges, min_weight=settings.min_weight, unnamed=unnamed)
    notes = [note for file in files for note in file.notes()]
    if unweighed := edges["weight"].null_count():
        notes.append(f"{unweighed:,} edges have no weight: they are taken whatever the least weight is.")
    sources = (*(file.record for file in files), curated_record("sharp", version, 0))
    return SharpPairs(pairs, sources, rejected, tuple(notes))


def complete_pairs(settings: SharpSettings, translate: Translate | None) -> pl.DataFrame:
    """All pairs with all of their texts; those that the translator, if any, cannot fill are left out.

    Raises:
        SourceError: a source is missing or unreadable.
    """
    pairs = sharp_pairs(settings, unnamed=translate is not None).pairs
    if translate is None:
        return pairs
    from .claims.translation import WANTING, fill_some

    return fill_some(pairs, WANTING, translate)[0]
