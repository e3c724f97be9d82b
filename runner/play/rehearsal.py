"""What a run will take, found by playing a few of its cases with stand-ins that cost nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
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
# Likewise: how many replies need another request because the first one brought nothing.
ASSUMED_FURTHER = 0.05
# A judge that cannot be read is asked once more.
ASKINGS_OF_JUDGE = 2


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
class Bound:
    """What a run takes under an assumption on further tries.

    Attributes:
        name: ``lowest``: none; ``expected``: as many as usual; ``highest``: all that are made before a reply
            is given up, and every judgement asked for twice.
        calls: requests that are answered.
        cost: their price.
    """

    name: Literal["lowest", "expected", "highest"]
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
        most_answers: role to the requests that may be answered until there is a reply.
    """

    cases: int
    playing: Mapping[str, Spending]
    judging: Spending
    turns: float
    reply_tokens: int
    rehearsed: int
    even: bool
    most_answers: Mapping[str, int] = field(default_factory=dict)

    @property
    def exact(self) -> bool:
        """Whether calls are exact, further tries aside: every case was rehearsed, or all took the same."""
        return self.even or self.rehearsed == self.cases

    def total(self) -> dict[str, Spending]:
        """The whole run by role; tokens and cost are estimates, calls too unless ``exact``."""
        roles = {**self.playing, **({JUDGE: self.judging} if self.judging.calls else {})}
        return {role: _times(spending, self.cases) for role, spending in roles.items()}

    def bounds(self) -> list[Bound]:
        """What the run takes at least, usually and at most, all roles together."""
        lowest, highest = Bound("lowest", 0.0, 0.0), Bound("highest", 0.0, 0.0)
        for role, spent in self.total().items():
            most = self.most_answers.get(role, 1) * (ASKINGS_OF_JUDGE if role == JUDGE else 1)
            lowest = Bound("lowest", lowest.calls + spent.calls, lowest.cost + spent.cost)
            highest = Bound("highest", highest.calls + most * spent.calls, highest.cost + most * spent.cost)
        usual = 1 + ASSUMED_FURTHER
        expected = Bound(
            "expected",
            min(lowest.calls * usual, highest.calls),
            min(lowest.cost * usual, highest.cost),
        )
        return [lowest, expected, highest]

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
    asked = {**plan.agents, **({JUDGE: plan.judge} if plan.judge else {})}
    return Estimate(
        cases,
        roles,
        spent,
        turns / played,
        ASSUMED_REPLY_TOKENS,
        len(calls),
        len(set(calls)) <= 1,
        {role: agent.most_answers for role, agent in asked.items()},
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
