"""Sentences are translated several at once, each asked for once, and what came is kept."""

import json

import pytest
from standfast.errors import AgentError, AgentUnusableError, UsageError
from standfast.runner.play.translating import Translator, translate_sentences
from standfast.sources.translation import kept_translations

TOLD = {"pt": "into Portuguese", "zh": "into Chinese"}
SENTENCES = [(f"A thing {number} is a thing.", code) for number in range(12) for code in ("pt", "zh")]
ANSWERS = {
    told: {english: f"{code}: {english}" for english, language in SENTENCES if language == code}
    for code, told in TOLD.items()
}


def translator(spec, tmp_path, **options):
    return Translator(spec, TOLD, tmp_path / "kept.jsonl", **options)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_sentence_gets_its_own_translation_in_order(chat_server, tmp_path):
    chat_server.behave(answers=ANSWERS, delay=0.01)
    seen = []
    texts, spent = translate_sentences(
        translator(chat_server.spec(), tmp_path, concurrency=3),
        [*SENTENCES, SENTENCES[0]],
        lambda progress, total, spending: seen.append((progress.done, total, spending.calls)),
    )
    assert texts == [f"{code}: {english}" for english, code in [*SENTENCES, SENTENCES[0]]]
    assert spent.calls == chat_server.seen()["requests"] == 24
    assert chat_server.seen()["most_at_once"] == 3
    assert seen[-1] == (24, 24, 24)
    body = chat_server.seen()["bodies"][0]["messages"]
    assert [message["role"] for message in body] == ["system", "user"]
    assert body[0]["content"] in TOLD.values()
    kept = lines(tmp_path / "kept.jsonl")
    assert {line["agent"] for line in kept} == {kept[0]["agent"]}
    assert kept[0]["model"] == "echo-as-served"


def test_what_is_kept_is_not_asked_for_again(chat_server, tmp_path):
    chat_server.behave(answers=ANSWERS)
    bound = translator(chat_server.spec(), tmp_path)
    first, _ = translate_sentences(bound, SENTENCES[:10])
    with (tmp_path / "kept.jsonl").open("a") as file:
        file.write('{"torn')
    texts, spent = translate_sentences(bound, SENTENCES)
    assert texts[:10] == first
    assert (spent.calls, chat_server.seen()["requests"]) == (14, 24)
    assert kept_translations(tmp_path / "kept.jsonl")[SENTENCES[3]] == first[3]


def test_another_agent_or_instruction_is_asked_anew(chat_server, tmp_path):
    chat_server.behave(answers=ANSWERS)
    translate_sentences(translator(chat_server.spec(), tmp_path), SENTENCES[:2])
    translate_sentences(translator(chat_server.spec(temperature=1), tmp_path), SENTENCES[:2])
    other = Translator(chat_server.spec(), {**TOLD, "pt": "into Portuguese, please"}, tmp_path / "kept.jsonl")
    _, spent = translate_sentences(other, SENTENCES[:2])
    assert spent.calls == 1
    assert chat_server.seen()["requests"] == 5


def test_sentences_that_failed_are_named_and_asked_for_next_time(chat_server, tmp_path):
    chat_server.behave(answers=ANSWERS, faults=["500"], rate=0.5, most=1)
    bound = translator(chat_server.spec(retries=0), tmp_path)
    with pytest.raises(
        AgentError,
        match="of 24 sentences were not translated, the first one so: .*run the same command again",
    ):
        translate_sentences(bound, SENTENCES)
    kept, failed = len(lines(tmp_path / "kept.jsonl")), len(lines(bound.failures))
    assert kept + failed == 24
    assert 0 < failed < 24
    texts, spent = translate_sentences(bound, SENTENCES)
    assert None not in texts
    assert spent.calls == failed
    # What failed once stays on record.
    assert len(lines(bound.failures)) == failed


def test_a_wrong_key_stops_at_once_and_is_not_shown(chat_server, tmp_path, monkeypatch):
    monkeypatch.setenv("WRONG", "sk-secret-value")
    chat_server.behave(key="another")
    with pytest.raises(AgentUnusableError) as stop:
        translate_sentences(translator(chat_server.spec(api_key_env="WRONG"), tmp_path), SENTENCES)
    assert "secret" not in str(stop.value)
    assert chat_server.seen()["requests"] < 24


@pytest.mark.parametrize("fault", ["empty", "blank", "null"])
def test_an_empty_reply_is_no_text_and_kept_as_such(chat_server, tmp_path, fault):
    chat_server.behave(faults=[fault], most=99)
    bound = translator(chat_server.spec(empty_retries=1), tmp_path)
    texts, _ = translate_sentences(bound, SENTENCES[:1])
    assert texts == [None]
    assert lines(tmp_path / "kept.jsonl")[0]["flag"] in {"empty", "whitespace"}
    assert translate_sentences(bound, SENTENCES[:1])[1].calls == 0


def test_a_python_function_translates_too(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "def upper(messages):\n    return messages[-1]['content'].upper().rstrip('.')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    texts, _ = translate_sentences(translator("python:mine:upper", tmp_path), SENTENCES[:1])
    assert texts == ["A THING 0 IS A THING"]


def test_an_agent_that_speaks_only_in_cases_cannot_translate(tmp_path):
    with pytest.raises(UsageError, match="speaks only inside the cases"):
        translate_sentences(translator("baseline:loyal", tmp_path), SENTENCES)
