"""The cases of the sharp protocol: claim × (script, protagonist, character) × language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...records.conversation import Case
from .masking import CharacterNames, names_of_script
from .scores.stance_frame import NO_CHARACTER, STRANGER, ClaimsAndRoles
from .settings import LANGUAGES

if TYPE_CHECKING:
    import polars as pl

    from ....releases.release import Release
    from ...play.benchmark import CaseFinder
    from .settings import SharpSettings


_NAMES = ("script_title", "protagonist_name", "character_name")
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


Facts = Mapping[str, Any]
Role = tuple[str, str, str]


def sharp_cases(release: Release, settings: SharpSettings) -> Iterator[Case]:
    """Claim by claim, each put by every role, so that an unfinished run has asked all roles the same.

    The facts of a case: the claim's text, truth and assertion, the role's names and group, ``control``, which
    is ``stranger``, ``none`` or None, and the ``stratum`` of samples.
    """
    for language in settings.languages:
        roles = roles_of(release, settings, language)
        claims = claims_of(release, language, pairs=settings.pairs)
        for claim_id, text, factual, assertion in claims.select(
            "claim_id", "text", "factual", "assertion_uri"
        ).iter_rows():
            # Samples keep the readings of a pair together; single claims are drawn by their truth.
            stratum = f"{language}/{'pairs' if settings.pairs else factual}"
            claim = {"claim": text, "factual": factual, "assertion": assertion, "stratum": stratum}
            for (script, protagonist, character), facts in roles:
                key = {
                    "script": script,
                    "protagonist": protagonist,
                    "character": character,
                    "language": language,
                    "claim_id": claim_id,
                }
                yield Case("sharp", key, {**facts, **claim}, info=_info(key, facts, text))


def _info(key: Mapping[str, str], facts: Facts, claim: str) -> Facts:
    """What the agent under test may know: whom it plays, who speaks to it, and what it is told of."""
    role = {name: key[name] for name in ("script", "protagonist", "character", "language")}
    names = {name: facts[name] for name in _NAMES if name in facts}
    return {**role, **names, "claim": claim}


def roles_of(release: Release, settings: SharpSettings, language: str) -> list[tuple[Role, Facts]]:
    """The roles to play with their facts in a language: characters, then strangers, then no character."""
    import polars as pl

    intimacy = release.tables["intimacy"].filter(pl.col("direction") == settings.direction)
    if settings.scripts is not None:
        intimacy = intimacy.filter(pl.col("script").is_in(settings.scripts))
    if settings.characters is not None:
        role = pl.concat_str("script", "protagonist", "character", separator="/")
        chosen = list(settings.characters)
        intimacy = intimacy.filter(pl.col("character").is_in(chosen) | role.is_in(chosen))
    elif not settings.ungrouped:
        intimacy = intimacy.filter(pl.col("group") != "ungrouped")
    intimacy = intimacy.sort("script", "protagonist", "character")
    heroes = _heroes(release, language)
    found: list[tuple[Role, Facts]] = []
    for row in intimacy.iter_rows(named=True):
        hero = heroes[row["script"], row["protagonist"]]
        facts = {**hero, "character_name": row[f"name_{language}"], "group": row["group"], "control": None}
        found.append(((row["script"], row["protagonist"], row["character"]), facts))
    if settings.stranger:
        played = dict.fromkeys((script, hero) for (script, hero, _), _ in found)
        found += [((*pair, STRANGER), {**heroes[pair], **_control(STRANGER)}) for pair in played]
    if settings.plain:
        found.append(((NO_CHARACTER,) * 3, _control(NO_CHARACTER)))
    return found


def find_sharp_case(release: Release) -> CaseFinder:
    """A function that gives the case of a key, for judging: it knows the claim and its truth.

    Keys that the release does not have give a case without facts.
    """
    claims: dict[str, dict[str, Facts]] = {}
    for language in LANGUAGES:
        rows: dict[str, Facts] = {}
        for pairs in (True, False):
            table: pl.DataFrame = claims_of(release, language, pairs=pairs)
            for claim_id, text, factual in table.select("claim_id", "text", "factual").iter_rows():
                rows[claim_id] = {"claim": text, "factual": factual}
        claims[language] = rows

    def find(key: Mapping[str, str], repeat: int) -> Case:
        return Case("sharp", key, claims.get(key["language"], {}).get(key["claim_id"], {}), repeat)

    return find


def _heroes(release: Release, language: str) -> dict[tuple[str, str], Facts]:
    rows = release.tables["protagonists"].select(
        "script", "protagonist", f"title_{language}", f"name_{language}"
    )
    return {
        (script, hero): {"script_title": title, "protagonist_name": name}
        for script, hero, title, name in rows.iter_rows()
    }


def _control(kind: str) -> Facts:
    return {"group": None, "control": kind}
