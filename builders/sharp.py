"""The ``sharp`` tables: claims and pairs in three languages, and prompts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from ..errors import BuildError, SourceError, UsageError
from ..sources.curated import curated_record, parse_tsv, read_curated_prompts, read_curated_table
from ..sources.record import SourceRecord
from ..version import package_version
from .build import Build, Settings
from .claims.choose import choose_counterfactuals, choose_pairs
from .claims.curated import OWN, curated_pairs
from .claims.pairs import without_repeated_texts
from .claims.review import apply_decisions
from .claims.tables import claim_tables, pair_tables
from .intimacy import IntimacySettings, build_intimacy

if TYPE_CHECKING:
    from .claims.translation import Translate

CLAIMS, COUNTERFACTUAL, SEED = 1_153, 481, 7
CURATED_LICENCE = "CC-BY-4.0 AND CC-BY-SA-4.0"


@dataclass(frozen=True)
class SharpSettings:
    """What decides the outcome of a build.

    Attributes:
        conceptnet: ConceptNet files to make claims from (dumps, API pages or folders of them, triples); the
            curated assertions when empty.
        claims: how many claims.
        counterfactual: how many of them false.
        seed: of the choice.
        min_weight: weakest edge to make a claim of (with ``conceptnet``).
        strict: stop at the first bad row of a file (with ``conceptnet``).
        decisions: a decisions file to apply; None for the one that ships (for the curated assertions).
        triples_licence: SPDX identifier of the licence of triples among them, which state none.
        translate: fills wordings for terms without a name in Chinese or Portuguese (with ``conceptnet``).
        translator: names what translates, for the record.
    """

    conceptnet: tuple[Path, ...] = ()
    claims: int = CLAIMS
    counterfactual: int = COUNTERFACTUAL
    seed: int = SEED
    min_weight: float = 2.0
    strict: bool = False
    decisions: Path | None = None
    triples_licence: str | None = None
    translate: Translate | None = field(default=None, repr=False)
    translator: str | None = None


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


def build_sharp(settings: Settings) -> Build:
    """Build the ``sharp`` tables.

    Raises:
        UsageError: an unknown setting, or numbers that cannot be.
        SourceError, BuildError: the sources do not hold what the tables need; notes say what was left out.
    """
    chosen = sharp_settings(settings)
    made = sharp_pairs(chosen)
    aside = Counter(made.aside)
    try:
        picked, translated = _picked(made.pairs, chosen, aside)
        told = choose_counterfactuals(picked, chosen.counterfactual, chosen.seed)
    except BuildError as error:
        for note in (*made.notes, *_aside_notes(aside)):
            error.add_note(note)
        raise
    people = build_intimacy(intimacy_settings(settings))
    tables = {
        **claim_tables(told),
        **pair_tables(told),
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
            "translator": _translator(chosen),
        }
    notes = _notes(made, told, translated, aside)
    return Build("sharp", tables, (*made.sources, *people.sources), record, notes=notes)


def _picked(pairs: pl.DataFrame, chosen: SharpSettings, aside: Counter[str]) -> tuple[pl.DataFrame, int]:
    """The pairs chosen, decisions applied and every text filled, and how many a translator has filled."""
    decisions = read_decisions(chosen)
    wanting: list[str] = []
    if chosen.translate is not None:
        from .claims.translation import WANTING, choose_and_fill, fill_some

        wanting = pairs.filter(WANTING)["assertion_uri"].to_list()
        # A decision is on a wording: what has been decided on is filled first.
        decided = WANTING & pl.col("assertion_uri").is_in(decisions["assertion_uri"].to_list())
        pairs, refused = fill_some(pairs, decided, chosen.translate)
        aside.update(refused)
    pairs, _ = without_repeated_texts(apply_decisions(pairs, decisions))
    if chosen.translate is None:
        return choose_pairs(pairs, chosen.claims, chosen.seed), 0
    picked = choose_and_fill(pairs, chosen.claims, chosen.seed, chosen.translate, aside)
    return picked, picked.filter(pl.col("assertion_uri").is_in(wanting)).height


def _translator(settings: SharpSettings) -> str | None:
    return (settings.translator or "a function") if settings.translate else None


def sharp_settings(settings: Settings) -> SharpSettings:
    """Settings with their defaults.

    Raises:
        UsageError: an unknown setting, or more counterfactual claims than claims.
    """
    known, people = SharpSettings.__dataclass_fields__, IntimacySettings.__dataclass_fields__
    if unknown := [name for name in settings if name not in known and name not in people]:
        names = ", ".join((*known, *people))
        raise UsageError(f"sharp has no setting {unknown[0]!r}", fix=f"choose among {names}")
    values: dict[str, Any] = {name: value for name, value in settings.items() if name in known}
    values |= {"conceptnet": tuple(map(Path, values.get("conceptnet", ())))}
    chosen = SharpSettings(**values)
    if chosen.translator is not None and chosen.translate is None:
        raise UsageError(
            f"texts were translated ({chosen.translator}), which cannot be done again from here",
            fix="build with --translations and the file in which they were kept",
        )
    for name in ("translate", "triples_licence"):
        if getattr(chosen, name) is not None and not chosen.conceptnet:
            raise UsageError(
                f"the curated assertions have no use for {name.replace('_', ' ')}",
                fix="give a ConceptNet file with --conceptnet",
            )
    if not 0 <= chosen.counterfactual <= chosen.claims:
        raise UsageError(
            f"{chosen.counterfactual:,} of {chosen.claims:,} claims cannot be counterfactual",
            fix="ask for at most as many as there are claims",
        )
    return chosen


def intimacy_settings(settings: Settings) -> IntimacySettings:
    """Those of the settings that are about characters."""
    known = IntimacySettings.__dataclass_fields__
    values: dict[str, Any] = {name: value for name, value in settings.items() if name in known}
    return IntimacySettings(**values)


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


def _notes(
    made: SharpPairs, told: pl.DataFrame, translated: int, aside: Mapping[str, int]
) -> tuple[str, ...]:
    false = told.filter(pl.col("told_false"))
    ways = ", ".join(
        f"{count:,} by {way}" for way, count in sorted(false["transformation"].value_counts().iter_rows())
    )
    notes = [
        *made.notes,
        f"{told.height:,} of {made.pairs.height:,} assertions chosen; "
        f"{false.height:,} told as counterfactuals ({ways}); "
        f"{told['relation'].n_unique()} relations, {told['domain'].n_unique()} domains.",
    ]
    if translated:
        notes.append(f"{translated:,} of the {told.height:,} have translated texts, unreviewed.")
    if not made.notes:
        attested = told.filter(pl.col("dataset") != OWN).height
        notes.append(f"{attested:,} of the {told.height:,} assertions exist in ConceptNet.")
    return (*notes, *_aside_notes(aside))


def _aside_notes(aside: Mapping[str, int]) -> list[str]:
    return [
        f"{count:,} edges set aside: {reason}."
        for reason, count in sorted(aside.items(), key=lambda item: -item[1])
    ]


def read_decisions(settings: SharpSettings) -> pl.DataFrame:
    """The decisions to apply: the file named, else those that ship, which are on the curated wordings only.

    Raises:
        SourceError: the file is missing or broken.
    """
    if settings.decisions is not None:
        return read_decisions_file(settings.decisions)
    shipped = read_curated_table("sharp", "decisions")
    return shipped.clear() if settings.conceptnet else shipped


def read_decisions_file(path: Path) -> pl.DataFrame:
    """A decisions file.

    Raises:
        SourceError: it is missing or no table.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(
            f"the decisions cannot be read ({error.strerror})", where=str(path), fix="check the path"
        ) from error
    return parse_tsv(data, where=str(path))
