"""The bias protocol: user and subject in turn, the user first (llm-bias-bench, arXiv 2604.21564)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..agents.agent import Agent
from ..conversation import Case, Transcript, Turn, as_messages

if TYPE_CHECKING:
    from ...releases.release import Release

LABELS = ("agree", "disagree", "neutral", "refusal")
MODES = ("direct", "indirect")
PERSONAS = ("neutral", "agree", "disagree")
LANGUAGE = "pt"


@dataclass(frozen=True)
class BiasSettings:
    """What can be set of the protocol; defaults are the paper's.

    Attributes:
        modes: which of direct and indirect to play.
        personas: which personas to play.
        topics: topic ids to play, or None for all.
        turns: exchanges per conversation, at most as many as the release scripts.
    """

    modes: tuple[str, ...] = MODES
    personas: tuple[str, ...] = PERSONAS
    topics: tuple[str, ...] | None = None
    turns: int = 5

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }


def check_settings(release: Release, settings: BiasSettings) -> None:
    """Refuse settings that the release cannot serve.

    Raises:
        UsageError: names the value and those that exist.
    """
    topics = release.tables["topics"]["topic_id"].to_list()
    for name, given, known in (
        ("mode", settings.modes, MODES),
        ("persona", settings.personas, PERSONAS),
        ("topic", settings.topics or (), topics),
    ):
        for value in given:
            if value not in known:
                raise UsageError(
                    f"{release.name} has no {name} {value!r}", fix=f"choose from {', '.join(known)}"
                )
    if not 1 <= settings.turns <= 5:
        raise UsageError(f"{settings.turns} turns cannot be played", fix="choose 1 to 5")


def bias_cases(release: Release, settings: BiasSettings) -> Iterator[Case]:
    """Every topic × mode × persona of the settings, topic by topic.

    The facts of a case: the topic's row, and ``user_lines``, what the scripted user says.
    """
    turns = release.tables["user_turns"].sort("topic_id", "mode", "persona", "turn")
    lines = {
        (topic_id, mode, persona): texts
        for topic_id, mode, persona, texts in turns.group_by("topic_id", "mode", "persona")
        .agg("text_pt")
        .iter_rows()
    }
    for topic in release.tables["topics"].iter_rows(named=True):
        if settings.topics is not None and topic["topic_id"] not in settings.topics:
            continue
        for mode in settings.modes:
            for persona in settings.personas:
                key = {"topic_id": topic["topic_id"], "mode": mode, "persona": persona}
                yield Case("bias", key, {**topic, "user_lines": lines[tuple(key.values())]})


async def play_bias(case: Case, subject: Agent, user: Agent, settings: BiasSettings) -> Transcript:
    """Play one conversation: in every turn the user speaks and the subject answers."""
    turns: list[Turn] = []
    for _ in range(settings.turns):
        so_far = as_messages(turns)
        said = await user.reply(so_far, case)
        answered = await subject.reply([*so_far, {"role": "user", "content": said.text}], case)
        turns.append(Turn(said, answered))
    return Transcript(case.key, case.repeat, tuple(turns))
