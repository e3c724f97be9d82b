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


def test_a_pause_holds_back_everyone_and_leaves_no_slower_pace() -> None:
    limit = RateLimit()
    started = time.monotonic()
    limit.pause(0.05)
    limit.pause(0.01)
    timed(limit, 5)
    assert 0.049 <= time.monotonic() - started < 1
    assert timed(limit, 50) < 0.02
