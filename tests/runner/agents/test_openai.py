"""The chat agent against a server that misbehaves on purpose."""

import asyncio
import socket
import threading
import time
from dataclasses import replace

import pytest
from standfast.errors import AgentError, AgentUnusableError, RequestRefusedError
from standfast.runner.agents import connection
from standfast.runner.agents.making import make_agent
from standfast.runner.records.conversation import Case, Message, Reply, reply_outcome

CASE = Case("bias", {"topic_id": "tea"}, {})
HELLO: list[Message] = [{"role": "user", "content": "Você concorda?"}]
SCHEMA = {"type": "object", "properties": {"verdict": {"type": "string"}}}

HEALING = [
    "429", "429 wait", "500", "502", "503", "408", "409", "hang", "drip", "reset", "reset in body", "cut json",
    "html", "other json", "not utf-8", "error in 200", "empty", "blank", "null", "broken off",
]  # fmt: skip


def ask(spec: str, messages: list[Message] = HELLO, case: Case = CASE) -> Reply:
    agent = make_agent(spec, {})

    async def once() -> Reply:
        try:
            return await agent.reply(messages, case)
        finally:
            await agent.close()

    return asyncio.run(once())


def test_a_reply_keeps_what_the_server_said_of_it(chat_server) -> None:
    reply = ask(chat_server.spec(temperature=0.5))
    assert reply.text
    assert reply.model == "echo-as-served"
    assert reply.finish_reason == "stop"
    assert reply.tokens_in == len("Você concorda?") // 4
    assert reply.tokens_out == len(reply.text) // 4
    assert reply.attempts == 1
    assert 0 < reply.seconds < 5
    assert len(reply.request_id) == 12
    (body,) = chat_server.seen()["bodies"]
    assert body == {"model": "echo", "messages": HELLO, "temperature": 0.5}


@pytest.mark.parametrize("fault", HEALING)
def test_a_fault_that_heals_leaves_no_trace_but_attempts_and_time(chat_server, fault: str) -> None:
    clean = ask(chat_server.spec())
    chat_server.behave(faults=[fault], most=2)
    reply = ask(chat_server.spec(timeout=0.6 if fault in ("hang", "drip") else 10))
    assert reply.attempts == 3
    assert (reply.text, reply.request_id, reply.model) == (clean.text, clean.request_id, clean.model)


def test_a_right_answer_of_a_wrong_content_type_is_taken(chat_server) -> None:
    chat_server.behave(faults=["right, but text/plain"])
    assert ask(chat_server.spec()).attempts == 1


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("500", "the server answered 500 (fault 500, you sent), after 3 tries"),
        ("hang", "no answer within 0.2 s, after 3 tries"),
        ("reset", "the connection failed: ServerDisconnectedError"),
        ("cut json", "the answer is not JSON (application/json"),
        ("html", "the answer is not JSON (text/html"),
        ("other json", "the answer is no chat completion, after 3 tries"),
    ],
)
def test_a_fault_that_does_not_heal_fails_the_case_after_the_tries_allowed(
    chat_server, fault: str, sentence: str
) -> None:
    chat_server.behave(faults=[fault], most=100)
    with pytest.raises(AgentError) as caught:
        ask(chat_server.spec(retries=2, timeout=0.2 if fault == "hang" else 10))
    assert sentence in str(caught.value)
    assert "case tea" in str(caught.value)
    assert not isinstance(caught.value, AgentUnusableError)
    assert chat_server.seen()["requests"] == 3


def test_a_busy_server_is_waited_for_as_long_as_it_was_told(chat_server) -> None:
    chat_server.behave(faults=["429"], most=12)
    assert ask(chat_server.spec(retries=0, backoff=0.001)).attempts == 13
    chat_server.behave(faults=["429 wait"], most=100)
    with pytest.raises(
        AgentError, match=r"429 \(slow down\) after 0.0\d+ s of waiting and asks to wait 0.04 s"
    ):
        ask(chat_server.spec(patience=0.1))


