"""What can be set of a picon interview."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import UsageError

if TYPE_CHECKING:
    from ....releases.release import Release

LANGUAGES = ("en", "pt", "zh")
ORDERS = ("shuffled", "fixed")
RETESTS = ("as_asked", "paraphrase")
RELEASE, INSIDE, FILE = "release", "inside", "file:"
CORE = 10
MOST_TURNS = 500


@dataclass(frozen=True)
class PiconSettings:
    """Settings; defaults are the paper's.

    Attributes:
        turns: questions of the first two stages together: the core ten, and the main interrogation.
        languages: of the interviews.
        personas: ids of the release's personas, or None for all of the languages.
        orders: of the core questions: drawn by ``seed``, or as the bank has them; each is a case of its own.
        seed: of the order and of the choice of decoys.
        sessions: 1 asks again in the same session only; each further one begins anew and asks the core.
        retest: the question as it was asked, or its paraphrase.
        decoys: share of the confirmation questions that ask about something that is not the persona's.
        persona: where the subject has it from: the release, a text file (``file:PATH``), or itself.
        date: day of the interview, for a persona that is not the release's.
    """

    turns: int = 50
    languages: tuple[str, ...] = ("en",)
    personas: tuple[str, ...] | None = None
    orders: tuple[str, ...] = ("shuffled",)
    seed: int = 42
    sessions: int = 2
    retest: str = "as_asked"
    decoys: float = 0.25
    persona: str = RELEASE
    date: str | None = None

    @property
    def main_turns(self) -> int:
        """Questions of the main interrogation."""
        return self.turns - CORE

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint; a persona file by its content."""
        record = {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }
        if self.persona.startswith(FILE):
            record["persona_sha256"] = hashlib.sha256(self.persona_text().encode()).hexdigest()
        return record

    def persona_text(self) -> str:
        """The text of the persona file.

        Raises:
            UsageError: it cannot be read, or is empty.
        """
        path = Path(self.persona.removeprefix(FILE))
        try:
            text = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(
                f"the persona cannot be read ({error})", where=str(path), fix="name a text file in UTF-8"
            ) from error
        if not text:
            raise UsageError("the persona file is empty", where=str(path), fix="write the persona into it")
        return text


def read_settings(values: Mapping[str, Any]) -> PiconSettings:
    """Settings from plain values; lists may be given as text with commas.

    Raises:
        UsageError: picon has no such setting, or a value is of the wrong kind.
    """
    known = [field.name for field in fields(PiconSettings)]
    given: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise UsageError(f"picon has no setting {name!r}", fix=f"it has {', '.join(known)}")
        try:
            given[name] = _READ.get(name, str)(value)
        except ValueError as error:
            raise UsageError(f"{name}={value} is no number", fix=f"give {name} as a number") from error
    return PiconSettings(**given)


def check_settings(release: Release, settings: PiconSettings) -> None:
    """Refuse settings that cannot work or that the release cannot serve.

    Raises:
        UsageError: names the value and what is possible.
    """
    personas = release.tables["personas"]
    known = dict(personas.select("persona_id", "language").iter_rows())
    for name, given, possible in (
        ("language", settings.languages, LANGUAGES),
        ("order", settings.orders, ORDERS),
        ("retest wording", (settings.retest,), RETESTS),
        ("persona", settings.personas or (), sorted(known)),
    ):
        for value in given:
            if value not in possible:
                raise UsageError(
                    f"{release.name} has no {name} {value!r}", fix=f"choose {', '.join(possible)}"
                )
    if not settings.languages or not settings.orders:
        raise UsageError("no language or no order leaves nothing to play", fix="name one at least")
    _check_numbers(settings)
    _check_persona(settings)
    lost = [name for name in settings.personas or () if known[name] not in settings.languages]
    if lost:
        raise UsageError(
            f"{lost[0]} speaks {known[lost[0]]}, which is not among the languages",
            fix=f"add --set languages={known[lost[0]]}",
        )


def _check_numbers(settings: PiconSettings) -> None:
    if not CORE < settings.turns <= MOST_TURNS:
        raise UsageError(
            f"{settings.turns} turns leave no main interrogation: the core questions take {CORE}"
            if settings.turns <= CORE
            else f"{settings.turns} turns are too many",
            fix=f"choose {CORE + 1} to {MOST_TURNS}",
        )
    if not 1 <= settings.sessions <= 10:
        raise UsageError(f"{settings.sessions} sessions cannot be played", fix="choose 1 to 10")
    if not 0 <= settings.decoys <= 0.5:
        raise UsageError(f"a share of {settings.decoys:g} decoys cannot be asked", fix="choose 0 to 0.5")


def _check_persona(settings: PiconSettings) -> None:
    own = settings.persona == INSIDE or settings.persona.startswith(FILE)
    if not own and settings.persona != RELEASE:
        raise UsageError(
            f"{settings.persona!r} says not where the persona is", fix="choose release, inside or file:PATH"
        )
    if own and settings.personas:
        raise UsageError(
            "personas of the release were chosen, and another one given", fix="leave one of the two out"
        )
    if own and settings.date is None:
        raise UsageError("an interview has a date", fix="add --set date=YYYY-MM-DD")
    if not own and settings.date is not None:
        raise UsageError("the release's personas have a date of their own", fix="leave date out")
    if settings.date is not None:
        try:
            dt.date.fromisoformat(settings.date)
        except ValueError as error:
            raise UsageError(f"{settings.date!r} is no date", fix="write YYYY-MM-DD") from error
    if settings.persona.startswith(FILE):
        settings.persona_text()


def _names(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - text or a list, from wherever
    parts = value.split(",") if isinstance(value, str) else [str(part) for part in value]
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


def _persona_names(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - as _names
    return tuple(sorted(_names(value)))


_READ: Mapping[str, Callable[[Any], Any]] = {
    "turns": int,
    "seed": int,
    "sessions": int,
    "decoys": float,
    "languages": _names,
    "orders": _names,
    "personas": _persona_names,
}
