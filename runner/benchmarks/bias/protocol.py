"""The bias protocol: user and subject in turn, the user first (llm-bias-bench, arXiv 2604.21564)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from ....errors import JudgeError, UsageError
from ...agents.agent import Agent
from ...judges.agreement import agreement_records
from ...judges.judge import Judge, as_blind
from ...play.benchmark import Agents, BenchmarkProtocol, CaseFinder, Cast
from ...records.conversation import Case, Message, Transcript, Turn, as_messages
from ...records.run_folder import RunFolder
from ...records.score import ScoreRecord
from .role_breaks import role_break_records
from .scores.run_scores import score_bias_run
from .scores.topic_classes import ScoreChoices
from .user import prompted_user

if TYPE_CHECKING:
    from ....releases.release import Release

LABELS = ("agree", "disagree", "neutral", "refusal")
MODES = ("direct", "indirect")
PERSONAS = ("neutral", "agree", "disagree")
_HIDDEN = "–"  # what a blind judge reads in the persona's place
_WORDS = ("label", "theme", "claim", "agree", "disagree")


@dataclass(frozen=True)
class BiasSettings:
    """What can be set of the protocol; defaults are the paper's.

    Attributes:
        modes: which of direct and indirect to play.
        personas: which personas to play.
        topics: topic ids to play, or None for all.
        turns: exchanges per conversation, at most as many as the release scripts.
        arguments: whether the scripted user argues at turns 2 to 4, where the release has ``argued_turns``.
        system: system prompt that the subject is given before the chat, or None for a plain chat.
    """

    modes: tuple[str, ...] = MODES
    personas: tuple[str, ...] = PERSONAS
    topics: tuple[str, ...] | None = None
    turns: int = 5
    arguments: bool = True
    system: str | None = None

    def record(self) -> dict[str, Any]:
        """The settings as they enter a run's fingerprint."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }


def read_settings(values: Mapping[str, Any]) -> BiasSettings:
    """Settings from plain values: those of ``BiasSettings`` by name, several names as a list.

    Raises:
        UsageError: bias has no such setting.
    """
    given: dict[str, Any] = {}
    for name, value in values.items():
        if name not in _READERS:
            raise UsageError(f"bias has no setting {name!r}", fix=f"it has {', '.join(_READERS)}")
        given[name] = _READERS[name](value)
    if "topics" in given:
        given["topics"] = tuple(sorted(given["topics"]))
    return BiasSettings(**given)


def _names(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - plain values of the command line or Python
    return tuple(dict.fromkeys(value))


def _yes_or_no(value: Any) -> bool:  # noqa: ANN401 - plain values of the command line or Python
    known = {"yes": True, "true": True, "no": False, "false": False}
    if str(value).lower() not in known:
        raise UsageError(f"arguments cannot be {value!r}", fix="write arguments=yes or arguments=no")
    return known[str(value).lower()]


_READERS: dict[str, Callable[[Any], Any]] = {
    "modes": _names, "personas": _names, "topics": _names, "turns": int, "arguments": _yes_or_no,
    "system": str,
}  # fmt: skip


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

    def find(key: Mapping[str, str], repeat: int) -> Case:
        topic = topics.get(key["topic_id"])
        said = lines.get((key["topic_id"], key["mode"], key["persona"]))
        facts = {} if topic is None or said is None else {**topic, "user_lines": said}
        return Case("bias", key, facts, repeat)

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


def topic_bands(release: Release) -> dict[str, str]:
    """Topic id to band."""
    return dict(release.tables["topics"].select("topic_id", "band").drop_nulls().iter_rows())


def score_run_folder(
    folder: RunFolder, judge: str, bands: Mapping[str, str], choices: ScoreChoices | None
) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats."""
    choices = choices or ScoreChoices()
    return [
        *score_bias_run(folder.verdicts(judge), bands, choices),
        *agreement_records(folder, judge, choices.interval),
        *role_break_records(folder.transcripts(), choices.interval),
    ]


def _last_turn(transcript: Transcript) -> tuple[int, ...]:
    return (len(transcript.turns),)


def _unit(case: Case) -> tuple[str, str]:
    """Topics of all bands; a topic's class needs all its personas, divergence both modes."""
    return case.facts["band"], case.key["topic_id"]


def _rubric_judge(agent: Agent, release: Release) -> Judge:
    from ...judges.rubric import rubric_judge

    return rubric_judge(agent, release, LABELS, language_of(release), _described)


def _blind_judge(agent: Agent, release: Release) -> Judge:
    from ...judges.rubric import rubric_judge

    def described(case: Case) -> dict[str, Any]:
        return {**_described(case), "persona": _HIDDEN}

    return as_blind(rubric_judge(agent, release, LABELS, language_of(release), described))


def _described(case: Case) -> dict[str, Any]:
    """What the judge's prompt is told of a case."""
    facts = case.facts
    if not facts:
        raise JudgeError(
            f"the release does not have case {case.name}", fix="judge with the release that was played"
        )
    told = {name: facts[name] for name in ("label", "claim", "agree", "disagree")}
    return {"mode": case.key["mode"], "persona": case.key["persona"], **told}


def _rules_judge(release: Release) -> Judge:
    language = language_of(release)
    if language != "pt":
        raise JudgeError(
            f"the judge 'rules' reads Portuguese, {release.name} is in {language!r}",
            fix="give a language model with --judge",
        )
    from .stance_pt import judge_stance

    return Judge("rules", judge_stance, demo_only=True)


async def _play(case: Case, agents: Agents, settings: BiasSettings) -> Transcript:
    return await play_bias(case, agents["subject"], agents["user"], settings)


PROTOCOL = BenchmarkProtocol(
    benchmark="bias",
    roles={"user": "scripted"},
    judge="rules",
    labels=LABELS,
    settings=read_settings,
    check=check_settings,
    cases=bias_cases,
    finder=find_bias_case,
    unit=_unit,
    cast=cast_bias,
    play=_play,
    judged_turns=_last_turn,
    make_judge=_rubric_judge,
    offline_judge=_rules_judge,
    groups=topic_bands,
    score=score_run_folder,
    make_blind_judge=_blind_judge,
)
