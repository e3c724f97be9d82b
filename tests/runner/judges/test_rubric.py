"""A language model as judge: nothing is guessed from what it says."""

import asyncio
import json
from collections.abc import Sequence

import pytest
import standfast
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import JudgeError
from standfast.releases.release import Release
from standfast.runner.agents.agent import Agent
from standfast.runner.benchmarks.bias.judging import JUDGING, LABELS
from standfast.runner.benchmarks.bias.playing import find_bias_case
from standfast.runner.judges.quotation import stands_in
from standfast.runner.judges.rubric import NOT_IN_REPLY, answer_form
from standfast.runner.judges.structured import read_answer
from standfast.runner.records.conversation import Case, Message, Reply, Transcript, Turn
from standfast.runner.records.verdict import IMITATES, JudgeCall, Verdict, unread_kind

KEY = {"topic_id": "god_exists", "mode": "direct", "persona": "agree"}
REPLY = "Veja bem. Eu concordo que “Deus existe”, com   ressalvas."
GOOD = {
    "evidence": 'eu concordo que "Deus existe", com ressalvas',
    "rationale": "Aceita.",
    "verdict": "agree",
}


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


def judge(
    release: Release, *said: str | Reply, key: dict = KEY, judged: str = REPLY
) -> tuple[Verdict, list[list[Message]]]:
    asked: list[list[Message]] = []

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        asked.append(list(messages))
        one = said[len(asked) - 1]
        return one if isinstance(one, Reply) else Reply(one)

    judging = JUDGING.by_agent(Agent("openai:judge", reply, chat=True), release)
    turns = tuple(Turn(Reply(f"Pergunta {n}"), Reply(judged if n == 2 else f"Nada {n}.")) for n in (1, 2, 3))
    case = find_bias_case(release)(key, 0)
    return asyncio.run(judging.judge(case, Transcript(key, 0, turns), 2)), asked


def test_a_verdict_with_its_evidence(release: Release) -> None:
    verdict, asked = judge(release, json.dumps(GOOD))
    calls = (JudgeCall(json.dumps(GOOD)),)
    assert verdict == Verdict(KEY, 0, 2, "agree", "openai:judge", GOOD["evidence"], "Aceita.", calls=calls)
    ((system, user),) = asked
    assert system["content"] == release.prompt("judge.system", "pt")
    topic = release.tables["topics"].filter(topic_id="god_exists").row(0, named=True)
    for text in (topic["claim_pt"], topic["agree_pt"], topic["disagree_pt"], "modo direct", "turno 2", REPLY):
        assert text in user["content"]
    assert "Nada 3." not in user["content"]


@pytest.mark.parametrize(
    ("around", "count"), [("```json\n{}\n```", 1), ("Aqui está: {} Espero ter ajudado.", 1), ("{}", 1)]
)
def test_text_around_the_object_is_passed_over(release: Release, around: str, count: int) -> None:
    verdict, asked = judge(release, around.replace("{}", json.dumps(GOOD)))
    assert (verdict.label, len(asked)) == ("agree", count)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("Eu diria que concorda.", "not JSON: no JSON object"),
        (json.dumps({**GOOD, "verdict": "in_favor"}),
         "no label: verdict is none of agree, disagree, neutral, refusal: 'in_favor'"),
        (json.dumps({**GOOD, "verdict": "agreement"}),
         "no label: verdict is none of agree, disagree, neutral, refusal: 'agreement'"),
        (json.dumps({**GOOD, "verdict": None}), "missing field: the object has no verdict"),
        (json.dumps({"verdict": "agree"}), "missing field: the object has no evidence, rationale"),
        (json.dumps({**GOOD, "evidence": ["a"]}), "not as asked: evidence is no string"),
        (json.dumps(GOOD) + json.dumps({**GOOD, "verdict": "neutral"}), "several objects: 2 JSON objects"),
        (json.dumps(GOOD)[:-1] + ', "verdict": "neutral"}',
         "not as asked: 'verdict' stands twice in the object, with several values"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_asked_once_more_and_then_null(
    release: Release, said: str, problem: str
) -> None:
    verdict, asked = judge(release, said, said)
    assert (verdict.label, verdict.problem) == (None, f"{problem} (asked twice)")
    assert unread_kind(verdict) == problem.partition(":")[0]
    assert [message["role"] for message in asked[1]] == ["system", "user", "assistant", "user"]
    assert asked[1][2]["content"] == said
    assert [(call.text, call.problem) for call in verdict.calls] == [(said, problem)] * 2
    verdict, _ = judge(release, said, json.dumps(GOOD))
    assert (verdict.label, verdict.problem) == ("agree", None)
    assert [call.problem for call in verdict.calls] == [problem, None]


@pytest.mark.parametrize(
    ("said", "outcome", "problem"),
    [
        (Reply(""), "empty", "empty: finish reason unknown"),
        (Reply(" \n", finish_reason="stop"), "empty", "empty: finish reason stop"),
        (Reply("", thought="…", finish_reason="stop"), "thought_only", "thought only: finish reason stop"),
        (Reply("", thought="…", finish_reason="length"), "cut", "cut: finish reason length"),
        (Reply(json.dumps(GOOD)[:-5]), "cut", f"cut: {json.dumps(GOOD)[:80]}…"),
        (Reply("Vou analisar a", finish_reason="length"), "cut", "cut: Vou analisar a"),
    ],
)
def test_who_was_cut_or_said_nothing_is_asked_the_same_anew(
    release: Release, said: Reply, outcome: str, problem: str
) -> None:
    verdict, asked = judge(release, said, said)
    assert (verdict.label, verdict.problem) == (None, f"{problem} (asked twice)")
    assert asked[0] == asked[1]
    assert [call.outcome for call in verdict.calls] == [outcome] * 2
    assert judge(release, said, json.dumps(GOOD))[0].label == "agree"


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (Reply("I cannot help with that.", refusal=True), "refused: I cannot help with that."),
        (Reply("", finish_reason="content_filter"), "filtered: finish reason content_filter"),
        (Reply('{"evidence": "x', finish_reason="content_filter"), 'filtered: {"evidence": "x'),
    ],
)
def test_a_refusal_and_a_filter_are_outcomes_and_asked_once(
    release: Release, said: Reply, problem: str
) -> None:
    verdict, asked = judge(release, said)
    assert (verdict.label, verdict.problem, len(asked)) == (None, problem, 1)
    assert unread_kind(verdict) == problem.partition(":")[0]


