"""Who says what an exchange is: a prompted judge after the rules, or the rules alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...agents.agent import Agent
from ...judges.judge import RULES, Judge, Judging
from ...records.conversation import Transcript
from .answers.value import PAIR_VERDICTS

if TYPE_CHECKING:
    from ....releases.release import Release

LABELS = ("consistent", "contradiction", "abstention", "affirmed", "denied", *PAIR_VERDICTS)


def _every_turn(transcript: Transcript) -> range:
    return range(1, len(transcript.turns) + 1)


def _by_rules(release: Release) -> Judge:  # noqa: ARG001 - cases bring what it needs
    from .interview.by_rule import judge_by_rules

    return Judge(RULES, judge_by_rules, demo_only=True)


def _by_agent(agent: Agent, release: Release) -> Judge:
    from .interview.prompted_judge import prompted_judge

    return prompted_judge(agent, release)


JUDGING = Judging(LABELS, _every_turn, _by_rules, _by_agent)
