"""The ``sharp`` tables: claims and pairs in three languages, and prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from ..errors import SourceError, UsageError
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

CLAIMS, COUNTERFACTUAL, SEED = 1_153, 481, 7
CURATED_LICENCE = "CC-BY-4.0 AND CC-BY-SA-4.0"

Translate = Callable[[str, str], str | None]


@dataclass(frozen=True)
class SharpSettings:
    """What decides the outcome of a build.

    Attributes:
        conceptnet: ConceptNet files to make claims from; the curated assertions when empty.
        claims: how many claims.
        counterfactual: how many of them false.
        seed: of the choice.
        min_weight: weakest edge to make a claim of (with ``conceptnet``).
        strict: stop at the first bad row of a file (with ``conceptnet``).
        decisions: a decisions file to apply; None for the one that ships (for the curated assertions).
        translate: fills wordings for terms without a name in Chinese or Portuguese (with ``conceptnet``).
    """

    conceptnet: tuple[Path, ...] = ()
    claims: int = CLAIMS
    counterfactual: int = COUNTERFACTUAL
    seed: int = SEED
    min_weight: float = 2.0
    strict: bool = False
    decisions: Path | None = None
    translate: Translate | None = field(default=None, repr=False)


@dataclass(frozen=True)
class SharpPairs:
    """Pairs with where they came from and what was left out on the way.

    Attributes:
        pairs: all pairs, before any decision and choice.
        sources: files read.
        aside: edges that gave no pair, by reason.
    """

    pairs: pl.DataFrame
    sources: tuple[SourceRecord, ...]
    aside: Mapping[str, int]


def build_sharp(settings: Settings) -> Build:
    """Build the ``sharp`` tables.

    Raises:
        UsageError: an unknown setting, or numbers that cannot be.
        SourceError, BuildError: the sources do not hold what the tables need.
    """
    chosen = sharp_settings(settings)
    made = sharp_pairs(chosen)
    decided = apply_decisions(made.pairs, read_decisions(chosen))
    pairs, _ = without_repeated_texts(decided)
    picked = choose_pairs(pairs, chosen.claims, chosen.seed)
    told = choose_counterfactuals(picked, chosen.counterfactual, chosen.seed)
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
        record |= {"min_weight": chosen.min_weight, "translated": chosen.translate is not None}
    return Build("sharp", tables, (*made.sources, *people.sources), record, notes=_notes(made, told))


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
    chosen = SharpSettings(**values)
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

    edges, records, bad = read_edges(settings.conceptnet, strict=settings.strict)
    pairs, aside = pairs_from_edges(edges, min_weight=settings.min_weight, translate=settings.translate)
    lexicon = curated_record("sharp", version, 0)
    return SharpPairs(pairs, (*records, lexicon), {**aside, **({"bad row": bad} if bad else {})})


def _notes(made: SharpPairs, told: pl.DataFrame) -> tuple[str, ...]:
    false = told.filter(pl.col("told_false"))
    ways = ", ".join(
        f"{count:,} by {way}" for way, count in sorted(false["transformation"].value_counts().iter_rows())
    )
    notes = [
        f"{told.height:,} of {made.pairs.height:,} assertions chosen; "
        f"{false.height:,} told as counterfactuals ({ways}); "
        f"{told['relation'].n_unique()} relations, {told['domain'].n_unique()} domains."
    ]
    if attested := told.filter(pl.col("dataset") != OWN).height:
        notes.append(f"{attested:,} of the {told.height:,} assertions exist in ConceptNet.")
    notes += [
        f"{count:,} edges set aside: {reason}."
        for reason, count in sorted(made.aside.items(), key=lambda item: -item[1])
    ]
    return tuple(notes)


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
