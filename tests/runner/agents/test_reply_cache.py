import asyncio
from pathlib import Path

import pytest
from standfast.errors import AgentError, RunError
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.reply_cache import ReplyCache, cached, reply_key
from standfast.runner.records.conversation import Case, Message, Reply

HELLO: list[Message] = [{"role": "user", "content": "Olá"}]


def counting(spec: str = "openai:m", remote: bool = True) -> tuple[Agent, list[Message]]:
    asked: list[Message] = []

    async def reply(messages: list[Message], case: Case) -> Reply:
        asked.append(messages[-1])
        if messages[-1]["content"] == "erro":
            raise AgentError("no reply")
        return Reply(f"resposta {len(asked)}", model="m", tokens_in=3, seconds=0.5)

    async def reply_as(messages: list[Message], case: Case, schema: dict) -> Reply:
        return await reply(messages, case)

    return Agent(spec, reply, chat=True, remote=remote, reply_as=reply_as), asked


def ask(agent: Agent, messages: list[Message] = HELLO, repeat: int = 0) -> Reply:
    return asyncio.run(agent.reply(messages, Case("toy", {"a": "b"}, {}, repeat)))


def test_the_same_question_is_asked_once_also_by_the_next_process() -> None:
    agent, asked = counting()
    hits = []
    first = ask(cached(agent, ReplyCache(Path("c.sqlite")), lambda: hits.append(1)))
    second = ask(cached(agent, ReplyCache(Path("c.sqlite")), lambda: hits.append(1)))
    assert first == second == Reply("resposta 1", model="m", tokens_in=3, seconds=0.5)
    assert (len(asked), len(hits)) == (1, 1)


def test_what_decides_a_reply_is_in_its_key() -> None:
    keys = {
        reply_key("a", HELLO, 0),
        reply_key("b", HELLO, 0),
        reply_key("a", HELLO, 1),
        reply_key("a", [{"role": "system", "content": "Olá"}], 0),
        reply_key("a", HELLO, 0, {"type": "object"}),
    }
    assert len(keys) == 5


def test_repeats_are_no_copies_of_each_other() -> None:
    agent, _ = counting()
    kept = cached(agent, ReplyCache(Path("c.sqlite")))
    assert ask(kept).text != ask(kept, repeat=1).text


def test_a_failure_is_not_kept() -> None:
    agent, asked = counting()
    kept = cached(agent, ReplyCache(Path("c.sqlite")))
    for _ in range(2):
        with pytest.raises(AgentError):
            ask(kept, [{"role": "user", "content": "erro"}])
    assert len(asked) == 2


def test_structured_replies_are_kept_apart() -> None:
    agent, asked = counting()
    kept = cached(agent, ReplyCache(Path("c.sqlite")))
    case = Case("toy", {"a": "b"}, {})
    ask(kept)
    assert kept.reply_as is not None
    for _ in range(2):
        asyncio.run(kept.reply_as(HELLO, case, {"type": "object"}))  # type: ignore[arg-type]
    assert len(asked) == 2


def test_what_a_python_function_says_is_not_kept() -> None:
    agent, _ = counting("python:m:f", remote=False)
    assert cached(agent, ReplyCache(Path("c.sqlite"))) is agent


def test_a_file_that_is_no_cache_is_refused() -> None:
    Path("c.sqlite").write_text("not a database, but long enough to be taken for one" * 20)
    with pytest.raises(RunError, match="c.sqlite: the cache cannot be used"):
        ReplyCache(Path("c.sqlite"))
