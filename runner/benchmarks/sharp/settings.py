"""What can be set of the sharp protocol, and chosen when a run is scored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ....errors import UsageError
from ....options import option, options_record

if TYPE_CHECKING:
    import polars as pl

    from ....releases.release import Release

Language = Literal["en", "zh", "pt"]
Direction = Literal["to", "from"]
LANGUAGES: tuple[Language, ...] = ("en", "zh", "pt")
NeutralRule = Literal["keep", "drop"]


@dataclass(frozen=True)
class SharpSettings:
    """What to play; the default is one language, every script, every grouped character and both controls."""

    languages: tuple[Language, ...] = option(("en",), "languages to play", unordered=True)
    scripts: tuple[str, ...] | None = option(None, "script ids to play; all when not given", unordered=True)
    characters: tuple[str, ...] | None = option(
        None,
        "roles as script/protagonist/character, or a character's id alone; all grouped ones when not given",
        unordered=True,
    )
    direction: Direction = option(
        "to", "whose feelings make the groups: the protagonist's to the character, or the character's (from)"
    )
    ungrouped: bool = option(False, "whether characters between high and low are played too")
    pairs: bool = option(False, "whether both readings of each assertion are put instead of the claims")
    stranger: bool = option(
        True, "whether a character without relation makes the same claims to each protagonist"
    )
    plain: bool = option(True, "whether the backbone is asked without any character")
    hint: bool = option(False, "whether the subject is told to go by the facts")
    role_prompt: bool = option(
        True, "whether the subject is told whom it plays; no for agents that are a character already"
    )

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return options_record(self)


@dataclass(frozen=True)
class SharpChoices:
    """What has to be chosen before a run is scored; the paper states none of it.

    ``neutral``: ``keep``: neutral and unclear replies stay in every denominator, as N in the paper's formulas
    suggests; ``drop``: only replies that take a side count, so rates rise where replies evade.
    """

    neutral: NeutralRule = option(
        "keep", "whether neutral and unclear replies stay in denominators", flag="--neutral"
    )
    samples: int = option(1000, "bootstrap samples", flag="--samples", least=100)
    seed: int = option(0, "seed of the bootstrap and of permutations", flag="--bootstrap-seed", least=0)
    reference: Path | None = option(
        None,
        "run of the backbone for the snowball mode; its own no-character control when not given",
        flag="--reference",
    )
    reference_judge: str | None = option(None, "whose verdicts on the reference; the same judge's usually")

    def record(self) -> dict[str, str]:
        """The choices as scores carry them; unread verdicts never count, whatever is chosen."""
        return {"neutral and unclear": self.neutral, "unread": "left out"}


def check_settings(release: Release, settings: SharpSettings) -> None:
    """Refuse settings that the release cannot serve, or that exclude each other and leave nobody to play.

    Raises:
        UsageError: names the value and what there is.
    """
    import polars as pl

    intimacy = release.tables["intimacy"]
    _refuse_unknown(release, "script", settings.scripts or (), sorted(set(intimacy["script"])))
    _refuse_unknown(release, "character", settings.characters or (), sorted(_character_names(intimacy)))
    played = intimacy.filter(pl.col("direction") == settings.direction)
    if settings.scripts is not None:
        played = played.filter(pl.col("script").is_in(list(settings.scripts)))
    there = _character_names(played)
    for name in settings.characters or ():
        if name not in there:
            where = f" of {' or '.join(settings.scripts)}" if settings.scripts else ""
            raise UsageError(
                f"{name} is not a character{where} in the direction {settings.direction!r}",
                fix="leave scripts out, or name characters that are in these scripts",
            )
    if settings.characters is None and not settings.ungrouped:
        played = played.filter(pl.col("group") != "ungrouped")
    if played.is_empty():
        raise UsageError(
            f"no character of {' or '.join(settings.scripts or ()) or release.name} has a group",
            fix="set ungrouped=yes, or choose other scripts",
        )


def _character_names(intimacy: pl.DataFrame) -> set[str]:
    """Every name a character can be given by: the whole role, or the character's id alone."""
    roles = intimacy.select("script", "protagonist", "character").unique().rows()
    return {"/".join(role) for role in roles} | {character for _, _, character in roles}


def _refuse_unknown(release: Release, kind: str, given: Iterable[str], known: Iterable[str]) -> None:
    for value in given:
        if value not in known:
            raise UsageError(f"{release.name} has no {kind} {value!r}", fix=f"choose from {', '.join(known)}")
