"""What a run will take, found by playing a few of its cases with stand-ins that cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any

from ..agents.agent import Agent, JsonSchema
from ..records.conversation import Case, Message, Reply
from .meter import Meter, Spending, metered
from .plan import JUDGE, Plan
from .selection import Selection, select_cases

REHEARSED_CASES = 24
# A guess that is named wherever its result is shown: what people's chat models say in a turn.
ASSUMED_REPLY_TOKENS = 300
_BYTES_PER_TOKEN = 4
_USER_REPLY_TOKENS = 60


@dataclass(frozen=True)
class Estimate:
    """What a run is expected to take.

    Attributes:
        cases: cases selected, repeats counted.
        playing: what playing one case takes, by role.
        judging: what judging one case takes.
        reply_tokens: assumed length of a reply of the subject, in tokens.
    """

    cases: int
    playing: Mapping[str, Spending]
    judging: Spending
    reply_tokens: int

    def total(self) -> dict[str, Spending]:
        """The whole run by role; calls are exact (without further tries), tokens and cost are estimates."""
        roles = {**self.playing, **({JUDGE: self.judging} if self.judging.calls else {})}
        return {role: _times(spending, self.cases) for role, spending in roles.items()}

    def of_case(self) -> tuple[float, float]:
        """Calls and cost of playing one case."""
        return (
            sum(spending.calls for spending in self.playing.values()),
            sum(spending.cost for spending in self.playing.values()),
        )


async def rehearse(plan: Plan, selection: Selection) -> Estimate:
    """Count cases, calls and tokens without asking any model.

    Chat agents are replaced by stand-ins that say filler of the assumed length; all else plays as it will.

    Args:
        plan: the run.
        selection: which cases.
    """
    meter = Meter()
    cast = plan.cast(lambda role, agent: metered(_stand_in(agent, role), role, meter))
    judge = plan.make_judge(lambda role, agent: metered(_stand_in(agent, role), role, meter))
    played = 0
    for case in islice(selected(plan, selection), REHEARSED_CASES):
        transcript = await plan.protocol.play(case, cast.agents, plan.settings)
        for turn in plan.protocol.judged_turns(transcript):
            await judge.judge(case, transcript, turn)
        played += 1
    roles = {role: _times(spending, 1 / max(played, 1)) for role, spending in meter.roles.items()}
    judging = roles.pop(JUDGE, Spending())
    return Estimate(count_cases(plan, selection), roles, judging, ASSUMED_REPLY_TOKENS)


def selected(plan: Plan, selection: Selection) -> Iterator[Case]:
    """The cases of a run, as selected."""
    protocol = plan.protocol
    return select_cases(lambda: protocol.cases(plan.release, plan.settings), protocol.unit, selection)


def count_cases(plan: Plan, selection: Selection) -> int:
    """How many cases a run has, repeats counted."""
    return sum(1 for _ in selected(plan, selection))


def _times(spending: Spending, factor: float) -> Spending:
    return Spending(**{name: value * factor for name, value in asdict(spending).items()})


def _stand_in(agent: Agent, role: str) -> Agent:
    if not agent.chat and agent.reply_as is None:
        return agent
    assumed = _USER_REPLY_TOKENS if role == "user" else ASSUMED_REPLY_TOKENS
    tokens = min(assumed, agent.longest_reply or assumed)
    filler = ("xyz " * tokens).strip()
    assert len(filler) // _BYTES_PER_TOKEN + 1 == tokens

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        del messages, case
        return Reply(filler)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        import json

        del messages, case
        return Reply(json.dumps(_example(schema)))

    return replace(agent, reply=reply, reply_as=reply_as)


def _example(schema: JsonSchema) -> Any:  # noqa: ANN401 - a JSON value
    """A value of a schema, with two dozen tokens for every free text."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _example(part) for name, part in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_example(schema.get("items", {}))]
    return {"string": "xyz " * 24, "integer": 0, "number": 0.0, "boolean": False}.get(schema.get("type", ""))