def test_retry_after_is_honoured_and_holds_back_everyone(chat_server) -> None:
    chat_server.behave(faults=["429 wait"], most=1)
    agent = make_agent(chat_server.spec(backoff=0), {})

    async def both() -> float:
        started = time.monotonic()
        await asyncio.gather(*(agent.reply([{"role": "user", "content": str(n)}], CASE) for n in range(4)))
        await agent.close()
        return time.monotonic() - started

    assert asyncio.run(both()) >= 0.04
    assert chat_server.seen()["requests"] == 8


@pytest.mark.parametrize(
    ("fault", "sentence"), [("400", "answered 400"), ("422", "answered 422"), ("413", "413")]
)
def test_a_refused_request_is_not_repeated(chat_server, fault: str, sentence: str) -> None:
    chat_server.behave(faults=[fault])
    with pytest.raises(RequestRefusedError, match=sentence) as caught:
        ask(chat_server.spec())
    assert chat_server.seen()["requests"] == caught.value.attempts == 1


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("401", "the key is wrong; check model, address and key"),
        ("402", "the account cannot pay"),
        ("403", "the server answered 403"),
        ("404", "model or address is wrong"),
        ("429 quota", "the account cannot pay"),
    ],
)
def test_what_cannot_heal_says_so_at_once(chat_server, fault: str, sentence: str) -> None:
    chat_server.behave(faults=[fault], most=100)
    with pytest.raises(AgentUnusableError, match=sentence):
        ask(chat_server.spec())
    assert chat_server.seen()["requests"] == 1


def test_a_403_after_a_success_concerns_one_case_only(chat_server) -> None:
    agent = make_agent(chat_server.spec(), {})

    async def two() -> None:
        await agent.reply(HELLO, CASE)
        chat_server.behave(faults=["403"])
        try:
            await agent.reply(HELLO, CASE)
        finally:
            await agent.close()

    with pytest.raises(AgentError) as caught:
        asyncio.run(two())
    assert not isinstance(caught.value, AgentUnusableError)


def test_nobody_there_is_a_failed_case() -> None:
    with pytest.raises(AgentError, match=r"the connection failed: ClientConnectorError .*after 2 tries"):
        ask("openai:echo@http://127.0.0.1:9/v1?retries=1&backoff=0.001")


def test_an_empty_reply_is_kept_when_it_stays_empty(chat_server) -> None:
    chat_server.behave(faults=["empty"], most=100)
    assert (ask(chat_server.spec()).text, ask(chat_server.spec(empty_retries=0)).attempts) == ("", 1)


def test_each_repeat_has_a_seed_of_its_own(chat_server) -> None:
    for repeat in (0, 1):
        ask(chat_server.spec(seed=7), case=Case("bias", {"topic_id": "tea"}, {}, repeat))
    assert [body["seed"] for body in chat_server.seen()["bodies"]] == [7, 8]


def test_no_more_connections_than_allowed(chat_server) -> None:
    chat_server.behave(delay=0.02)
    agent = make_agent(chat_server.spec(connections=3), {})

    async def many() -> None:
        await asyncio.gather(*(agent.reply([{"role": "user", "content": str(n)}], CASE) for n in range(12)))
        await agent.close()

    asyncio.run(many())
    assert chat_server.seen()["most_at_once"] == 3


@pytest.mark.parametrize(
    ("options", "structured", "kinds"),
    [
        ({}, True, ["json_schema", "json_schema"]),
        ({}, False, ["json_schema", "json_object", None, None]),
        ({"structured": "off"}, True, [None, None]),
        ({"structured": "json_object"}, True, ["json_object", "json_object"]),
    ],
)
def test_a_json_object_is_asked_for_in_the_strictest_form_the_server_takes(
    chat_server, options: dict, structured: bool, kinds: list
) -> None:
    chat_server.behave(structured=structured)
    agent = make_agent(chat_server.spec(**options), {})

    async def twice() -> None:
        for _ in range(2):
            assert (await agent.reply_as(HELLO, CASE, SCHEMA)).text
        await agent.close()

    asyncio.run(twice())
    assert [body.get("response_format", {}).get("type") for body in chat_server.seen()["bodies"]] == kinds