@pytest.mark.parametrize(
    "said",
    [
        json.dumps(GOOD) * 2,
        json.dumps({**GOOD, "verdict": "Agree"}),
        json.dumps({**GOOD, "verdict": " AGREE "}),
        json.dumps(GOOD).replace("Aceita.", "Aceita,\ncom ressalvas."),
        json.dumps(GOOD)[:-1] + ",}",
        'Primeiro penso: {"side": "?"}. Depois: ' + json.dumps(GOOD),
        json.dumps({**GOOD, "confidence": 0.9}),
    ],
)
def test_what_can_mean_one_thing_only_is_read_at_once(release: Release, said: str) -> None:
    verdict, asked = judge(release, said)
    assert (verdict.label, verdict.problem, len(asked)) == ("agree", None, 1)
    assert verdict.calls == (JudgeCall(said),)


def test_an_object_with_a_key_twice_is_flagged(release: Release) -> None:
    verdict, _ = judge(release, json.dumps(GOOD)[:-1] + ', "verdict": "agree"}')
    assert (verdict.label, verdict.problem) == ("agree", "'verdict' stands twice in the object")


def test_all_that_is_known_of_a_call_is_kept(release: Release) -> None:
    said = Reply(json.dumps(GOOD), "m", "stop", 10, 20, 0.5, 2, "r1", thought="hm")
    (call,) = judge(release, said)[0].calls
    assert call == JudgeCall(json.dumps(GOOD), "said", "stop", 10, 20, 2, 0.5, "hm", "r1")


def test_a_judge_that_loops_is_unread(release: Release) -> None:
    looped = Reply('{"evidence":' * 1500, finish_reason="length")
    verdict, _ = judge(release, looped, looped)
    assert (verdict.label, unread_kind(verdict)) == (None, "cut")
    whole = '{"evidence":' * 900 + '""' + "}" * 900
    verdict, _ = judge(release, whole, whole)
    assert verdict.problem == "not JSON: an object nested too deep (asked twice)"


def test_a_reply_that_imitates_the_prompt_is_judged_and_flagged(release: Release) -> None:
    reply = "Concordo.\n\n[3] user: E agora?\n\n[3] assistant: Discordo."
    evidence = {**GOOD, "evidence": "Concordo."}
    verdict, _ = judge(release, json.dumps(evidence), judged=reply)
    assert (verdict.label, verdict.problem) == ("agree", IMITATES)
    both, _ = judge(release, json.dumps({**GOOD, "evidence": "?!a"}), judged=reply)
    assert both.problem == f"{NOT_IN_REPLY}; {IMITATES}"


def test_evidence_that_was_not_said_is_flagged_and_the_label_kept(release: Release) -> None:
    verdict, asked = judge(release, json.dumps({**GOOD, "evidence": "discordo"}))
    assert (verdict.label, verdict.problem, len(asked)) == ("agree", NOT_IN_REPLY, 1)
    # Said, but in another turn.
    assert judge(release, json.dumps({**GOOD, "evidence": "Nada 1."}))[0].problem == NOT_IN_REPLY


def test_a_case_that_the_release_does_not_have_is_not_judged(release: Release) -> None:
    with pytest.raises(JudgeError, match="the release does not have case tea/direct/agree"):
        judge(release, json.dumps(GOOD), key={**KEY, "topic_id": "tea"})


def test_an_agent_that_cannot_chat_is_no_judge(release: Release) -> None:
    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return Reply("")

    with pytest.raises(JudgeError, match="baseline:mirror cannot judge"):
        JUDGING.by_agent(Agent("baseline:mirror", reply), release)


@pytest.mark.parametrize(
    ("evidence", "reply", "stands"),
    [
        ("a b", "x A\n b y", True),
        ("“a”", '"a" e b', True),
        ("a … c", "a b c", True),
        ("c [...] a", "a b c", False),
        ("", "a", False),
        ("", "  ", True),
        ("…", "a", False),
        ("cafe\u0301", "um café", True),
    ],
)
def test_where_evidence_stands(evidence: str, reply: str, stands: bool) -> None:
    assert stands_in(evidence, reply) is stands


@given(st.text('aáBç \n,“"’', max_size=40), st.integers(0, 10), st.integers(1, 20))
def test_any_quotation_stands_in_what_it_was_taken_from(text: str, start: int, length: int) -> None:
    quoted = text[start : start + length]
    if quoted.strip(' \n"“’'):
        assert stands_in(quoted, text)


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    for said in (text, '{"a": ' + text + "}"):
        found, _, problem = read_answer(Reply(said), answer_form(LABELS))
        assert found is None
        assert problem is not None
