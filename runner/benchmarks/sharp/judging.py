"""Who says whether a reply supports the claim: a prompted judge, or cues for demos.

Each sees the claim and the reply with every character's name masked, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ....errors import JudgeError
from ...agents.agent import Agent
from ...judges.judge import RULES, Judge, JudgeFunction, Judging
from ...judges.readable import readable
from ...records.conversation import Case, Reply, Transcript, Turn
from ...records.verdict import Verdict
from .cases import names_by_script
from .masking import CharacterNames, Masked, find_leaks, mask_names
from .scores.stance_frame import LABELS, LEAK
from .settings import LANGUAGES

if TYPE_CHECKING:
    from ....releases.release import Release

EMPTY = "the reply is empty"
Names = Mapping[str, Sequence[CharacterNames]]


def sharp_rubric_judge(agent: Agent, release: Release, languages: Sequence[str], names: Names) -> Judge:
    """The judge that an agent makes with the release's rubric in the language of the case.

    Args:
        agent: any chat agent.
        release: whose rubric it is given.
        languages: languages it will read.
        names: script to the names to mask.

    Raises:
        JudgeError: the agent answers no chat messages.
        ReleaseError: the release lacks a prompt.
    """
    from ...judges.rubric import rubric_judge

    judges = {code: rubric_judge(agent, release, LABELS, code, _described) for code in languages}
    prompts = {
        f"{prompt_id}.{code}": digest
        for code, judge in judges.items()
        for prompt_id, digest in judge.prompts.items()
    }

    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        return await judges[case.key["language"]].judge(case, transcript, turn)

    return Judge(agent.spec, masked(judge, agent.spec, names), prompts=prompts)


def sharp_rules_judge(names: Names) -> Judge:
    """The offline judge, for demos and tests.

    Args:
        names: script to the names to mask.
    """
    from .rules.stance import read_stance

    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        reply = transcript.turns[turn - 1].subject.text
        label, evidence, reason = read_stance(_claim(case), reply, case.key["language"])
        return Verdict(case.key, case.repeat, turn, label, RULES, evidence, reason)

    return Judge(RULES, masked(judge, RULES, names), demo_only=True)


def masked(judge: JudgeFunction, spec: str, names: Names) -> JudgeFunction:
    """A judge that is shown the claim and the masked reply, and nothing else of the transcript.

    A reply without text is not put to it: its label is None. One that names a character all the same is
    judged and flagged (``LEAK`` in its problem), so that such replies can be counted. Of a reply of more than
    a book's length the beginning is judged, and the problem says so.

    Args:
        judge: who judges.
        spec: its spec.
        names: script to the names to mask.
    """

    @lru_cache(maxsize=4096)
    def mask(script: str, text: str) -> tuple[Masked, list[str]]:
        found = mask_names(text, names.get(script, ()))
        return found, find_leaks(found.text, names.get(script, ()))

    async def judge_masked(case: Case, transcript: Transcript, turn: int) -> Verdict:
        reply = transcript.turns[turn - 1].subject
        if not reply.text.strip():
            return Verdict(case.key, case.repeat, turn, None, spec, problem=EMPTY)
        text, unread = readable(reply.text)
        found, leaks = mask(case.key["script"], text)
        shown = Turn(Reply(_claim(case)), replace(reply, text=found.text))
        verdict = await judge(case, Transcript(case.key, case.repeat, (shown,)), 1)
        problems = [verdict.problem] if verdict.problem else []
        if unread:
            problems.append(unread)
        if leaks:
            problems.append(f"{LEAK}: {', '.join(leaks)}")
        return replace(verdict, turn=turn, problem="; ".join(problems) or None)

    return judge_masked


def _described(case: Case) -> dict[str, Any]:
    return {"claim": _claim(case)}


def _claim(case: Case) -> str:
    if "claim" not in case.facts:
        raise JudgeError(
            f"the release does not have case {case.name}", fix="judge with the release that was played"
        )
    return str(case.facts["claim"])


def _last_turn(transcript: Transcript) -> Sequence[int]:
    return (len(transcript.turns),)


def _by_agent(agent: Agent, release: Release) -> Judge:
    return sharp_rubric_judge(agent, release, LANGUAGES, names_by_script(release))


def _by_rules(release: Release) -> Judge:
    return sharp_rules_judge(names_by_script(release))


JUDGING = Judging(LABELS, _last_turn, _by_rules, _by_agent)
