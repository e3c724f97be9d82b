"""What can be set of a picon interview."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ....errors import UsageError
from ....options import option, options_record, read_options

if TYPE_CHECKING:
    from ....releases.release import Release

Language = Literal["en", "pt", "zh"]
Order = Literal["shuffled", "fixed"]
RetestWording = Literal["as_asked", "paraphrase"]
RELEASE, INSIDE, FILE = "release", "inside", "file:"
CORE = 10


@dataclass(frozen=True)
class PiconSettings:
    """Settings; defaults are the paper's."""

    turns: int = option(
        50,
        f"questions of the first two stages together: the core {CORE}, and the main interrogation",
        flag="--turns",
        least=CORE + 1,
        most=500,
    )
    languages: tuple[Language, ...] = option(("en",), "languages of the interviews")
    personas: tuple[str, ...] | None = option(
        None,
        "ids of the release's personas; all of the languages when not given",
        flag="--persona",
        unordered=True,
    )
    orders: tuple[Order, ...] = option(
        ("shuffled",),
        "order of the core questions: drawn by the seed, or as the bank has them; each is a case of its own",
    )
    seed: int = option(42, "seed of the order and of the choice of decoys")
    sessions: int = option(
        2,
        "1 asks again in the same session only; each further one begins anew and asks the core",
        least=1,
        most=10,
    )
    retest: RetestWording = option("as_asked", "the question as it was asked, or its paraphrase")
    decoys: float = option(
        0.25,
        "share of the confirmation questions that ask about something that is not the persona's",
        least=0,
        most=0.5,
    )
    persona: str = option(
        RELEASE,
        "where the subject has its persona from: release, a text (file:PATH), or itself (inside)",
    )
    date: str | None = option(
        None, "day of the interview (YYYY-MM-DD), for a persona that is not the release's"
    )

    @property
    def main_turns(self) -> int:
        """Questions of the main interrogation."""
        return self.turns - CORE

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint; a persona file by its content.

        Raises:
            UsageError: the persona file cannot be read.
        """
        record = options_record(self)
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


def check_settings(release: Release, settings: PiconSettings) -> None:
    """Refuse settings that cannot work together or that the release cannot serve.

    Raises:
        UsageError: names the value and what is possible.
    """
    # Settings made in Python have passed no reader.
    read_options(PiconSettings, options_record(settings), of="picon")
    _check_personas(release, settings)
    _check_persona(settings)


def _check_personas(release: Release, settings: PiconSettings) -> None:
    known = dict(release.tables["personas"].select("persona_id", "language").iter_rows())
    for name in settings.personas or ():
        if name not in known:
            raise UsageError(
                f"{release.name} has no persona {name!r}", fix=f"choose {', '.join(sorted(known))}"
            )
    lost = [name for name in settings.personas or () if known[name] not in settings.languages]
    if lost:
        raise UsageError(
            f"{lost[0]} speaks {known[lost[0]]}, which is not among the languages",
            fix=f"add --set languages={known[lost[0]]}",
        )


def _check_persona(settings: PiconSettings) -> None:
    own = settings.persona == INSIDE or settings.persona.startswith(FILE)
    if not own and settings.persona != RELEASE:
        raise UsageError(
            f"{settings.persona!r} does not say where the persona is",
            fix="choose release, inside or file:PATH",
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
            raise UsageError(f"{settings.date!r} is not a date", fix="write YYYY-MM-DD") from error
    if settings.persona.startswith(FILE):
        settings.persona_text()
