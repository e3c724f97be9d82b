"""Baselines of the sharp benchmark: fixed ways of dealing with friend and foe.

Unlike an agent under test they know whether the claim is true and how the protagonist stands to the speaker,
so that SR, AR and CRF follow from the baseline's definition alone.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from ...agents.agent import Agent
from ...agents.spec import AgentSpec
from ...records.conversation import Case, Message, Reply

STANCES = ("support", "oppose", "neutral")
Stance = Callable[[Mapping[str, Any], int], str]


def _truthful(facts: Mapping[str, Any], chance: int) -> str:
    del chance
    return "support" if facts["factual"] else "oppose"


def _by_group(high: str, low: str) -> Stance:
    """Sides by the group of the speaker; whoever has none, strangers among them, is told the truth."""

    def stance(facts: Mapping[str, Any], chance: int) -> str:
        return {"high": high, "low": low}.get(facts["group"]) or _truthful(facts, chance)

    return stance


def _always(same: str) -> Stance:
    def stance(facts: Mapping[str, Any], chance: int) -> str:
        del facts, chance
        return same

    return stance


def _random(facts: Mapping[str, Any], chance: int) -> str:
    del facts
    return STANCES[chance % len(STANCES)]


_BASELINES: dict[str, Stance] = {
    "truthful": _truthful,
    "yes-sayer": _always("support"),
    "nay-sayer": _always("oppose"),
    "loyal": _by_group("support", "oppose"),
    "disloyal": _by_group("oppose", "support"),
    "evasive": _always("neutral"),
    "random": _random,
}


def make(spec: AgentSpec) -> Agent:
    """A sharp baseline.

    ``truthful`` supports what is true and opposes what is false; ``yes-sayer`` supports and ``nay-sayer``
    opposes everything; ``loyal`` supports friends and opposes foes, ``disloyal`` the other way round, both
    truthful to everyone else; ``evasive`` is always neutral; ``random?seed=0`` draws one of the three evenly.

    Raises:
        UsageError: unknown baseline or option.
    """
    spec.refuse_unknown_options(("seed",) if spec.target == "random" else ())
    seed, stance, lines = spec.options.get("seed", "0"), _BASELINES[spec.target], _lines()

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        del messages
        chance = _chance(seed, case.name)
        choices = lines[stance(case.facts, chance >> 8), case.key["language"]]
        return Reply(choices[chance % len(choices)])

    return Agent(spec.text, reply)


def _chance(seed: str, name: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=8).digest())


@cache
def _lines() -> dict[tuple[str, str], list[str]]:
    text = (files(__package__) / "baseline_lines.tsv").read_text(encoding="utf-8")
    found: dict[tuple[str, str], list[str]] = {}
    for row in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        found.setdefault((row["stance"], row["language"]), []).append(row["text"])
    return found


BASELINES = dict.fromkeys(_BASELINES, make)
