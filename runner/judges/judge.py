"""The one interface of everything that judges."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from ..conversation import Case, Transcript
from ..verdict import Verdict

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
