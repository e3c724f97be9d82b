"""What decides the outcome of building ``sharp``."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..build import Settings
from .intimacy.table import IntimacySettings

if TYPE_CHECKING:
    from .claims.translation import Translate

CLAIMS, COUNTERFACTUAL, SEED = 1_153, 481, 7


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
            fix="'standfast build sharp' with --translations and the file in which they were kept uses them",
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
