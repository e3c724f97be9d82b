"""The one interface of everything that judges."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ..records.conversation import Case, Transcript
from ..records.run_folder import RunFolder, file_name
from ..records.verdict import Verdict

RULES = "rules"
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
    """The judges of a run without later passes, by file name."""
    return [judge for judge in folder.judges() if _PASS.search(_spec(folder, judge)) is None]


def later_passes(folder: RunFolder, judge: str) -> dict[str, str]:
    """The later passes of a judge: number to file name."""
    found = {}
    for other in folder.judges():
        spec = _spec(folder, other)
        number = _PASS.search(spec)
        if number is not None and file_name(_PASS.sub("", spec)) == file_name(judge):
            found[number[1]] = other
    return dict(sorted(found.items(), key=lambda item: int(item[0])))


def _spec(folder: RunFolder, judge: str) -> str:
    """The spec as the judge's record has it; an import has no such record."""
    path = folder.judge_path(judge)
    return str(json.loads(path.read_text(encoding="utf-8"))["spec"]) if path.exists() else judge


JudgedTurns = Literal["last", "all"]
BLIND = " (blind)"


@dataclass(frozen=True)
class JudgingStyle:
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
