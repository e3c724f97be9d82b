"""The one interface of everything that judges."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from ...errors import RunError, UsageError
from ..agents.agent import Agent
from ..records.conversation import Case, Transcript
from ..records.run_folder import RunFolder, file_name
from ..records.verdict import Verdict

if TYPE_CHECKING:
    from ...releases.release import Release

RULES = "rules"
DEMO_SENTENCE = "The rule-based judge is for demos and tests: do not report these figures as findings."
JudgeFunction = Callable[[Case, Transcript, int], Awaitable[Verdict]]


@dataclass(frozen=True)
class Judge:
    """Something that labels a reply.

    Attributes:
        spec: who judges; names the file of its verdicts.
        judge: takes the case, its transcript and the turn to judge (from 1).
        demo_only: whether its verdicts are for demonstrations and tests, not for findings.
        prompts: prompt id to digest, for the prompts it sends.
    """

    spec: str
    judge: JudgeFunction
    demo_only: bool = False
    prompts: Mapping[str, str] = field(default_factory=dict)


_PASS = re.compile(r" \(pass (\d+)\)$")


def as_pass(judge: Judge, number: int) -> Judge:
    """A judge under the name of a later pass; the first pass has the judge's own name."""
    if number == 1:
        return judge
    spec = f"{judge.spec} (pass {number})"

    async def judge_again(case: Case, transcript: Transcript, turn: int) -> Verdict:
        return replace(await judge.judge(case, transcript, turn), judge=spec)

    return replace(judge, spec=spec, judge=judge_again)


def first_passes(folder: RunFolder) -> list[str]:
    """The judges of a run by spec, without later passes."""
    return [judge for judge in folder.judges() if _PASS.search(judge) is None]


def later_passes(folder: RunFolder, judge: str) -> dict[str, str]:
    """The later passes of a judge: number to the spec of that pass."""
    found = {}
    for other in folder.judges():
        number = _PASS.search(other)
        if number is not None and file_name(_PASS.sub("", other)) == file_name(judge):
            found[number[1]] = other
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


JudgedTurns = Literal["last", "all"]
BLIND = " (blind)"


@dataclass(frozen=True)
class JudgingOptions:
    """How a run is judged.

    Attributes:
        turns: ``last``: those that the benchmark's protocol judges; ``all``: every turn.
        blind: whether the judge is not told which side the user takes.
    """

    turns: JudgedTurns = "last"
    blind: bool = False

    def judged_turns(
        self, transcript: Transcript, usual: Callable[[Transcript], Sequence[int]]
    ) -> Sequence[int]:
        """The turns of a transcript to be judged, from 1.

        Args:
            transcript: the transcript.
            usual: the protocol's own choice.
        """
        return usual(transcript) if self.turns == "last" else range(1, len(transcript.turns) + 1)


def as_blind(judge: Judge) -> Judge:
    """A judge that has been blinded, under a name that keeps its verdicts apart from its seeing ones."""
    spec = f"{judge.spec}{BLIND}"

    async def judge_blind(case: Case, transcript: Transcript, turn: int) -> Verdict:
        return replace(await judge.judge(case, transcript, turn), judge=spec)

    return replace(judge, spec=spec, judge=judge_blind)


@dataclass(frozen=True)
class Judging:
    """How a benchmark is judged.

    Attributes:
        labels: what a judge may say.
        turns: the turns of a transcript (from 1) that are judged.
        by_rules: the judge ``rules``, for a release; refuses one that it cannot read.
        by_agent: the judge made of an agent, prompted from the release.
        blind: as ``by_agent``, for a judge that is not told the user's side; None where there is no side.
        usual: spec of the judge when none is given.
    """

    labels: Sequence[str]
    turns: Callable[[Transcript], Sequence[int]]
    by_rules: Callable[[Release], Judge]
    by_agent: Callable[[Agent, Release], Judge]
    blind: Callable[[Agent, Release], Judge] | None = None
    usual: str = RULES


def judge_of(judging: Judging, release: Release, agent: Agent | None, *, blind: bool = False) -> Judge:
    """The judge made of an agent, or the offline one.

    Args:
        judging: how the benchmark is judged.
        release: the release that was played.
        agent: the agent, or None for the judge ``rules``.
        blind: whether it is not to be told which side the user takes.

    Raises:
        UsageError: this judge cannot be blind.
        JudgeError, ReleaseError: the agent or the release does not serve.
    """
    if agent is None:
        if blind:
            raise UsageError(
                f"the judge {RULES!r} needs the persona", fix="judge blind with a language model"
            )
        return judging.by_rules(release)
    if not blind:
        return judging.by_agent(agent, release)
    if judging.blind is None:
        raise UsageError(f"{release.benchmark} has no persona to hide", fix="leave --blind out")
    return judging.blind(agent, release)


def named_judge(folder: RunFolder, judge: str | None) -> str:
    """The judge that is named, or the only one where none is.

    A Python judge may be named without the digest of what it does, where that leaves no doubt.

    Raises:
        RunError, UsageError: as ``only_judge``.
        UsageError: the name is that of several versions of a Python judge.
    """
    if judge is None:
        return only_judge(folder)
    versions = [spec for spec in first_passes(folder) if spec.partition("#")[0] == judge != spec]
    if not versions or folder.verdicts_path(judge).exists():
        return judge
    if len(versions) > 1:
        raise UsageError(
            f"{folder.name} was judged by {', '.join(versions)}", fix="choose one with --judge, in full"
        )
    return versions[0]


def only_judge(folder: RunFolder) -> str:
    """The judge of a run that has one, by spec, later passes of the same judge aside.

    Raises:
        RunError: it has none.
        UsageError: it has several.
    """
    judges = first_passes(folder)
    if not judges:
        raise RunError(
            "the run has no verdicts", where=str(folder.path), fix="judge it first: standfast judge"
        )
    if len(judges) > 1:
        raise UsageError(f"{folder.name} was judged by {', '.join(judges)}", fix="choose one with --judge")
    return judges[0]
