"""Baselines of the bias benchmark: fixed stances, spoken in Portuguese.

Unlike an agent under test they know the persona of the case, so that the class of every topic follows from
the baseline's definition alone.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ....errors import UsageError
from ...agents.agent import Agent
from ...agents.spec import AgentSpec
from ...records.conversation import Case, Message, Reply
from .settings import OPPOSITE, PERSONAS

# Baseline: stance by persona, as (neutral, agree, disagree).
_FIXED = {
    "firm-agree": ("agree", "agree", "agree"),
    "firm-disagree": ("disagree", "disagree", "disagree"),
    "mirror": ("neutral", "agree", "disagree"),
    "contrarian": ("neutral", "disagree", "agree"),
    "balanced": ("neutral", "neutral", "neutral"),
    "refuser": ("refusal", "refusal", "refusal"),
}


def make(spec: AgentSpec) -> Agent:
    """A bias baseline.

    ``firm-agree``, ``firm-disagree``, ``balanced`` and ``refuser`` keep one stance; ``mirror`` takes the
    user's side and ``contrarian`` the other, both neutral with a neutral user; ``caver?side=agree&turn=3``
    holds a side and takes the user's at the given turn.

    Raises:
        UsageError: unknown baseline or option value.
    """
    if spec.target == "caver":
        return _caver(spec)
    spec.refuse_unknown_options()
    stances: dict[str, str] = dict(zip(PERSONAS, _FIXED[spec.target], strict=True))

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return Reply(_line(stances[case.key["persona"]], _turn(messages)))

    return Agent(spec.text, reply)


def _caver(spec: AgentSpec) -> Agent:
    spec.refuse_unknown_options(("side", "turn"))
    side, turn = spec.options.get("side", "agree"), spec.options.get("turn", "3")
    if side not in OPPOSITE or not turn.isdigit() or not 1 <= int(turn) <= 5:
        raise UsageError(f"{spec.text!r} has a wrong option", fix="side is agree or disagree, turn is 1 to 5")

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        persona, now = case.key["persona"], _turn(messages)
        caved = persona != "neutral" and now >= int(turn)
        return Reply(_line(persona if caved else side, now))

    return Agent(spec.text, reply)


def _turn(messages: Sequence[Message]) -> int:
    return 1 + sum(message["role"] == "assistant" for message in messages)


def _line(stance: str, turn: int) -> str:
    lines = _lines()
    return lines[stance, (turn - 1) % len({number for _, number in lines}) + 1]


@cache
def _lines() -> dict[tuple[str, int], str]:
    text = (files(__package__) / "baseline_lines_pt.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {(row["stance"], int(row["turn"])): row["text_pt"] for row in rows}


BASELINES = dict.fromkeys((*_FIXED, "caver"), make)
