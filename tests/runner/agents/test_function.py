import asyncio
import threading
import time
from dataclasses import replace

import pytest
from standfast.errors import AgentError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.case_info import CaseInfo
from standfast.runner.agents.function import agent_from, agent_from_class, agent_from_function
from standfast.runner.records.conversation import Case, Message

HELLO: list[Message] = [{"role": "user", "content": "sim"}]


def case(name: str = "a") -> Case:
    return Case("toy", {"name": name}, {})


def ask(agent: Agent, *cases: Case) -> list[str]:
    async def all_of_them() -> list[str]:
        return [reply.text for reply in await asyncio.gather(*(agent.reply(HELLO, one) for one in cases))]

    return asyncio.run(all_of_them())


def test_plain_functions_do_not_hold_each_other_up_but_are_bounded() -> None:
    at_once, most, lock = 0, 0, threading.Lock()

    def slow(messages: list[Message]) -> str:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.05)
        with lock:
            at_once -= 1
        return "ok"

    started = time.monotonic()
    ask(agent_from_function(slow, "python:t:slow", threads=4), *map(case, "abcdefgh"))
    assert most == 4
    assert time.monotonic() - started < 8 * 0.05


def test_a_class_keeps_its_state_by_case_until_the_case_ends() -> None:
    made = []

    class Counter:
        def __init__(self) -> None:
            self.count = 0
            made.append(self)

        async def reply(self, messages: list[Message]) -> str:
            self.count += 1
            return str(self.count)

    agent = agent_from_class(Counter, "python:t:Counter")
    assert ask(agent, case("a"), case("b")) == ["1", "1"]
    assert ask(agent, case("a")) == ["2"]
    agent.end_case(case("a"))
    assert ask(agent, case("a"), case("b")) == ["1", "2"]
    assert len(made) == 3


def test_a_function_cannot_change_the_conversation() -> None:
    def meddle(messages: list[Message]) -> str:
        messages[0]["content"] = "não"
        messages.clear()
        return "ok"

    ask(agent_from_function(meddle, "python:t:meddle"), case())
    assert HELLO == [{"role": "user", "content": "sim"}]


def test_what_a_function_raises_fails_its_case_and_says_where() -> None:
    def broken(messages: list[Message]) -> str:
        return messages[5]["content"]

    with pytest.raises(
        AgentError, match=r"python:t:broken, case a: the agent raised IndexError at .*test_function.py:\d+"
    ):
        ask(agent_from_function(broken, "python:t:broken"), case())

    class Unborn:
        def __init__(self) -> None:
            raise OSError("no model")

    with pytest.raises(AgentError, match="the agent raised OSError"):
        ask(agent_from_class(Unborn, "python:t:Unborn"), case())


def test_a_plain_function_may_return_something_to_await() -> None:
    async def inner() -> str:
        return "depois"

    assert ask(agent_from_function(lambda messages: inner(), "python:t:l"), case()) == ["depois"]


def test_an_object_with_an_async_call_is_an_agent() -> None:
    class Called:
        async def __call__(self, messages: list[Message]) -> str:
            return messages[-1]["content"]

    assert ask(agent_from_function(Called(), "python:t:Called"), case()) == ["sim"]


def test_a_thought_of_a_function_is_no_reply_unless_that_is_asked_for() -> None:
    def think(messages: list[Message]) -> str:
        return "<think>não</think>\n\nsim"

    assert ask(agent_from_function(think, "python:t:think"), case()) == ["sim"]
    raw = agent_from_function(think, "python:t:think", part_thoughts=False)
    assert ask(raw, case()) == ["<think>não</think>\n\nsim"]


INFO = Case(
    "sharp", {"language": "pt", "claim_id": "true-7"}, {"factual": True}, 1, {"language": "pt", "claim": "A."}
)


def test_who_asks_for_it_is_told_what_may_be_known_of_the_case() -> None:
    told: list[CaseInfo] = []

    def knowing(messages: list[Message], info: CaseInfo) -> str:
        told.append(info)
        return "ok"

    class Knowing:
        def __init__(self, info: CaseInfo) -> None:
            told.append(info)

        async def reply(self, messages: list[Message], *, info: CaseInfo) -> str:
            told.append(info)
            return "ok"

    for target in (knowing, Knowing):
        ask(agent_from(target, "python:t:k"), INFO)
    assert len(told) == 3
    for info in told:
        assert (info.benchmark, info.repeat, info.session, info.language) == ("sharp", 1, 1, "pt")
        assert info.role == {"claim": "A."}
        assert "true" not in repr(info).lower()


@pytest.mark.parametrize("is_async", [False, True])
def test_hooks_frame_every_session(is_async: bool) -> None:
    heard: list[str] = []

    class Plain:
        def start(self, info: CaseInfo) -> None:
            heard.append(f"start {info.session}")

        def reply(self, messages: list[Message]) -> str:
            heard.append("reply")
            return "ok"

        def end(self) -> None:
            heard.append("end")

    class Async(Plain):
        async def start(self) -> None:  # type: ignore[override]
            heard.append("start")

        async def end(self, info: CaseInfo) -> None:  # type: ignore[override]
            heard.append(f"end {info.session}")

    kind = Async if is_async else Plain
    for target in (kind, kind()):
        heard.clear()
        agent = agent_from(target, "python:t:hooked")

        async def play(agent: Agent = agent) -> None:
            for session in (1, 2):
                here = replace(case(), session=session)
                await agent.reply(HELLO, here)
                await agent.reply(HELLO, here)
                agent.end_case(case())
                await asyncio.sleep(0.05)
            await agent.close()

        asyncio.run(play())
        expected = ["start", "reply", "reply", "end 1", "start", "reply", "reply", "end 2"]
        plain = ["start 1", "reply", "reply", "end", "start 2", "reply", "reply", "end"]
        assert heard == (expected if is_async else plain)


def test_a_session_that_ends_badly_is_told_and_fails_nothing() -> None:
    class Bad:
        def reply(self, messages: list[Message]) -> str:
            return "ok"

        def end(self, info: CaseInfo) -> None:
            raise OSError("gone")

    agent = agent_from(Bad, "python:t:Bad")

    async def play() -> None:
        await agent.reply(HELLO, case())
        agent.end_case(case())
        await agent.close()

    with pytest.warns(UserWarning, match="the end of a session failed: .*OSError"):
        asyncio.run(play())
