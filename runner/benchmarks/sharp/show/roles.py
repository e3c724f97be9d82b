"""Who is who in a report: names, relation and place of each role of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ....play.scored import AnyScored
from ..scores.stance_frame import NO_CHARACTER, STRANGER

if TYPE_CHECKING:
    from .....releases.release import Release

GROUPS = ("high", "ungrouped", "low")
CONTROL_NAMES = {STRANGER: "a stranger", NO_CHARACTER: "no character"}


@dataclass(frozen=True)
class ShownRole:
    """A character of a protagonist.

    Attributes:
        script: id of the script.
        protagonist: id of the protagonist.
        character: id of the character.
        title: the script in words.
        hero: the protagonist in words.
        name: the character in words.
        affection: level of the intimacy table in the direction of the run, or None where unknown.
        group: ``high``, ``low`` or ``ungrouped``.
        facts: the row of the intimacy table.
    """

    script: str
    protagonist: str
    character: str
    title: str
    hero: str
    name: str
    affection: int | None
    group: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """As scores name it: the three ids joined by slashes."""
        return f"{self.script}/{self.protagonist}/{self.character}"

    @property
    def stage(self) -> tuple[str, str]:
        """Script and protagonist."""
        return self.script, self.protagonist


def shown_roles(run: AnyScored) -> list[ShownRole]:
    """Every role of the run's release: by script and protagonist, then the closest characters first."""
    tables = run.release.tables
    heroes = {
        (row["script"], row["protagonist"]): row for row in tables["protagonists"].iter_rows(named=True)
    }
    direction = run.folder.record.settings["direction"]
    found = []
    for row in tables["intimacy"].filter(direction=direction).iter_rows(named=True):
        hero = heroes[row["script"], row["protagonist"]]
        found.append(
            ShownRole(
                row["script"], row["protagonist"], row["character"], hero["title_en"], hero["name_en"],
                row["name_en"], row["affection"], row["group"], row,
            )
        )  # fmt: skip
    return sorted(found, key=_closest_first)


def stages(release: Release) -> dict[tuple[str, str], tuple[str, str]]:
    """Script and protagonist to the title and the name in words."""
    columns = ("script", "protagonist", "title_en", "name_en")
    rows = release.tables["protagonists"].select(columns).sort("script", "protagonist").iter_rows()
    return {(script, hero): (title, name) for script, hero, title, name in rows}


def signed(level: int | None) -> str:
    """An affection as it is written: with its sign, or a question mark where it is unknown."""
    return "?" if level is None else f"{level:+d}".replace("-", "−")


def _closest_first(role: ShownRole) -> tuple[Any, ...]:
    level = float("inf") if role.affection is None else -role.affection
    return role.script, role.protagonist, GROUPS.index(role.group), level, role.name
