"""What can be set of the sharp protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ....errors import UsageError

if TYPE_CHECKING:
    from ....releases.release import Release

LANGUAGES = ("en", "zh", "pt")
DIRECTIONS = ("to", "from")
_LISTS = ("languages", "scripts", "characters")
_FLAGS = ("ungrouped", "pairs", "stranger", "plain", "hint", "role_prompt")
_SAID = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


@dataclass(frozen=True)
class SharpSettings:
    """What to play; the default is one language, every script, every grouped character and both controls.

    Attributes:
        languages: languages to play, of en, zh, pt.
        scripts: script ids, or None for all.
        characters: roles as ``script/protagonist/character`` or a character's id alone, or None for all that
            are grouped.
        direction: whose feelings make the groups: the protagonist's to the character (``to``) or the
            character's to the protagonist (``from``).
        ungrouped: whether characters between high and low are played too.
        pairs: whether both readings of each assertion are put (the ``pairs`` tables) instead of the claims.
        stranger: whether a character without relation makes the same claims to each protagonist.
        plain: whether the backbone is asked without any character.
        hint: whether the subject is told to go by the facts.
        role_prompt: whether the subject is told whom it plays; off for agents that are a character already.
    """

    languages: tuple[str, ...] = ("en",)
    scripts: tuple[str, ...] | None = None
    characters: tuple[str, ...] | None = None
    direction: str = "to"
    ungrouped: bool = False
    pairs: bool = False
    stranger: bool = True
    plain: bool = True
    hint: bool = False
    role_prompt: bool = True

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }


def read_settings(values: Mapping[str, Any]) -> SharpSettings:
    """Settings from plain values: lists of names (or one text with commas), ``on`` and ``off``.

    Raises:
        UsageError: sharp has no such setting, or the value is none of it.
    """
    given: dict[str, Any] = {}
    for name, value in values.items():
        if name in _LISTS:
            given[name] = _names(name, value)
        elif name in _FLAGS:
            given[name] = _flag(name, value)
        elif name == "direction":
            given[name] = value
        else:
            known = ", ".join((*_LISTS, "direction", *_FLAGS))
            raise UsageError(f"sharp has no setting {name!r}", fix=f"it has {known}")
    return SharpSettings(**given)


def check_settings(release: Release, settings: SharpSettings) -> None:
    """Refuse settings that the release cannot serve.

    Raises:
        UsageError: names the value and those that exist.
    """
    intimacy = release.tables["intimacy"]
    roles = intimacy.select("script", "protagonist", "character").unique().rows()
    characters = {"/".join(role) for role in roles} | {character for _, _, character in roles}
    _refuse_unknown(release, "language", settings.languages, LANGUAGES)
    _refuse_unknown(release, "direction", (settings.direction,), DIRECTIONS)
    _refuse_unknown(release, "script", settings.scripts or (), sorted({script for script, _, _ in roles}))
    _refuse_unknown(release, "character", settings.characters or (), sorted(characters))


def _refuse_unknown(release: Release, kind: str, given: Iterable[str], known: Iterable[str]) -> None:
    for value in given:
        if value not in known:
            raise UsageError(f"{release.name} has no {kind} {value!r}", fix=f"choose from {', '.join(known)}")


def _names(setting: str, value: Any) -> tuple[str, ...]:  # noqa: ANN401 - a value from outside
    names = value.split(",") if isinstance(value, str) else [str(name) for name in value]
    found = tuple(dict.fromkeys(name.strip() for name in names if name.strip()))
    if not found:
        raise UsageError(f"the setting {setting} names nothing", fix="give one or more, with commas between")
    # Order decides nothing of what is played, so it is no part of the fingerprint.
    return tuple(sorted(found))


def _flag(setting: str, value: Any) -> bool:  # noqa: ANN401 - a value from outside
    if isinstance(value, bool):
        return value
    if str(value).lower() not in _SAID:
        raise UsageError(f"the setting {setting} cannot be {value!r}", fix="say on or off")
    return _SAID[str(value).lower()]
