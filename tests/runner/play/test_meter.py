import asyncio
from collections.abc import Sequence

import pytest
from standfast.errors import BudgetSpentError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.price import Price, estimate_text_tokens, estimate_tokens
from standfast.runner.play.meter import Budget, Meter, metered
from standfast.runner.records.conversation import Case, Message, Reply

HELLO: list[Message] = [{"role": "user", "content": "x" * 396}]
CASE = Case("toy", {"n": "1"}, {})
PRICE = Price(2, 10)


def agent(reply: Reply, chat: bool = True) -> Agent:
    async def answer(messages: Sequence[Message], case: Case) -> Reply:
        return reply

    return Agent("a", answer, chat=chat, price=PRICE)


def ask(meter: Meter, reply: Reply, times: int = 1) -> None:
    counted = metered(agent(reply), "subject", meter)
    for _ in range(times):
        asyncio.run(counted.reply(HELLO, CASE))


def test_reported_tokens_are_counted_and_priced_by_the_million() -> None:
    meter = Meter()
    ask(meter, Reply("a", tokens_in=1000, tokens_out=500, attempts=3), times=2)
    spent = meter.of("subject")
    assert (spent.calls, spent.retries, spent.tokens_in, spent.tokens_out, spent.estimated) == (
        2,
        4,
        2000,
        1000,
        0,
    )
    assert spent.cost == pytest.approx(2 * (1000 * 2 + 500 * 10) / 1e6)
    assert meter.total == spent


def test_tokens_that_were_not_reported_are_estimates_and_say_so() -> None:
    meter = Meter()
    ask(meter, Reply("y" * 40))
    spent = meter.of("subject")
    assert (spent.tokens_in, spent.tokens_out, spent.estimated) == (104, 11, 1)


def test_an_estimate_counts_bytes() -> None:
    assert estimate_text_tokens("abcd" * 10) == 11
    assert estimate_text_tokens("你好" * 10) == 16
    assert estimate_tokens([{"role": "user", "content": "abcd"}]) == 4 + 2


def test_offline_agents_are_not_counted() -> None:
    offline = agent(Reply("a"), chat=False)
    assert metered(offline, "subject", Meter()) is offline


def test_no_call_is_made_beyond_the_cap() -> None:
    meter = Meter(Budget(max_calls=3))
    with pytest.raises(BudgetSpentError, match="all 3 calls are made"):
        ask(meter, Reply("a", tokens_in=1, tokens_out=1), times=4)
    assert meter.total.calls == 3
    meter = Meter(Budget(max_cost=0.01))
    with pytest.raises(BudgetSpentError, match=r"0.0120 of 0.01 are spent"):
        ask(meter, Reply("a", tokens_in=1000, tokens_out=400), times=9)
    assert meter.total.calls == 2


def test_an_item_is_begun_only_if_those_under_way_leave_enough_for_it() -> None:
    meter = Meter(Budget(max_calls=25))
    meter.expect(9, 10, 0.0)
    assert [meter.may_begin(under_way) for under_way in (0, 1, 2)] == [True, True, False]
    ask(meter, Reply("a", tokens_in=1, tokens_out=1), times=10)
    # Those ten calls belong to the item under way and are part of what it was allowed.
    assert [meter.may_begin(under_way) for under_way in (1, 2)] == [True, False]
    meter.end_item(CASE.name)
    assert [meter.may_begin(under_way) for under_way in (0, 1)] == [True, False]


def test_the_cost_of_an_item_is_learned_from_those_that_ended() -> None:
    meter = Meter(Budget(max_cost=1.0))
    meter.expect(2000, 1, 0.001)
    assert meter.may_begin(50)
    ask(meter, Reply("a", tokens_in=200_000, tokens_out=0))
    meter.end_item(CASE.name)
    assert [meter.may_begin(under_way) for under_way in (0, 1)] == [True, False]


def test_where_the_whole_work_was_expected_to_fit_no_item_is_refused() -> None:
    # Items differ: two of them have made 19 of 20 calls, and the third will make the one that is left.
    meter = Meter(Budget(max_calls=20))
    meter.expect(3, 20 / 3, 0.0)
    ask(meter, Reply("a", tokens_in=1, tokens_out=1), times=19)
    meter.end_item(CASE.name)
    assert meter.may_begin(0)


def test_work_that_costs_nothing_is_never_refused() -> None:
    meter = Meter(Budget(max_cost=0.0))
    meter.expect(5, 0.0, 0.0)
    assert meter.may_begin(7)
