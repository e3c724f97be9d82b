"""The ``sharp`` tables: claims and pairs in three languages, and prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import polars as pl

from ...errors import BuildError
from ...sources.curated import read_curated_prompts
from ..build import Build
from ..building import Settings
from .claims.choose import choose_counterfactuals, choose_pairs
from .claims.pairs import OWN, without_repeated_texts
from .claims.review import apply_decisions
from .claims.tables import claim_tables, pair_tables
from .intimacy.table import build_intimacy
from .pairs import SharpPairs, sharp_pairs
from .review import read_decisions
from .settings import SharpSettings, Translation, read_settings


def build_sharp(settings: Settings) -> Build:
    """Build the ``sharp`` tables.

    Raises:
        UsageError: an unknown setting, or numbers that cannot be.
        SourceError, BuildError: the sources do not hold what the tables need; notes say what was left out.
    """
    chosen, translation = read_settings(settings)
    made = sharp_pairs(chosen, unnamed=translation is not None)
    rejected = Counter(made.rejected)
    try:
        picked, translated = _picked(made.pairs, chosen, translation, rejected)
        claims = choose_counterfactuals(picked, chosen.counterfactual, chosen.seed)
    except BuildError as error:
        for note in (*made.notes, *_rejection_notes(rejected)):
            error.add_note(note)
        raise
    people = build_intimacy(chosen)
    tables = {
        **claim_tables(claims),
        **pair_tables(claims),
        **people.tables,
        "prompts": read_curated_prompts("sharp"),
    }
    record: dict[str, Any] = {
        "claims": chosen.claims,
        "counterfactual": chosen.counterfactual,
        "seed": chosen.seed,
        **people.settings,
    }
    if chosen.conceptnet:
        # Files by name: a release is built again where they lie in the working folder.
        record |= {
            "conceptnet": [path.name for path in chosen.conceptnet],
            "min_weight": chosen.min_weight,
            "triples_licence": chosen.triples_licence,
            "translator": translation.translator if translation else None,
        }
    notes = _notes(made, claims, translated, rejected)
    return Build("sharp", tables, (*made.sources, *people.sources), record, notes=notes)


def _picked(
    pairs: pl.DataFrame, chosen: SharpSettings, translation: Translation | None, rejected: Counter[str]
) -> tuple[pl.DataFrame, int]:
    """The pairs chosen, decisions applied and every text filled, and how many a translator has filled."""
    decisions = read_decisions(chosen)
    wanting: list[str] = []
    if translation is not None:
        from .claims.translation import WANTING, choose_and_fill, fill_some

        wanting = pairs.filter(WANTING)["assertion_uri"].to_list()
        # A decision is on a wording: what has been decided on is filled first.
        decided = WANTING & pl.col("assertion_uri").is_in(decisions["assertion_uri"].to_list())
        pairs, refused = fill_some(pairs, decided, translation.translate)
        rejected.update(refused)
    pairs, _ = without_repeated_texts(apply_decisions(pairs, decisions))
    if translation is None:
        return choose_pairs(pairs, chosen.claims, chosen.seed), 0
    picked = choose_and_fill(pairs, chosen.claims, chosen.seed, translation.translate, rejected)
    return picked, picked.filter(pl.col("assertion_uri").is_in(wanting)).height


def _notes(
    made: SharpPairs, claims: pl.DataFrame, translated: int, rejected: Mapping[str, int]
) -> tuple[str, ...]:
    false = claims.filter(pl.col("is_counterfactual"))
    ways = ", ".join(
        f"{count:,} by {way}" for way, count in sorted(false["transformation"].value_counts().iter_rows())
    )
    notes = [
        *made.notes,
        f"{claims.height:,} of {made.pairs.height:,} assertions chosen; "
        f"{false.height:,} told as counterfactuals ({ways}); "
        f"{claims['relation'].n_unique()} relations, {claims['domain'].n_unique()} domains.",
    ]
    if translated:
        notes.append(f"{translated:,} of the {claims.height:,} have translated texts, unreviewed.")
    if not made.notes:
        attested = claims.filter(pl.col("dataset") != OWN).height
        notes.append(f"{attested:,} of the {claims.height:,} assertions exist in ConceptNet.")
    return (*notes, *_rejection_notes(rejected))


def _rejection_notes(rejected: Mapping[str, int]) -> list[str]:
    return [
        f"{count:,} edges set aside: {reason}."
        for reason, count in sorted(rejected.items(), key=lambda item: -item[1])
    ]
