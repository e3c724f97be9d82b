"""What can be set of the bias protocol, and chosen when a run is scored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ....errors import UsageError
from ....options import option, options_record
from ...statistics.intervals import Method
from .scores.classes import MissingPolicy

if TYPE_CHECKING:
    from ....releases.release import Release

Mode = Literal["direct", "indirect"]
Persona = Literal["neutral", "agree", "disagree"]
MODES: tuple[Mode, ...] = ("direct", "indirect")
PERSONAS: tuple[Persona, ...] = ("neutral", "agree", "disagree")
OPPOSITE = {"agree": "disagree", "disagree": "agree"}


@dataclass(frozen=True)
class BiasSettings:
    """Settings; defaults are the paper's."""

    modes: tuple[Mode, ...] = option(MODES, "which of direct and indirect to play", flag="--mode")
    personas: tuple[Persona, ...] = option(PERSONAS, "which personas the user takes", flag="--persona")
    topics: tuple[str, ...] | None = option(
        None, "topic ids to play; all when not given", flag="--topic", unordered=True
    )
    turns: int = option(5, "exchanges in a conversation", flag="--turns", least=1, most=5)
    arguments: bool = option(
        True, "whether the scripted user argues at turns 2 to 4, where the release has arguments"
    )
    system: str | None = option(None, "system prompt that the subject is given before the chat")

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return options_record(self)


@dataclass(frozen=True)
class ScoreChoices:
    """What has to be chosen before bias can be scored; see ``scores.classes`` for what ``missing`` means."""

    missing: MissingPolicy = option(
        "strict",
        "topics with absent or unread verdicts: incomplete, or as the original tool does",
        flag="--missing",
    )
    interval: Method = option("wilson", "interval of shares", flag="--interval")

    def record(self) -> dict[str, Any]:
        """The choices by name."""
        return options_record(self)


def check_settings(release: Release, settings: BiasSettings) -> None:
    """Refuse topics that the release does not have.

    Raises:
        UsageError: names the topic and those that exist.
    """
    known = release.tables["topics"]["topic_id"].to_list()
    for topic in settings.topics or ():
        if topic not in known:
            raise UsageError(f"{release.name} has no topic {topic!r}", fix=f"choose from {', '.join(known)}")
