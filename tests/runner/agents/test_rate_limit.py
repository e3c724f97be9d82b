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
    assert 0.09 <= timed(RateLimit(rpm=6000), 10) < 0.3


def test_tokens_are_spread_evenly_and_put_right_afterwards() -> None:
    limit = RateLimit(tpm=60_000)
    assert limit.counts_tokens
    # 1,000 tokens a second: four requests of 20 tokens wait for the three before.
    assert 0.059 <= timed(limit, 4, tokens=20) < 0.2
    limit.correct(20, 120)
    assert timed(limit, 1) >= 0.08


def test_a_pause_holds_back_everyone_and_leaves_no_slower_pace() -> None:
    limit = RateLimit()
    limit.pause(0.05)
    limit.pause(0.01)
    assert 0.049 <= timed(limit, 5) < 0.2
    assert timed(limit, 50) < 0.02