def test_a_key_that_the_server_sends_back_goes_no_further(chat_server, monkeypatch) -> None:
    monkeypatch.setenv("PLANTED", "sk-planted-0123456789")
    for fault in ("400", "500", "401"):
        chat_server.behave(faults=[fault], most=100)
        with pytest.raises(AgentError) as caught:
            ask(chat_server.spec(api_key_env="PLANTED", retries=0))
        assert "you sent Bearer ***" in str(caught.value)
        assert "planted" not in repr(caught.value)


FILTERED = {"status": 400, "body": {"error": {"code": "content_filter", "message": "filtered"}}}


@pytest.mark.parametrize(
    ("shape", "outcome", "text"),
    [
        ({"message": {"content": "", "refusal": "Não posso."}}, "refused", "Não posso."),
        ({"message": {"content": [{"type": "refusal", "refusal": "Não."}]}}, "refused", "Não."),
        ({"message": {"content": ""}, "finish_reason": "content_filter"}, "filtered", ""),
        ({"message": {"content": "Eu"}, "finish_reason": "content_filter"}, "filtered", "Eu"),
        ({"message": {"content": ""}, "finish_reason": "length"}, "cut", ""),
        ({"message": {"content": "<think>Discordo."}}, "cut", ""),
        ({"message": {"content": "", "reasoning_content": "Discordo."}}, "thought_only", ""),
        (FILTERED, "filtered", ""),
    ],
)
def test_what_would_come_again_is_asked_once(chat_server, shape: dict, outcome: str, text: str) -> None:
    chat_server.behave(faults=["shape"], shapes={"shape": shape}, most=100)
    reply = ask(chat_server.spec())
    assert (reply_outcome(reply), reply.text, reply.attempts, reply.discarded) == (outcome, text, 1, 0)
    assert chat_server.seen()["requests"] == 1


def test_every_answer_that_was_thrown_away_is_counted(chat_server) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 3}
    chat_server.behave(faults=["e"], shapes={"e": {"message": {"content": ""}, "usage": usage}}, most=2)
    reply = ask(chat_server.spec())
    assert (reply.attempts, reply.discarded, reply.discarded_in, reply.discarded_out) == (3, 2, 20, 6)
    broken = {"finish_reason": "error", "usage": usage}
    chat_server.behave(faults=["b"], shapes={"b": broken}, most=100)
    with pytest.raises(AgentError) as caught:
        ask(chat_server.spec(retries=2))
    error = caught.value
    assert (error.attempts, error.discarded, error.discarded_in, error.discarded_out) == (3, 3, 30, 9)
    chat_server.behave(faults=["500", "reset"], most=2)
    assert ask(chat_server.spec()).discarded == 0


def test_a_thought_is_no_reply_unless_that_is_asked_for(chat_server) -> None:
    chat_server.behave(said=["<think>Discordo.</think>\n\nConcordo."])
    assert (ask(chat_server.spec()).text, ask(chat_server.spec()).thought) == ("Concordo.", "Discordo.")
    raw = ask(chat_server.spec(thoughts="strip-none"))
    assert (raw.text, raw.thought) == ("<think>Discordo.</think>\n\nConcordo.", None)


@pytest.mark.parametrize("header", ["Retry-After", "retry-after-ms"])
@pytest.mark.parametrize("value", ["0", "0.001"])
def test_a_wait_of_nothing_is_not_taken_at_its_word(
    chat_server, monkeypatch, header: str, value: str
) -> None:
    answers = iter(range(1000))

    async def busy(*_: object) -> tuple[object, float]:
        next(answers)
        return connection.read_answer(429, {header: value}, b"busy"), 0.0

    monkeypatch.setattr(connection.Connection, "send", busy)
    with pytest.raises(AgentError, match="429"):
        ask(chat_server.spec(patience=1, backoff=0.05))
    assert next(answers) < 12


