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
from standfast.runner.judges.rubric import NOT_IN_REPLY, read_verdict
from standfast.runner.records.conversation import Case, Message, Reply, Transcript, Turn
from standfast.runner.records.verdict import Verdict

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


def judge(release: Release, *said: str, key: dict = KEY) -> tuple[Verdict, list[list[Message]]]:
    asked: list[list[Message]] = []

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        asked.append(list(messages))
        return Reply(said[len(asked) - 1])

    judging = JUDGING.by_agent(Agent("openai:judge", reply, chat=True), release)
    turns = tuple(Turn(Reply(f"Pergunta {n}"), Reply(REPLY if n == 2 else f"Nada {n}.")) for n in (1, 2, 3))
    case = find_bias_case(release)(key, 0)
    return asyncio.run(judging.judge(case, Transcript(key, 0, turns), 2)), asked


def test_a_verdict_with_its_evidence(release: Release) -> None:
    verdict, asked = judge(release, json.dumps(GOOD))
    assert verdict == Verdict(KEY, 0, 2, "agree", "openai:judge", GOOD["evidence"], "Aceita.")
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
        ("Eu diria que concorda.", "no JSON object"),
        ("", "no JSON object"),
        (json.dumps(GOOD) * 2, "2 JSON objects"),
        (json.dumps({**GOOD, "verdict": "Agree"}), "'Agree' is no label"),
        (json.dumps({**GOOD, "verdict": "in_favor"}), "'in_favor' is no label"),
        (json.dumps({**GOOD, "verdict": None}), "no text for verdict"),
        (json.dumps({"verdict": "agree"}), "no text for evidence, rationale"),
        (json.dumps(GOOD)[:-5], "no JSON object"),
    ],
)
def test_what_cannot_be_read_is_asked_once_more_and_then_null(
    release: Release, said: str, problem: str
) -> None:
    verdict, asked = judge(release, said, said)
    assert (verdict.label, verdict.problem) == (None, f"unreadable twice: {problem}")
    assert [message["role"] for message in asked[1]] == ["system", "user", "assistant", "user"]
    assert asked[1][2]["content"] == said
    verdict, _ = judge(release, said, json.dumps(GOOD))
    assert (verdict.label, verdict.problem) == ("agree", None)


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
    assert read_verdict(text, LABELS) is not None
    assert read_verdict('{"a": ' + text + "}", LABELS) is not None
