import asyncio
from dataclasses import replace
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
    case = Case("toy", {"a": "b"}, {})
    keys = {
        reply_key("a", HELLO, case),
        reply_key("b", HELLO, case),
        reply_key("a", HELLO, replace(case, repeat=1)),
        reply_key("a", HELLO, replace(case, session=2)),
        reply_key("a", HELLO, replace(case, session=2, asked=1)),
        reply_key("a", HELLO, replace(case, asked=1)),
        reply_key("a", [{"role": "system", "content": "Olá"}], case),
        reply_key("a", HELLO, case, {"type": "object"}),
    }
    assert len(keys) == 8
    # A question's first time in the first session is kept where caches of before have it.
    assert reply_key("a", HELLO, case) == reply_key("a", HELLO, replace(case, asked=0))


def test_the_same_question_later_in_a_case_is_no_copy_but_a_replay_of_the_case_is() -> None:
    agent, asked = counting()
    kept = cached(agent, ReplyCache(Path("c.sqlite")))
    case = Case("toy", {"a": "b"}, {})

    def play() -> list[str]:
        said = []
        for session in (1, 2, 3):
            here = replace(case, session=session)
            said += [asyncio.run(kept.reply(HELLO, here)).text for _ in range(2)]
            kept.end_case(case)
        return said

    first = play()
    assert len(set(first)) == 6
    assert play() == first
    assert len(asked) == 6


def test_a_blank_reply_is_asked_for_again_and_a_server_that_remembers_always() -> None:
    agent, asked = counting()

    async def blank(messages: list[Message], case: Case) -> Reply:
        asked.append(messages[-1])
        return Reply(" \n", finish_reason="stop")

    kept = cached(replace(agent, reply=blank), ReplyCache(Path("c.sqlite")))
    for _ in range(2):
        ask(kept)
        kept.end_case(Case("toy", {"a": "b"}, {}))
    assert len(asked) == 2
    remembering = replace(agent, stateful=True)
    assert cached(remembering, ReplyCache(Path("c.sqlite"))) is remembering


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
        kept.end_case(case)
        asyncio.run(kept.reply_as(HELLO, case, {"type": "object"}))  # type: ignore[arg-type]
    assert len(asked) == 2


def test_what_a_python_function_says_is_not_kept() -> None:
    agent, _ = counting("python:m:f", remote=False)
    assert cached(agent, ReplyCache(Path("c.sqlite"))) is agent


def test_a_file_that_is_no_cache_is_refused() -> None:
    Path("c.sqlite").write_text("not a database, but long enough to be taken for one" * 20)
    with pytest.raises(RunError, match="c.sqlite: the cache cannot be used"):
        ReplyCache(Path("c.sqlite"))
