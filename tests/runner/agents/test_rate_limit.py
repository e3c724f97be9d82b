import asyncio
import time

from standfast.runner.agents.rate_limit import RateLimit


def timed(limit: RateLimit, count: int, tokens: int = 0) -> float:
    async def go() -> float:
        started = time.monotonic()
        await asyncio.gather(*(limit.wait_for_turn(tokens) for _ in range(count)))
        return time.monotonic() - started

    return asyncio.run(go())


def test_without_limits_nobody_waits() -> None:
    limit = RateLimit()
    assert timed(limit, 100) < 0.05
    assert not limit.counts_tokens


def test_requests_are_spread_evenly() -> None:
    # 6,000 a minute is one every 10 ms; the first goes at once.
    assert 0.09 <= timed(RateLimit(rpm=6000), 10) < 1


def test_tokens_are_spread_evenly_and_put_right_afterwards() -> None:
    limit = RateLimit(tpm=60_000)
    assert limit.counts_tokens
    # 1,000 tokens a second: four requests of 20 tokens wait for the three before.
    started = time.monotonic()
    assert timed(limit, 4, tokens=20) >= 0.059
    limit.correct(20, 120)
    timed(limit, 1)
    assert 0.179 <= time.monotonic() - started < 1


def test_who_waits_sees_what_earlier_requests_turned_out_to_take() -> None:
    limit = RateLimit(tpm=60_000)

    async def go() -> float:
        await limit.wait_for_turn(10)
        started = time.monotonic()
        waiting = asyncio.ensure_future(limit.wait_for_turn(10))
        await asyncio.sleep(0)
        limit.correct(10, 310, 300)
        await waiting
        return time.monotonic() - started

    # Booked were 10 ms; the request before took 310.
    assert 0.3 <= asyncio.run(go()) < 2
    assert limit.expected_reply() == 300
    assert limit.expected_reply(50) == 50


def test_many_at_once_keep_to_the_tokens_of_a_minute_whatever_their_replies_take() -> None:
    limit = RateLimit(tpm=600_000)
    sent: list[float] = []

    async def one() -> None:
        booked = 10 + limit.expected_reply()
        await limit.wait_for_turn(booked)
        sent.append(time.monotonic())
        await asyncio.sleep(0.02)
        limit.correct(booked, 10 + 700, 700)

    async def go() -> float:
        started = time.monotonic()
        await asyncio.gather(*(one() for _ in range(12)))
        return time.monotonic() - started

    # 12 × 710 tokens at 10,000 a second; those under way when the first came back were booked too small.
    assert asyncio.run(go()) >= 0.6


def test_a_pause_holds_back_everyone_and_leaves_no_slower_pace() -> None:
    limit = RateLimit()
    started = time.monotonic()
    limit.pause(0.05)
    limit.pause(0.01)
    timed(limit, 5)
    assert 0.049 <= time.monotonic() - started < 1
    assert timed(limit, 50) < 0.02
