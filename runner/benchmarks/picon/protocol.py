"""The picon protocol: an interview in chained turns, with evidence and retest (PICon, arXiv 2603.25620)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ....errors import UsageError
from ....releases.prompts import Prompts
from ...agents.agent import Agent
from ...judges.judge import RULES, Judge
from ...play.benchmark import Agents, BenchmarkProtocol, CaseFinder, Cast
from ...records.conversation import Case, Transcript
from ...records.run_folder import RunFolder
from ...records.score import ScoreRecord
from .interview.findings import read_findings
from .interview.later_searches import search_again
from .interview.material import MODEL_LANGUAGE, MaterialMaker
from .interview.prompted import EXTRACTOR_PROMPTS, QUESTIONER_PROMPTS
from .interview.session import play_interview
from .scores.run_scores import FAULTS, PiconChoices, score_picon
from .settings import FILE, RELEASE, PiconSettings, check_settings, read_settings

if TYPE_CHECKING:
    from ....releases.release import Release

LABELS = (
    "consistent", "contradiction", "abstention", "affirmed", "denied", "same", "compatible", "conflict",
    "one_sided", "no_answer",
)  # fmt: skip
_SCRIPTED = ("questioner.opening", "questioner.revisit", "questioner.retest", "questioner.confirmation")
_BY_RULE = ("extractor.exists", "extractor.is_in")
_PERSONA = "subject.persona"


def picon_cases(release: Release, settings: PiconSettings) -> Iterator[Case]:
    """A case for every persona, language and order of the settings."""
    maker = MaterialMaker(release)
    for persona, language in _personas(maker, settings):
        for order in settings.orders:
            yield _case(maker, {"persona": persona, "language": language, "order": order}, 0)


def find_picon_case(release: Release) -> CaseFinder:
    """A function that gives the case of a key."""
    maker = MaterialMaker(release)

    def find(key: Mapping[str, str], repeat: int) -> Case:
        return _case(maker, key, repeat)

    return find


def cast_picon(release: Release, settings: PiconSettings, agents: Agents) -> Cast:
    """The agents as they are; an interview gives each its prompts, whose digests are taken here.

    Raises:
        UsageError: an agent cannot play its role.
        ReleaseError: the release lacks a prompt.
    """
    _check_roles(agents, settings)
    digests: dict[str, str] = {}
    for language in settings.languages:
        names = [*_SCRIPTED, *([] if agents["extractor"].chat else _BY_RULE)]
        if agents["subject"].chat and settings.persona == RELEASE:
            names.append(_PERSONA)
        found = Prompts(release, language).digests(names)
        digests |= {f"{name}.{language}": digest for name, digest in found.items()}
    for role, prompts in (("questioner", QUESTIONER_PROMPTS), ("extractor", EXTRACTOR_PROMPTS)):
        if agents[role].chat:
            digests |= Prompts(release, MODEL_LANGUAGE).digests(prompts)
    return Cast(agents, digests)


def score_run_folder(
    folder: RunFolder, judge: str, groups: object, choices: PiconChoices | None
) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats."""
    del groups
    repeats = [findings for _, findings in sorted(read_findings(folder, judge).items())]
    return score_picon(repeats, choices) if repeats else []


def _personas(maker: MaterialMaker, settings: PiconSettings) -> Iterator[tuple[str, str]]:
    if settings.persona != RELEASE:
        name = "file" if settings.persona.startswith(FILE) else settings.persona
        yield from ((name, language) for language in settings.languages)
        return
    for persona, language in maker.personas().items():
        chosen = settings.personas is None or persona in settings.personas
        if chosen and language in settings.languages:
            yield persona, language


def _case(maker: MaterialMaker, key: Mapping[str, str], repeat: int) -> Case:
    material = maker.make(key)
    return Case("picon", key, {} if material is None else {"material": material}, repeat)


def _check_roles(agents: Agents, settings: PiconSettings) -> None:
    for role in ("questioner", "extractor"):
        if not agents[role].chat and agents[role].spec != "scripted":
            raise UsageError(f"{agents[role].spec} is no {role}", fix="choose scripted or a chat agent")
    if agents["evidence"].chat or agents["evidence"].reply_as is None:
        raise UsageError(
            f"{agents['evidence'].spec} does not search", fix="choose an agent that begins with search:"
        )
    subject: Agent = agents["subject"]
    if subject.spec.startswith("baseline:") and settings.persona != RELEASE:
        raise UsageError("a baseline plays the release's personas only", fix="leave --set persona out")


def _every_turn(transcript: Transcript) -> range:
    return range(1, len(transcript.turns) + 1)


def _unit(case: Case) -> tuple[str, str]:
    """Personas of each language; a persona is drawn with all its orders."""
    return case.key["language"], case.key["persona"]


def _rules_judge(release: Release) -> Judge:  # noqa: ARG001 - cases bring what it needs
    from .interview.by_rule import judge_by_rules

    return Judge(RULES, judge_by_rules, demo_only=True)


def _prompted_judge(agent: Agent, release: Release) -> Judge:
    from .interview.prompted_judge import prompted_judge

    return prompted_judge(agent, release)


async def _play(case: Case, agents: Agents, settings: PiconSettings) -> Transcript:
    return await play_interview(case, agents, settings)


def _no_groups(release: Release) -> dict[str, Any]:
    del release
    return {}


PROTOCOL = BenchmarkProtocol(
    benchmark="picon",
    roles={"questioner": "scripted", "extractor": "scripted", "evidence": "search:release"},
    judge=RULES,
    labels=LABELS,
    settings=read_settings,
    check=check_settings,
    cases=picon_cases,
    finder=find_picon_case,
    unit=_unit,
    cast=cast_picon,
    play=_play,
    judged_turns=_every_turn,
    make_judge=_prompted_judge,
    offline_judge=_rules_judge,
    groups=_no_groups,
    score=score_run_folder,
    search_again=search_again,
    faults=FAULTS,
)
