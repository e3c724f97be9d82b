"""What a judge is shown of a run: which turns, and whether the user's persona."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..conversation import Case, Transcript
from ..verdict import Verdict
from .judge import Judge

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