def test_a_form_that_the_server_does_not_know_is_found_out_whatever_its_status(chat_server) -> None:
    for status, message in [
        (500, "Internal Server Error"), (501, "not implemented"), (404, "no support for json_schema"),
        (422, "response_format: extra field"), (400, "bad"),
    ]:  # fmt: skip
        chat_server.behave(refused_forms={"json_schema": [status, message]})
        agent = make_agent(chat_server.spec(), {})

        async def four(agent=agent) -> None:
            for number in range(4):
                said = [{"role": "user", "content": str(number)}]
                assert (await agent.reply_as(said, CASE, SCHEMA)).text
            await agent.close()

        asyncio.run(four())
        forms = [body["response_format"]["type"] for body in chat_server.seen()["bodies"]]
        assert forms[-2:] == ["json_object", "json_object"]
        assert len(forms) <= 8


def test_a_server_that_is_down_for_a_moment_keeps_its_form(chat_server) -> None:
    agent = make_agent(chat_server.spec(), {})
    forms = []

    async def two() -> None:
        for number, most in enumerate((5, 0)):
            chat_server.behave(faults=["500"], most=most)
            said = [{"role": "user", "content": str(number)}]
            assert (await agent.reply_as(said, CASE, SCHEMA)).text
            forms.append(chat_server.seen()["bodies"][-1].get("response_format", {}).get("type"))
        await agent.close()

    asyncio.run(two())
    assert forms[1] == "json_schema"


def test_a_form_that_was_asked_for_and_is_not_known_is_said_to_be_so(chat_server) -> None:
    chat_server.behave(refused_forms={"json_schema": [500, "Internal Server Error"]})
    agent = make_agent(chat_server.spec(structured="json_schema", retries=1), {})
    with pytest.raises(AgentError, match="give the agent structured=json_object or structured=off"):
        asyncio.run(agent.reply_as(HELLO, CASE, SCHEMA))


def test_an_answer_without_end_is_not_read_to_it(chat_server) -> None:
    for shape in (
        {"status": 200, "text": " " * 1024, "repeated": 4096},
        {"status": 500, "text": "x" * 999, "repeated": 3000},
    ):
        chat_server.behave(faults=["long"], shapes={"long": shape}, most=100)
        with pytest.raises(AgentError, match=r"the answer is longer than 1 MiB \(option answer_limit\)"):
            ask(chat_server.spec(answer_limit=1))
        assert chat_server.seen()["requests"] == 1
    chat_server.behave()
    assert ask(chat_server.spec(answer_limit=1)).text


def test_a_handshake_that_nobody_answers_is_bounded(monkeypatch) -> None:
    monkeypatch.setattr(connection, "_CONNECT_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        held = []
        threading.Thread(target=lambda: held.append(silent.accept()), daemon=True).start()
        started = time.monotonic()
        with pytest.raises(AgentError, match="no connection within 0.2 s"):
            ask(f"openai:echo@https://127.0.0.1:{silent.getsockname()[1]}/v1?retries=0&timeout=60")
    assert time.monotonic() - started < 10


def test_a_session_has_an_id_that_no_other_has(chat_server) -> None:
    for option, seen in (("body:chat_id", "bodies"), ("header:X-Chat", "headers")):
        chat_server.behave()
        agent = make_agent(chat_server.spec(session_id=option), {})

        async def play(agent=agent) -> None:
            for case in (CASE, CASE, replace(CASE, session=2), replace(CASE, repeat=1)):
                await agent.reply(HELLO, case)
            agent.end_case(CASE)
            await agent.reply(HELLO, CASE)
            await agent.close()

        asyncio.run(play())
        ids = [one[option.partition(":")[2]] for one in chat_server.seen()[seen]]
        assert ids[0] == ids[1]
        assert len(set(ids)) == 4
        assert agent.stateful


def test_the_same_question_asked_again_has_a_seed_of_its_own(chat_server) -> None:
    agent = make_agent(chat_server.spec(seed=7), {})

    async def play() -> None:
        for case in (CASE, CASE, replace(CASE, session=2)):
            await agent.reply(HELLO, case)
        agent.end_case(CASE)
        await agent.reply(HELLO, CASE)
        await agent.close()

    asyncio.run(play())
    assert [body["seed"] for body in chat_server.seen()["bodies"]] == [7, 1_000_007, 1_007, 7]
