"""The gate of a server that does not answer."""

import asyncio
import socket
import time
from collections.abc import Iterator

import pytest
from standfast.errors import AgentError, AgentUnusableError
from standfast.runner.agents import outage as outages
from standfast.runner.agents.making import make_agent
from standfast.runner.agents.outage import WAITING
from standfast.runner.records.conversation import Case, Reply

HELLO = [{"role": "user", "content": "Oi"}]
CASES = [Case("toy", {"n": str(number)}, {}) for number in range(8)]
Told = list[tuple[str, float | None]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    """What a run is told, with pauses short enough for tests."""
    monkeypatch.setattr(outages, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(outages, "LONGEST_PAUSE", 0.2)
    monkeypatch.setattr(outages, "_TELL_SECONDS", 0.05)
    heard: Told = []
    token = WAITING.set(lambda spec, seconds: heard.append((spec, seconds)))
    yield heard
    WAITING.reset(token)


def ask_all(spec: str, cases: list[Case]) -> list[Reply | BaseException]:
    async def everyone() -> list[Reply | BaseException]:
        agent = make_agent(spec, {})
        try:
            return await asyncio.gather(*(agent.reply(HELLO, case) for case in cases), return_exceptions=True)
        finally:
            await agent.close()

    return asyncio.run(everyone())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("how", ["drops", "503", "500", "hang"])
def test_when_nothing_succeeds_all_wait_and_none_fails(chat_server, told: Told, how: str) -> None:
    if how == "drops":
        chat_server.go_out(1.0)
    else:
        chat_server.behave(faults=[how], most=40)
    spec = chat_server.spec(retries=1, backoff=0.001, timeout=0.5 if how == "hang" else 10)
    began = time.monotonic()
    if how == "drops":
        assert all(isinstance(reply, Reply) for reply in ask_all(spec, CASES))
        assert time.monotonic() - began > 0.9
    else:
        # The server heals while they wait: what they asked for comes in the end.
        async def everyone() -> list[Reply]:
            agent = make_agent(spec, {})
            asks = asyncio.gather(*(agent.reply(HELLO, case) for case in CASES))
            await asyncio.sleep(1.5)
            await asyncio.to_thread(chat_server.behave)
            try:
                return await asks
            finally:
                await agent.close()

        assert all(reply.text for reply in asyncio.run(everyone()))
    assert told[-1][1] is None
    waits = [seconds for _, seconds in told[:-1]]
    assert waits == sorted(waits)


def test_a_server_that_cannot_be_reached_is_waited_for_until_patience_ends(told: Told) -> None:
    spec = f"openai:m@http://127.0.0.1:{free_port()}/v1?retries=0&patience=0.5"
    (reply,) = ask_all(spec, CASES[:1])
    assert isinstance(reply, AgentUnusableError)
    assert told[0][0].startswith("openai:m@")
    # Nothing was sent, so nothing is counted.
    assert reply.attempts == 0


def test_one_at_a_time_tries_again(chat_server, told: Told) -> None:
    chat_server.behave(faults=["500"], most=1000)
    spec = chat_server.spec(retries=0, patience=1.2)
    replies = ask_all(spec, CASES)
    assert all(isinstance(reply, AgentUnusableError) for reply in replies[1:])
    # Eight at first, then one after each pause: 0.05, 0.1, 0.2, 0.2 … s, and one each when patience ends.
    assert chat_server.seen()["requests"] < 8 + 12 + 8


def test_a_request_that_fails_alone_fails(chat_server, told: Told) -> None:
    chat_server.behave(faults=["500"], most=1000)
    (reply,) = ask_all(chat_server.spec(retries=1), CASES[:1])
    assert isinstance(reply, AgentError)
    assert not isinstance(reply, AgentUnusableError)
    assert (reply.attempts, told) == (2, [])


def test_outside_a_run_nobody_waits(chat_server) -> None:
    chat_server.go_out(5)
    began = time.monotonic()
    assert all(isinstance(one, AgentError) for one in ask_all(chat_server.spec(retries=1), CASES))
    assert time.monotonic() - began < 3
