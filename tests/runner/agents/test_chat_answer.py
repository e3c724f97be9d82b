import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.agents.chat_answer import Fault, Heals, read_answer, retry_after
from standfast.runner.records.conversation import Reply, reply_outcome

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


def answer(message: object, finish: str | None = None, **more: object) -> Reply | Fault:
    payload = {"choices": [{"message": message, "finish_reason": finish}], **more}
    return read_answer(200, {}, json.dumps(payload).encode())


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        ({"content": "Sim."}, Reply("Sim.")),
        ({"content": None}, Reply("")),
        ({"content": "Sim.", "refusal": None}, Reply("Sim.")),
        ({"content": None, "refusal": "Não posso."}, Reply("Não posso.", refusal=True)),
        ({"content": "", "refusal": "Não posso."}, Reply("Não posso.", refusal=True)),
        ({"content": "Sim.", "refusal": "Não posso."}, Reply("Sim.", refusal=True)),
        ({"content": [{"type": "refusal", "refusal": "Não posso."}]}, Reply("Não posso.", refusal=True)),
        ({"content": [{"type": "text", "text": "Si"}, {"type": "image"}, {"type": "text", "text": "m."}]},
         Reply("Sim.")),
        ({"content": [{"type": "output_text", "text": "Si"}, "m."]}, Reply("Sim.")),
        ({"content": {"type": "text", "text": "Sim."}}, Reply("Sim.")),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Não"}]},
                      {"type": "text", "text": "Sim."}]}, Reply("Sim.", thought="Não")),
        ({"content": [{"type": "reasoning", "text": "Não"}, {"type": "text", "text": "Sim."}]},
         Reply("Sim.", thought="Não")),
        ({"content": "Sim.", "reasoning_content": "Não", "reasoning": "Não"}, Reply("Sim.", thought="Não")),
        ({"content": "Sim.", "reasoning": "Não"}, Reply("Sim.", thought="Não")),
        ({"content": "Sim.", "thinking": "Não"}, Reply("Sim.", thought="Não")),
        ({"content": "Sim.", "reasoning_details": [{"type": "reasoning.text", "text": "Não"}]},
         Reply("Sim.", thought="Não")),
        ({"content": "<think>Não</think>\n\nSim."}, Reply("Sim.", thought="Não")),
        ({"content": "<think>b</think>Sim.", "reasoning_content": "a"}, Reply("Sim.", thought="a\n\nb")),
        ({"content": "<think>Não"}, Reply("", thought="Não", finish_reason="length")),
        ({"content": None, "reasoning_content": "Não"}, Reply("", thought="Não")),
        ({"content": "Sim \ud83d"}, Reply("Sim \ufffd")),
    ],
)  # fmt: skip
def test_text_thought_and_refusal_are_found_in_every_form(message: dict, reply: Reply) -> None:
    assert answer(message) == reply


def test_a_text_is_left_whole_where_thoughts_are_not_to_be_parted() -> None:
    raw = json.dumps({"choices": [{"message": {"content": "<think>a</think>b"}}]}).encode()
    assert read_answer(200, {}, raw, part=False) == Reply("<think>a</think>b")


@pytest.mark.parametrize(
    ("usage", "counts"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 7, "completion_tokens_details": {"reasoning_tokens": 5},
          "prompt_tokens_details": {"cached_tokens": 4}}, (9, 7, 5, 4)),
        ({"prompt_tokens": 9, "completion_tokens": 7, "prompt_cache_hit_tokens": 4}, (9, 7, None, 4)),
        ({"input_tokens": 9, "output_tokens": 7, "output_tokens_details": {"reasoning_tokens": 0}}, (9, 7, 0, None)),
        # The thought is in no completion token where the total says so.
        ({"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 16,
          "completion_tokens_details": {"reasoning_tokens": 5}}, (9, 7, 5, None)),
        ({"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16,
          "completion_tokens_details": {"reasoning_tokens": 5}}, (9, 7, 5, None)),
        ({"prompt_tokens": 9, "completion_tokens_details": None, "prompt_tokens_details": [3]}, (9, None, None, None)),
        ([3], (None, None, None, None)),
    ],
)  # fmt: skip
def test_tokens_of_thoughts_and_of_the_cache_are_counted(usage: object, counts: tuple) -> None:
    reply = answer({"content": "Sim."}, usage=usage)
    assert isinstance(reply, Reply)
    assert (reply.tokens_in, reply.tokens_out, reply.tokens_thought, reply.tokens_cached) == counts


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ({"error": "upstream is down"}, "answered 502 (upstream is down)"),
        ({"error": {"message": "upstream is down"}}, "answered 502 (upstream is down)"),
        ({"error": {"message": "slow down", "code": "429"}}, "answered 429 (slow down)"),
        ({"object": "error", "message": "no such model", "code": 404}, "answered 404 (no such model)"),
        ({"detail": "Not ready"}, "answered 502 (Not ready)"),
    ],
)
def test_an_error_inside_a_200_keeps_the_servers_words(payload: dict, said: str) -> None:
    fault = read_answer(200, {}, json.dumps(payload).encode())
    assert isinstance(fault, Fault)
    assert said in fault.problem


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (400, {"code": "content_filter", "message": "The prompt was filtered"}),
        (400, {"code": "content_policy_violation"}),
        (400, {"code": "x", "innererror": {"code": "ResponsibleAIPolicyViolation"}}),
        (422, {"type": "content_filter"}),
        (200, {"code": "content_filter"}),
    ],
)
def test_a_filtered_request_is_a_reply_and_costs_nothing(status: int, error: dict) -> None:
    reply = read_answer(status, {}, json.dumps({"error": error}).encode())
    assert reply == Reply("", finish_reason="content_filter", tokens_in=0, tokens_out=0)
    assert reply_outcome(reply) == "filtered"


def test_an_answer_nested_too_deep_is_broken_and_no_crash() -> None:
    deep = b'{"choices":' + b"[" * 200_000
    for raw in (deep, deep + b"]" * 200_000 + b"}"):
        for status in (200, 500):
            assert isinstance(read_answer(status, {}, raw), Fault)


def test_a_completion_that_broke_off_keeps_what_it_cost() -> None:
    fault = answer({"content": "Eu"}, "error", usage={"prompt_tokens": 9, "completion_tokens": 1})
    assert isinstance(fault, Fault)
    assert (fault.tokens_in, fault.tokens_out, fault.paid) == (9, 1, True)


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
