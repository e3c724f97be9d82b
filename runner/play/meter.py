"""What a run spends, by role: calls, tokens, money; and the caps that end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...errors import AgentError, BudgetSpentError
from ..agents.agent import ASK_AGAIN, Agent, JsonSchema
from ..agents.price import Price, estimate_text_tokens, estimate_tokens
from ..records.conversation import Case, Message, Reply

_ROUNDING = 1e-6
NOTHING = (0.0, 0.0)


@dataclass(frozen=True)
class Budget:
    """Caps of a run; None for none.

    Calls are requests that model servers answered with a completion, kept or not, and calls of Python agents;
    requests that a server put off or lost (429, 5xx, dropped connections) bring nothing and are not counted.

    Attributes:
        max_calls: calls of this call of the command.
        max_cost: its cost, in the currency of the agents' prices.
        max_calls_total: calls of the run, all its sessions together.
        max_cost_total: its cost.
    """

    max_calls: int | None = None
    max_cost: float | None = None
    max_calls_total: int | None = None
    max_cost_total: float | None = None

    @property
    def given(self) -> str:
        """The caps as they were given on the command line."""
        named = ((name, value) for name, value in asdict(self).items() if value is not None)
        return " and ".join(f"--{name.replace('_', '-')} {value:g}" for name, value in named)

    @property
    def caps_cost(self) -> bool:
        """Whether prices have to be known."""
        return self.max_cost is not None or self.max_cost_total is not None

    def left(self, calls: int, cost: float) -> tuple[float, float]:
        """Calls and cost that this session may spend, when earlier ones have spent so much.

        Args:
            calls: of all earlier sessions.
            cost: theirs.
        """
        endless = float("inf")
        left_calls = endless if self.max_calls_total is None else self.max_calls_total - calls
        left_cost = endless if self.max_cost_total is None else self.max_cost_total - cost
        return (
            min(endless if self.max_calls is None else self.max_calls, left_calls),
            min(endless if self.max_cost is None else self.max_cost, left_cost),
        )


@dataclass
class Spending:
    """What was spent.

    Attributes:
        calls: requests that were answered with a completion, kept or not.
        retries: further requests that replies, or giving them up, needed; the discarded among them.
        tokens_in, tokens_out: as the servers reported, of all calls.
        estimated: replies of which the server reported no tokens; theirs are estimates.
        cost: price of the tokens of agents that have one.
        from_cache: replies that cost nothing because they were in the cache.
        discarded: calls whose reply was not kept (empty or unreadable ones that were asked for again).
        tokens_cached: of ``tokens_in``, those that the server had in its cache.
        tokens_thought: of ``tokens_out``, those that went into thought.
    """

    calls: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    estimated: int = 0
    cost: float = 0.0
    from_cache: int = 0
    discarded: int = 0
    tokens_cached: int = 0
    tokens_thought: int = 0

    @property
    def requests(self) -> int:
        """All requests that were sent, whatever became of them."""
        return self.calls + self.retries - self.discarded

    def record(self) -> dict[str, Any]:
        """As a JSON object."""
        record = {**vars(self), "cost": round(self.cost, 6)}
        return {name: value for name, value in record.items() if value or name not in _LEFT_OUT_AT_ZERO}


_LEFT_OUT_AT_ZERO = ("discarded", "tokens_cached", "tokens_thought")


class Meter:
    """Counts the calls of every role and refuses those beyond the budget.

    Attributes:
        roles: what each role spent.
        total: what all of them spent.
        on_spend: told when something was spent.
    """

    def __init__(self, budget: Budget | None = None, before: tuple[int, float] = (0, 0.0)) -> None:
        """Nothing is spent yet.

        Args:
            budget: the caps.
            before: calls and cost of the run's earlier sessions.
        """
        self._budget = budget or Budget()
        self._cap_calls, self._cap_cost = self._budget.left(*before)
        self.on_spend: Callable[[], None] = lambda: None
        self.roles: dict[str, Spending] = {}
        self.total = Spending()
        self._asked = 0
        self._expected = self._share = self._owed = NOTHING
        self._open: dict[str, tuple[int, float]] = {}
        self._closed = (0, 0.0)
        self._items_done = 0
        self._fits = False
        self._begun_at = (0, 0.0)

    @property
    def caps(self) -> bool:
        """Whether anything is capped."""
        return self._budget != Budget()

    def expect(
        self,
        items: float,
        calls: float,
        cost: float,
        share: tuple[float, float] = NOTHING,
        owed: tuple[float, float] = NOTHING,
    ) -> None:
        """What the piece of work that begins now is expected to need, until real items tell.

        Args:
            items: cases or turns of the work.
            calls: of one of them.
            cost: of one of them.
            share: calls and cost that each of them will need in the next piece of work (judging it).
            owed: calls and cost that the next piece of work needs for items of earlier sessions.
        """
        self._expected, self._share, self._owed = (calls, cost), share, owed
        self._closed, self._items_done = (0, 0.0), 0
        self._begun_at = (self.total.calls, self.total.cost)
        self._fits = not self._exceeds(
            self.total.calls + owed[0] + items * (calls + share[0]) - _ROUNDING,
            self.total.cost + owed[1] + items * (cost + share[1]) - _ROUNDING,
        )

    def may_begin(self, under_way: int) -> bool:
        """Whether the budget suffices for one more item beside those under way.

        Where the whole work was expected to fit, every item may begin: items differ, their sum counts.
        """
        if not self.caps or self._fits or self._expected == NOTHING:
            return True
        calls, cost = self._expected
        if self._items_done:
            # Further tries make items dearer than expected, never cheaper by much.
            calls = max(calls, self._closed[0] / self._items_done)
            cost = self._closed[1] / self._items_done
        begun = self._items_done + under_way + 1
        return not self._exceeds(
            self._begun_at[0] + self._closed[0] + (under_way + 1) * calls
            + self._owed[0] + begun * self._share[0] - _ROUNDING,
            self._begun_at[1] + self._closed[1] + (under_way + 1) * cost
            + self._owed[1] + begun * self._share[1] - _ROUNDING,
        )  # fmt: skip

    def end_item(self, name: str) -> None:
        """An item is finished or given up: what it needed is known."""
        calls, cost = self._open.pop(name, (0, 0.0))
        self._closed = self._closed[0] + calls, self._closed[1] + cost
        self._items_done += 1

    def before_call(self) -> None:
        """Refuse a call when the budget is spent, else keep room for it until ``release``.

        Raises:
            BudgetSpentError: always beyond a cap.
        """
        budget, total = self._budget, self.total
        if total.calls + self._asked >= self._cap_calls:
            own = budget.max_calls == self._cap_calls
            made = f"{budget.max_calls} calls" if own else f"{budget.max_calls_total} calls of the run"
            raise BudgetSpentError(f"all {made} are made")
        if total.cost >= self._cap_cost:
            raise BudgetSpentError(f"{total.cost:.4f} of {self._cap_cost:g} are spent")
        self._asked += 1

    def may_ask_again(self) -> bool:
        """Whether the budget allows another request for a reply under way; room is kept for it if so."""
        if self.total.calls + self._asked >= self._cap_calls or self.total.cost >= self._cap_cost:
            return False
        self._asked += 1
        return True

    def release(self, calls: int = 1) -> None:
        """Calls for which room was kept are over."""
        self._asked -= calls

    def count(
        self, role: str, price: Price | None, messages: Sequence[Message], reply: Reply, item: str
    ) -> None:
        """Book a reply; tokens that the server did not report are estimated, and counted as such."""
        known = reply.tokens_in is not None and reply.tokens_out is not None
        tokens_in = estimate_tokens(messages) if reply.tokens_in is None else reply.tokens_in
        tokens_out = estimate_text_tokens(reply.text) if reply.tokens_out is None else reply.tokens_out
        answers = 1 + reply.discarded
        self._book(
            role, price, item, answers, (reply.attempts or answers) - 1,
            tokens_in + reply.discarded_in, tokens_out + reply.discarded_out,
            discarded=reply.discarded, estimated=not known,
            cached=reply.tokens_cached or 0, thought=reply.tokens_thought or 0,
        )  # fmt: skip

    def count_failure(self, role: str, price: Price | None, error: AgentError, item: str) -> None:
        """Book the requests that were made in vain before a reply was given up."""
        if error.attempts:
            self._book(
                role, price, item, error.discarded, error.attempts, error.discarded_in, error.discarded_out,
                discarded=error.discarded,
            )  # fmt: skip

    def count_cached(self, role: str) -> None:
        """Book a reply from the cache."""
        self.total.from_cache += 1
        self.of(role).from_cache += 1

    def of(self, role: str) -> Spending:
        """What one role spent."""
        return self.roles.setdefault(role, Spending())

    def _book(
        self,
        role: str,
        price: Price | None,
        item: str,
        calls: int,
        retries: int,
        tokens_in: int,
        tokens_out: int,
        *,
        discarded: int = 0,
        estimated: bool = False,
        cached: int = 0,
        thought: int = 0,
    ) -> None:
        cost = price.of(tokens_in, tokens_out, cached, thought) if price else 0.0
        for spending in (self.total, self.of(role)):
            spending.calls += calls
            spending.retries += retries
            spending.tokens_in += tokens_in
            spending.tokens_out += tokens_out
            spending.estimated += estimated
            spending.cost += cost
            spending.discarded += discarded
            spending.tokens_cached += cached
            spending.tokens_thought += thought
        if self.caps:
            before, so_far = self._open.get(item, (0, 0.0))
            self._open[item] = before + calls, so_far + cost
        self.on_spend()

    def _exceeds(self, calls: float, cost: float) -> bool:
        return calls > self._cap_calls or cost > self._cap_cost


def metered(agent: Agent, role: str, meter: Meter) -> Agent:
    """The agent, every request of it counted; agents that cost nothing by nature are left as they are."""
    if not agent.chat and agent.reply_as is None:
        return agent

    async def counted(
        ask: Callable[..., Awaitable[Reply]], messages: Sequence[Message], case: Case, *more: JsonSchema
    ) -> Reply:
        meter.before_call()
        kept = 1

        def may_ask_again() -> bool:
            nonlocal kept
            allowed = meter.may_ask_again()
            kept += allowed
            return allowed

        if meter.caps:
            ASK_AGAIN.set(may_ask_again)
        try:
            reply = await ask(messages, case, *more)
        except AgentError as error:
            meter.count_failure(role, agent.price, error, case.name)
            raise
        finally:
            meter.release(kept)
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


def spending_record(meter: Meter) -> dict[str, Mapping[str, Any]]:
    """All roles as a JSON object."""
    return {role: spending.record() for role, spending in sorted(meter.roles.items())}
