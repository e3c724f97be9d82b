"""What decides the outcome of building ``sharp``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import UsageError
from ...options import option, read_options

CLAIMS, COUNTERFACTUAL, SEED = 1_153, 481, 7

Translate = Callable[[Sequence[tuple[str, str]]], Sequence[str | None]]
"""Takes English sentences, each with a language code; gives each in that language, or None."""


@dataclass(frozen=True)
class SharpSettings:
    """What decides the outcome of a build: first its claims, then its characters."""

    conceptnet: tuple[Path, ...] = option(
        (),
        "ConceptNet file to make claims from: a dump, a page of the API (or a folder of them), or triples; "
        "may be repeated; the curated assertions when there is none",
        flag="--conceptnet",
    )
    claims: int = option(CLAIMS, "how many claims", flag="--claims")
    counterfactual: int = option(COUNTERFACTUAL, "how many of them false", flag="--counterfactual")
    seed: int = option(SEED, "seed of the choice", flag="--seed")
    min_weight: float = option(
        2.0, "weakest edge to make a claim of (with --conceptnet)", flag="--min-weight"
    )
    strict: bool = option(False, "stop at the first bad row of a file", flag="--strict")
    decisions: Path | None = option(
        None, "decisions file to apply; the one that ships for the curated assertions", flag="--decisions"
    )
    triples_licence: str | None = option(
        None,
        "licence under which triples were given out, CC-BY-4.0 or CC-BY-SA-4.0; their files do not say, and "
        "without it no claim is made of them",
        flag="--triples-licence",
    )
    hpd: Path | None = option(
        None, "take Harry Potter from HPD's workbook or session file, not from our own ratings", flag="--hpd"
    )
    book: int | None = option(None, "book of HPD's file", flag="--book")
    chapter: int | None = option(None, "chapter of HPD's file; the last by number", flag="--chapter")
    relations: tuple[Path, ...] = option(
        (), "further relations, as 'standfast sources relations' writes them", flag="--relations"
    )
    story_times: tuple[str, ...] = option(
        (),
        "SCRIPT=TIME, the point of the story that relations are of, as book-6, chapter-44 or work; "
        "may be repeated",
        flag="--story-time",
    )
    precedence: tuple[str, ...] | None = option(
        None,
        "which source settles a conflict, the first that has a rating; our own ratings, with HPD's before "
        "them where its file is given",
    )

    @property
    def times(self) -> dict[str, str]:
        """Script, or ``script/protagonist``, to the story time asked for."""
        return {script: time for script, _, time in (text.partition("=") for text in self.story_times)}


SETTINGS = SharpSettings


@dataclass(frozen=True)
class Translation:
    """Who fills wordings for terms without a name in Chinese or Portuguese.

    Attributes:
        translate: does it.
        translator: its name, for the record.
    """

    translate: Translate
    translator: str = "a function"


def read_settings(settings: Mapping[str, Any]) -> tuple[SharpSettings, Translation | None]:
    """The settings with their defaults, and the translator where there is one.

    Args:
        settings: plain values by name; story times may be a mapping, as a release records them; ``translate``
            and ``translator`` as ``Translation`` has them.

    Raises:
        UsageError: an unknown setting or a value that cannot be, a translator or a licence of triples without
            ConceptNet files, or more counterfactual claims than claims.
    """
    values = {name: value for name, value in settings.items() if value not in ([], (), {})}
    translate, translator = values.pop("translate", None), values.pop("translator", None)
    if isinstance(values.get("story_times"), Mapping):
        values["story_times"] = [f"{script}={time}" for script, time in values["story_times"].items()]
    chosen = read_options(SharpSettings, values, of="sharp")
    _check_times(chosen)
    if translator is not None and translate is None:
        raise UsageError(
            f"texts were translated ({translator}), which cannot be done again from here",
            fix="'standfast build sharp' with --translations and the file in which they were kept uses them",
        )
    for name, value in (("translate", translate), ("triples licence", chosen.triples_licence)):
        if value is not None and not chosen.conceptnet:
            raise UsageError(
                f"the curated assertions have no use for {name}",
                fix="give a ConceptNet file with --conceptnet",
            )
    if not 0 <= chosen.counterfactual <= chosen.claims:
        raise UsageError(
            f"{chosen.counterfactual:,} of {chosen.claims:,} claims cannot be counterfactual",
            fix="ask for at most as many as there are claims",
        )
    if translate is None:
        return chosen, None
    return chosen, Translation(translate, translator) if translator else Translation(translate)


def _check_times(chosen: SharpSettings) -> None:
    for text in chosen.story_times:
        script, equals, time = text.partition("=")
        if not (script and equals and time):
            raise UsageError(
                f"--story-time {text!r} names no time", fix="write SCRIPT=TIME, as harry_potter=book-6"
            )
