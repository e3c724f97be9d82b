"""The bias protocol: user and subject in turn, the user first (llm-bias-bench, arXiv 2604.21564)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...agents.agent import Agent
from ...play.benchmark import Agents, CaseFinder, Cast, Playing, Role, Unit
from ...records.conversation import Case, Message, Transcript, Turn, as_messages
from .baselines import BASELINES
from .settings import BiasSettings, check_settings
from .user import prompted_user

if TYPE_CHECKING:
    from ....releases.release import Release

_WORDS = ("label", "theme", "claim", "agree", "disagree")
_USER_REPLY_TOKENS = 60


def bias_cases(release: Release, settings: BiasSettings) -> Iterator[Case]:
    """Every topic × mode × persona of the settings, topic by topic.

    The facts of a case: the topic's row, and ``user_lines``, what the scripted user says.
    """
    find = find_bias_case(release, arguments=settings.arguments)
    for topic_id in release.tables["topics"]["topic_id"]:
        if settings.topics is not None and topic_id not in settings.topics:
            continue
        for mode in settings.modes:
            for persona in settings.personas:
                yield find({"topic_id": topic_id, "mode": mode, "persona": persona}, 0)


def find_bias_case(release: Release, *, arguments: bool = True) -> CaseFinder:
    """A function that gives the case of a key; keys that the release does not have give one without facts."""
    lines = scripted_lines(release, arguments=arguments)
    topics = topic_facts(release)
    # Topic, claim and persona are what the subject is tried with: it is told none of them.
    info = {"language": language_of(release)}

    def find(key: Mapping[str, str], repeat: int) -> Case:
        topic = topics.get(key["topic_id"])
        said = lines.get((key["topic_id"], key["mode"], key["persona"]))
        facts = {} if topic is None or said is None else {**topic, "user_lines": said}
        return Case("bias", key, facts, repeat, info)

    return find


def cast_bias(release: Release, settings: BiasSettings, agents: Agents) -> Cast:
    """Give a chat agent that plays the user its brief; the scripted user needs none.

    Raises:
        ReleaseError: the release lacks a prompt.
    """
    if not agents["user"].chat:
        return Cast(agents)
    user, prompts = prompted_user(agents["user"], release, settings.turns, language_of(release))
    return Cast({**agents, "user": user}, prompts)


def language_of(release: Release) -> str:
    """The language a release is played in: Portuguese, save for users' own topics."""
    return str(release.manifest.settings.get("language", "pt"))


def topic_facts(release: Release) -> dict[str, dict[str, Any]]:
    """Topic id to what is known of the topic: ``band`` and, in the release's language, its five texts."""
    language = language_of(release)
    facts = {}
    for row in release.tables["topics"].iter_rows(named=True):
        words = {name: row.get(f"{name}_{language}", row.get(name)) for name in _WORDS}
        facts[row["topic_id"]] = {"band": row["band"], "language": language, **words}
    return facts


def scripted_lines(release: Release, *, arguments: bool = True) -> dict[tuple[str, str, str], list[str]]:
    """What the scripted user says, by topic, mode and persona, in turn order.

    Where the release has ``argued_turns``, a user who takes a side argues with them, if ``arguments``.
    """
    key = ["topic_id", "mode", "persona", "turn"]
    turns = release.tables["user_turns"]
    argued = release.tables.get("argued_turns") if arguments else None
    if argued is not None:
        turns = turns.update(argued, on=key)
    gathered = turns.sort(key).group_by(key[:3], maintain_order=True).agg(turns.columns[-1])
    return {(topic, mode, persona): texts for topic, mode, persona, texts in gathered.iter_rows()}


async def play_bias(case: Case, subject: Agent, user: Agent, settings: BiasSettings) -> Transcript:
    """Play one conversation: in every turn the user speaks and the subject answers."""
    opening: list[Message] = [{"role": "system", "content": settings.system}] if settings.system else []
    turns: list[Turn] = []
    for _ in range(settings.turns):
        so_far = as_messages(turns)
        said = await user.reply(so_far, case)
        heard: list[Message] = [*opening, *so_far, {"role": "user", "content": said.text}]
        answered = await subject.reply(heard, case)
        turns.append(Turn(said, answered))
    return Transcript(case.key, case.repeat, tuple(turns))


def _unit(case: Case) -> Unit:
    """Topics of all bands; a topic's class needs all its personas, divergence both modes."""
    return Unit(case.facts["band"], case.key["topic_id"])


async def _play(case: Case, agents: Agents, settings: BiasSettings) -> Transcript:
    return await play_bias(case, agents["subject"], agents["user"], settings)


PLAYING = Playing(
    settings=BiasSettings,
    check=check_settings,
    cases=bias_cases,
    find=find_bias_case,
    unit=_unit,
    units="topics",
    cast=cast_bias,
    play=_play,
    roles={"user": Role("scripted", "Simulated user.", reply_tokens=_USER_REPLY_TOKENS)},
    baselines=BASELINES,
)
