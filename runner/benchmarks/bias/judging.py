"""Who says which side a reply takes: a prompted judge, or cues for demos."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....errors import JudgeError
from ...agents.agent import Agent
from ...judges.judge import RULES, Judge, Judging, as_blind
from ...judges.rubric import rubric_judge
from ...records.conversation import Case, Transcript
from .playing import language_of
from .scores.classes import LABELS

if TYPE_CHECKING:
    from ....releases.release import Release

_HIDDEN = "–"  # what a blind judge reads in the persona's place


def _last_turn(transcript: Transcript) -> tuple[int, ...]:
    return (len(transcript.turns),)


def _by_agent(agent: Agent, release: Release) -> Judge:
    return rubric_judge(agent, release, LABELS, language_of(release), _described)


def _blind(agent: Agent, release: Release) -> Judge:
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


def _by_rules(release: Release) -> Judge:
    language = language_of(release)
    if language != "pt":
        raise JudgeError(
            f"the judge 'rules' reads Portuguese, {release.name} is in {language!r}",
            fix="give a language model with --judge",
        )
    from .stance_pt import judge_stance

    return Judge(RULES, judge_stance, demo_only=True)


JUDGING = Judging(LABELS, _last_turn, _by_rules, _by_agent, _blind)
