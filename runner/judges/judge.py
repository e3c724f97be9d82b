"""The one interface of everything that judges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from ...errors import UsageError
from ..conversation import Case, Transcript
from ..verdict import Verdict

JudgeFunction = Callable[[Case, Transcript, int], Awaitable[Verdict]]


@dataclass(frozen=True)
class Judge:
    """Something that labels a reply.

    Attributes:
        spec: who judges; names the file of its verdicts.
        judge: takes the case, its transcript and the turn to judge (from 1).
        demo_only: whether its verdicts are for demonstrations and tests, not for findings.
    """

    spec: str
    judge: JudgeFunction
    demo_only: bool = False


def make_judge(spec: str, benchmark: str) -> Judge:
    """The judge a spec names; ``rules`` is the offline one of each benchmark.

    Raises:
        UsageError: there is no such judge.
    """
    if spec != "rules" or benchmark != "bias":
        raise UsageError(
            f"{spec!r} names no judge of {benchmark}", fix="use 'rules', the offline judge for demos"
        )
    from .stance_pt import judge_stance

    return Judge("rules", judge_stance, demo_only=True)
