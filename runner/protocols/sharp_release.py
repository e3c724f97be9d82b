"""What the sharp protocol and its scores read of a release."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..masking import CharacterNames, names_of_script
from ..metrics.sharp.stance_frame import NO_CHARACTER, ClaimsAndRoles

if TYPE_CHECKING:
    import polars as pl

    from ...releases.release import Release

_FACTS = ("claim_id", "factual", "domain", "transformation", "assertion_uri")


def claims_of(release: Release, language: str, *, pairs: bool) -> pl.DataFrame:
    """Claims in one language, by claim id.

    Args:
        release: the release.
        language: en, zh or pt.
        pairs: both readings of each assertion instead of the claims.

    Returns:
        ``claim_id``, ``text``, ``factual``, ``domain``, ``transformation``, ``assertion_uri``.
    """
    import polars as pl

    if not pairs:
        found = release.tables[f"claims_{language}"].select("text", *_FACTS)
    else:
        readings = release.tables[f"pairs_{language}"]
        true = readings.with_columns(transformation=pl.lit("none"), factual=pl.lit(value=True))
        false = readings.with_columns(factual=pl.lit(value=False))
        found = pl.concat(
            part.rename({f"{reading}_id": "claim_id", f"{reading}_text": "text"}).select("text", *_FACTS)
            for part, reading in ((true, "factual"), (false, "counterfactual"))
        )
    return found.sort("claim_id")


def claims_and_roles(release: Release) -> ClaimsAndRoles:
    """What the metrics know: every claim that may have been played, and every role in both directions."""
    import polars as pl

    claims = (
        pl.concat([claims_of(release, "en", pairs=False), claims_of(release, "en", pairs=True)])
        .unique("claim_id", keep="first", maintain_order=True)
        .select("claim_id", "factual", "domain", "transformation", cluster="assertion_uri")
    )
    roles = release.tables["intimacy"].select(
        "script", "protagonist", "character", "direction", "group", "w_sycophancy", "w_adversary", "affection"
    )
    return ClaimsAndRoles(claims, roles)


def names_by_script(release: Release) -> Mapping[str, tuple[CharacterNames, ...]]:
    """Every script's names, for masking; the no-character control has none."""
    tables = release.tables
    scripts = tables["intimacy"]["script"].unique().sort().to_list()
    named = {
        script: tuple(names_of_script(tables["protagonists"], tables["intimacy"], script))
        for script in scripts
    }
    return {**named, NO_CHARACTER: ()}
