import asyncio
from collections.abc import Sequence

import pytest
from standfast.errors import AgentError, BudgetSpentError
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


def test_answers_that_were_thrown_away_cost_what_they_cost() -> None:
    # Empty twice, then text: the server billed three times.
    meter = Meter()
    ask(
        meter,
        Reply("a", tokens_in=10, tokens_out=5, attempts=4, discarded=2, discarded_in=20, discarded_out=7),
    )
    spent = meter.of("subject")
    assert (spent.calls, spent.discarded, spent.retries, spent.requests) == (3, 2, 3, 4)
    assert (spent.tokens_in, spent.tokens_out) == (30, 12)
    assert spent.cost == pytest.approx((30 * 2 + 12 * 10) / 1e6)
    assert meter.total == spent


def test_requests_of_a_reply_that_was_given_up_are_booked() -> None:
    meter = Meter()
    error = AgentError("no reply")
    error.attempts, error.discarded, error.discarded_in, error.discarded_out = 6, 2, 100, 50

    async def fail(messages: Sequence[Message], case: Case) -> Reply:
        raise error

    counted = metered(Agent("a", fail, chat=True, price=PRICE), "subject", meter)
    with pytest.raises(AgentError):
        asyncio.run(counted.reply(HELLO, CASE))
    spent = meter.total
    assert (spent.calls, spent.requests, spent.tokens_in, spent.tokens_out) == (2, 6, 100, 50)
    assert spent.cost == pytest.approx((100 * 2 + 50 * 10) / 1e6)


def test_cached_and_thought_tokens_are_counted_and_priced_apart_where_a_price_is_known() -> None:
    apart = Price(2, 10, tokens_cached=0.5, tokens_thought=20)
    assert apart.of(1000, 500, cached=400, thought=300) == pytest.approx(
        (600 * 2 + 400 * 0.5 + 200 * 10 + 300 * 20) / 1e6
    )
    assert PRICE.of(1000, 500, cached=400, thought=300) == PRICE.of(1000, 500)
    # A server that reports more of them than there are tokens changes no sign.
    assert apart.of(100, 0, cached=400) == pytest.approx(100 * 0.5 / 1e6)
    meter = Meter()
    ask(meter, Reply("a", tokens_in=9, tokens_out=8, tokens_cached=4, tokens_thought=3))
    assert (meter.total.tokens_cached, meter.total.tokens_thought) == (4, 3)


def test_calls_under_way_take_up_room_too() -> None:
    meter = Meter(Budget(max_calls=2))
    meter.before_call()
    meter.before_call()
    with pytest.raises(BudgetSpentError, match="all 2 calls are made"):
        meter.before_call()
    meter.release()
    assert meter.may_ask_again()
    assert not meter.may_ask_again()


def test_a_run_has_caps_over_all_its_sessions() -> None:
    meter = Meter(Budget(max_calls=10, max_calls_total=12), before=(9, 0.0))
    with pytest.raises(BudgetSpentError, match="all 12 calls of the run are made"):
        ask(meter, Reply("a", tokens_in=1, tokens_out=1), times=9)
    assert meter.total.calls == 3
    meter = Meter(Budget(max_cost_total=1.0), before=(0, 0.995))
    with pytest.raises(BudgetSpentError):
        ask(meter, Reply("a", tokens_in=1000, tokens_out=800), times=9)
    assert meter.total.calls == 1


def test_the_share_of_judging_is_kept_free() -> None:
    # Ten calls to play a case and one to judge it: of 32 calls two cases can be played and judged.
    meter = Meter(Budget(max_calls=32))
    meter.expect(9, 10, 0.0, share=(1, 0.0))
    assert [meter.may_begin(under_way) for under_way in (0, 1, 2)] == [True, True, False]
    meter = Meter(Budget(max_calls=33))
    meter.expect(9, 10, 0.0, share=(1, 0.0))
    assert meter.may_begin(2)
    # Two cases of an earlier session still wait for their judge.
    meter.expect(9, 10, 0.0, share=(1, 0.0), owed=(2, 0.0))
    assert [meter.may_begin(under_way) for under_way in (1, 2)] == [True, False]


def test_items_that_need_further_tries_are_expected_to_go_on_like_that() -> None:
    meter = Meter(Budget(max_calls=40))
    meter.expect(9, 10, 0.0)
    ask(meter, Reply("a", tokens_in=1, tokens_out=1, discarded=1, attempts=2), times=10)
    meter.end_item(CASE.name)
    assert [meter.may_begin(under_way) for under_way in (0, 1)] == [True, False]
