import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.agents.chat_answer import Fault, Heals, read_answer, retry_after
from standfast.runner.records.conversation import Reply

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "content", "usage", "error", "code", "model", "text", "type"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.integers(100, 599), st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_whatever_comes_is_a_reply_or_a_fault(status: int, raw: bytes) -> None:
    assert isinstance(read_answer(status, {}, raw), Reply | Fault)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": "Sim."}, "Sim."),
        ({"content": None}, ""),
        ({"content": None, "refusal": "Não posso."}, "Não posso."),
        (
            {"content": [{"type": "text", "text": "Si"}, {"type": "image"}, {"type": "text", "text": "m."}]},
            "Sim.",
        ),
    ],
)
def test_the_text_is_found_in_every_form(message: dict, text: str) -> None:
    answer = read_answer(200, {}, json.dumps({"choices": [{"message": message}]}).encode())
    assert answer == Reply(text)


def test_facts_of_a_wrong_type_are_not_known() -> None:
    payload = {
        "choices": [{"message": {"content": "a"}, "finish_reason": 3}],
        "model": 4,
        "usage": {"prompt_tokens": "7", "completion_tokens": -1},
    }
    assert read_answer(200, {}, json.dumps(payload).encode()) == Reply("a")


@pytest.mark.parametrize(
    ("status", "heals"),
    [
        (307, Heals.NOT_AT_ALL),
        (400, Heals.NOT_FOR_THIS_CASE),
        (401, Heals.NOT_AT_ALL),
        (403, Heals.NOT_FOR_THIS_KEY),
        (404, Heals.NOT_AT_ALL),
        (408, Heals.BY_TRYING_AGAIN),
        (409, Heals.BY_TRYING_AGAIN),
        (422, Heals.NOT_FOR_THIS_CASE),
        (429, Heals.BY_WAITING),
        (500, Heals.BY_TRYING_AGAIN),
        (529, Heals.BY_TRYING_AGAIN),
    ],
)
def test_what_a_status_means(status: int, heals: Heals) -> None:
    answer = read_answer(status, {}, b"")
    assert isinstance(answer, Fault)
    assert (answer.heals, answer.status) == (heals, status)


def test_a_server_that_says_when_to_come_back_is_busy() -> None:
    answer = read_answer(503, {"Retry-After": "7"}, b"busy")
    assert answer == Fault("the server answered 503 (busy)", Heals.BY_WAITING, 7.0, 503)


def test_the_wait_is_read_in_each_form() -> None:
    assert retry_after({"retry-after-ms": "250", "Retry-After": "9"}) == 0.25
    assert retry_after({"Retry-After": "1.5"}) == 1.5
    then = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    assert 55 < (retry_after({"Retry-After": then}) or 0) <= 60
    past = format_datetime(datetime.now(UTC) - timedelta(seconds=60), usegmt=True)
    assert retry_after({"Retry-After": past}) == 0
    for wrong in ("soon", "-3", "nan", "inf", ""):
        assert retry_after({"Retry-After": wrong}) is None
    assert retry_after({}) is None


def test_long_messages_are_cut() -> None:
    answer = read_answer(500, {}, json.dumps({"error": "x" * 999}).encode())
    assert isinstance(answer, Fault)
    assert len(answer.problem) < 240
