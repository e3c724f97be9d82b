import asyncio
import threading
import time

import pytest
from standfast.errors import AgentError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.function import agent_from_class, agent_from_function
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
