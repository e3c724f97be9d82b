"""What a run will take, found by playing a few of its cases with stand-ins that cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import Any, Literal

from ..agents.agent import Agent, JsonSchema
from ..records.conversation import Case, Message, Reply
from .meter import Meter, Spending, metered
from .plan import JUDGE, Plan
from .selection import Selection, select_cases

REHEARSED_CASES = 24
# A guess that is named wherever its result is shown: what people's chat models say in a turn.
ASSUMED_REPLY_TOKENS = 300


@dataclass(frozen=True)
class Forecast:
    """What one piece of work is expected to take.

    Attributes:
        unit: what it is worked off by: ``case`` or ``turn``.
        items: how many of them there are.
        calls: of one of them, all roles together.
        cost: of one of them.
    """

    unit: Literal["case", "turn"]
    items: float
    calls: float
    cost: float


@dataclass(frozen=True)
class Estimate:
    """What a run is expected to take.

    Attributes:
        cases: cases selected, repeats counted.
        playing: what playing one case takes, by role.
        judging: what judging one case takes.
        turns: turns of one case that are judged.
        reply_tokens: assumed length of a reply of the subject, in tokens.
        rehearsed: cases that were rehearsed to find out.
        even: whether all of these took the same number of calls.
    """

    cases: int
    playing: Mapping[str, Spending]
    judging: Spending
    turns: float
    reply_tokens: int
    rehearsed: int
    even: bool

    @property
    def exact(self) -> bool:
        """Whether calls are exact, further tries aside: every case was rehearsed, or all took the same."""
        return self.even or self.rehearsed == self.cases

    def total(self) -> dict[str, Spending]:
        """The whole run by role; tokens and cost are estimates, calls too unless ``exact``."""
        roles = {**self.playing, **({JUDGE: self.judging} if self.judging.calls else {})}
        return {role: _times(spending, self.cases) for role, spending in roles.items()}

    def of_playing(self) -> Forecast:
        """Playing, case by case."""
        spent = self.playing.values()
        return Forecast("case", self.cases, sum(one.calls for one in spent), sum(one.cost for one in spent))

    def of_judging(self) -> Forecast:
        """Judging, turn by turn."""
        turns = max(self.turns, 1)
        return Forecast(
            "turn", self.cases * self.turns, self.judging.calls / turns, self.judging.cost / turns
        )


async def rehearse(plan: Plan, selection: Selection) -> Estimate:
    """Count cases, calls and tokens without asking any model.

    Chat agents are replaced by stand-ins that say filler of the assumed length; all else plays as it will.

    Args:
        plan: the run.
        selection: which cases.
    """
    meter = Meter()
    playing, judging = plan.benchmark.playing, plan.benchmark.judging
    lengths = {role: about.reply_tokens or ASSUMED_REPLY_TOKENS for role, about in playing.roles.items()}

    def stand_in(role: str, agent: Agent) -> Agent:
        return metered(_stand_in(agent, lengths.get(role, ASSUMED_REPLY_TOKENS)), role, meter)

    cast = plan.cast(stand_in)
    judge = plan.make_judge(stand_in)
    turns, calls = 0, []
    for case in islice(selected(plan, selection), REHEARSED_CASES):
        before = meter.total.calls
        transcript = await playing.play(case, cast.agents, plan.settings)
        for turn in plan.judging.judged_turns(transcript, judging.turns):
            await judge.judge(case, transcript, turn)
            turns += 1
        calls.append(meter.total.calls - before)
    played = max(len(calls), 1)
    roles = {role: _times(spending, 1 / played) for role, spending in meter.roles.items()}
    spent = roles.pop(JUDGE, Spending())
    cases = count_cases(plan, selection)
    return Estimate(
        cases, roles, spent, turns / played, ASSUMED_REPLY_TOKENS, len(calls), len(set(calls)) <= 1
    )


def selected(plan: Plan, selection: Selection) -> Iterator[Case]:
    """The cases of a run, as selected."""
    playing = plan.benchmark.playing
    return select_cases(lambda: playing.cases(plan.release, plan.settings), playing.unit, selection)


def count_cases(plan: Plan, selection: Selection) -> int:
    """How many cases a run has, repeats counted."""
    return sum(1 for _ in selected(plan, selection))


def _times(spending: Spending, factor: float) -> Spending:
    return Spending(**{name: value * factor for name, value in asdict(spending).items()})


def _stand_in(agent: Agent, assumed: int) -> Agent:
    if not agent.chat and agent.reply_as is None:
        return agent
    # A token is taken to be four bytes wherever tokens are guessed (``price.estimate_text_tokens``).
    filler = ("xyz " * min(assumed, agent.longest_reply or assumed)).strip()

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        del messages, case
        return Reply(filler)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        import json

        del messages, case
        return Reply(json.dumps(_example(schema)))

    return replace(agent, reply=reply, reply_as=reply_as)


def _example(schema: JsonSchema) -> Any:  # noqa: ANN401 - a JSON value
    """A value of a schema, with two dozen tokens for every free text; numbers are those of a first turn."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _example(part) for name, part in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_example(schema.get("items", {}))]
    return {"string": "xyz " * 24, "integer": 1, "number": 1.0, "boolean": False}.get(schema.get("type", ""))
