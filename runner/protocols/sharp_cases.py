"""The cases of the sharp protocol: claim × (script, protagonist, character) × language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..conversation import Case
from ..metrics.sharp.stance_frame import NO_CHARACTER, STRANGER
from .sharp_release import claims_of
from .sharp_settings import LANGUAGES

if TYPE_CHECKING:
    import polars as pl

    from ...releases.release import Release
    from .protocol import CaseFinder
    from .sharp_settings import SharpSettings

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
                yield Case("sharp", key, {**facts, **claim})


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
