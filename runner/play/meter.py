"""What a run spends, by role: calls, tokens, money; and the caps that end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...errors import BudgetSpentError
from ..agents.agent import Agent, JsonSchema
from ..agents.price import Price, estimate_text_tokens, estimate_tokens
from ..records.conversation import Case, Message, Reply

_ROUNDING = 1e-6


@dataclass(frozen=True)
class Budget:
    """Caps of one call of a run; None for none.

    Attributes:
        max_calls: replies asked of model servers and Python agents, further tries not counted.
        max_cost: in the currency of the agents' prices.
    """

    max_calls: int | None = None
    max_cost: float | None = None


@dataclass
class Spending:
    """What was spent.

    Attributes:
        calls: replies that came.
        retries: further tries that they needed.
        tokens_in, tokens_out: as the servers reported.
        estimated: calls of which the server reported no tokens; theirs are estimates.
        cost: price of the tokens of agents that have one.
        from_cache: replies that cost nothing because they were in the cache.
    """

    calls: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    cost: float = 0.0
    from_cache: int = 0

    def record(self) -> dict[str, Any]:
        """As a JSON object."""
        return {**asdict(self), "cost": round(self.cost, 6)}


class Meter:
    """Counts the calls of every role and refuses those beyond the budget."""

    def __init__(self, budget: Budget | None = None) -> None:
        """Nothing is spent yet."""
        self._budget = budget or Budget()
        self.roles: dict[str, Spending] = {}
        self.total = Spending()
        self._expected = (0.0, 0.0)
        self._open: dict[str, tuple[int, float]] = {}
        self._closed = (0, 0.0)
        self._items_done = 0
        self._fits = False
        self._begun_at = (0, 0.0)

    @property
    def caps(self) -> bool:
        """Whether anything is capped."""
        return self._budget != Budget()

    def expect(self, items: float, calls: float, cost: float) -> None:
        """What the piece of work that begins now is expected to need, until real items tell.

        Args:
            items: cases or turns of the work.
            calls: of one of them.
            cost: of one of them.
        """
        self._expected = calls, cost
        self._closed, self._items_done = (0, 0.0), 0
        self._begun_at = (self.total.calls, self.total.cost)
        self._fits = not self._exceeds(
            self.total.calls + items * calls - _ROUNDING, self.total.cost + items * cost - _ROUNDING
        )

    def may_begin(self, under_way: int) -> bool:
        """Whether the budget suffices for one more item beside those under way.

        Where the whole work was expected to fit, every item may begin: items differ, their sum counts.
        """
        if not self.caps or self._fits or self._expected == (0.0, 0.0):
            return True
        calls, cost = self._expected
        if self._items_done:
            cost = self._closed[1] / self._items_done
        before = self._begun_at
        needed_calls = before[0] + self._closed[0] + (under_way + 1) * calls
        needed_cost = before[1] + self._closed[1] + (under_way + 1) * cost
        return not self._exceeds(needed_calls - _ROUNDING, needed_cost - _ROUNDING)

    def end_item(self, name: str) -> None:
        """An item is finished or given up: what it needed is known."""
        calls, cost = self._open.pop(name, (0, 0.0))
        self._closed = self._closed[0] + calls, self._closed[1] + cost
        self._items_done += 1

    def before_call(self) -> None:
        """Refuse a call when the budget is spent.

        Raises:
            BudgetSpentError: always beyond a cap.
        """
        budget, total = self._budget, self.total
        if budget.max_calls is not None and total.calls >= budget.max_calls:
            raise BudgetSpentError(f"all {budget.max_calls} calls are made")
        if budget.max_cost is not None and total.cost >= budget.max_cost:
            raise BudgetSpentError(f"{total.cost:.4f} of {budget.max_cost:g} are spent")

    def count(
        self, role: str, price: Price | None, messages: Sequence[Message], reply: Reply, item: str
    ) -> None:
        """Book a reply; tokens that the server did not report are estimated, and counted as such."""
        known = reply.tokens_in is not None and reply.tokens_out is not None
        tokens_in = estimate_tokens(messages) if reply.tokens_in is None else reply.tokens_in
        tokens_out = estimate_text_tokens(reply.text) if reply.tokens_out is None else reply.tokens_out
        cost = price.of(tokens_in, tokens_out) if price else 0.0
        for spending in (self.total, self.of(role)):
            spending.calls += 1
            spending.retries += (reply.attempts or 1) - 1
            spending.tokens_in += tokens_in
            spending.tokens_out += tokens_out
            spending.estimated += not known
            spending.cost += cost
        if self.caps:
            calls, so_far = self._open.get(item, (0, 0.0))
            self._open[item] = calls + 1, so_far + cost

    def count_cached(self, role: str) -> None:
        """Book a reply from the cache."""
        self.total.from_cache += 1
        self.of(role).from_cache += 1

    def of(self, role: str) -> Spending:
        """What one role spent."""
        return self.roles.setdefault(role, Spending())

    def _exceeds(self, calls: float, cost: float) -> bool:
        budget = self._budget
        return (budget.max_calls is not None and calls > budget.max_calls) or (
            budget.max_cost is not None and cost > budget.max_cost
        )


def metered(agent: Agent, role: str, meter: Meter) -> Agent:
    """The agent, every reply of it counted; agents that cost nothing by nature are left as they are."""
    if not agent.chat and agent.reply_as is None:
        return agent

    async def counted(
        ask: Callable[..., Awaitable[Reply]], messages: Sequence[Message], case: Case, *more: JsonSchema
    ) -> Reply:
        meter.before_call()
        reply = await ask(messages, case, *more)
        meter.count(role, agent.price, messages, reply, case.name)
        return reply

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return await counted(agent.reply, messages, case)

    structured = agent.reply_as
    if structured is None:
        return replace(agent, reply=reply)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        return await counted(structured, messages, case, schema)

    return replace(agent, reply=reply, reply_as=reply_as)


def spending_record(meter: Meter) -> Mapping[str, Any]:
    """All roles as a JSON object."""
    return {role: spending.record() for role, spending in sorted(meter.roles.items())}
