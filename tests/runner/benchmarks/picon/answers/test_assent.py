"""What says yes, and what only begins like it."""

import datetime as dt

import pytest
from standfast.runner.benchmarks.picon.answers.assent import opens_with_yes, says_only_yes
from standfast.runner.benchmarks.picon.answers.bank import Bank
from standfast.runner.benchmarks.picon.answers.read import read_answer
from standfast.runner.benchmarks.picon.answers.tokens import tokenize
from standfast.runner.benchmarks.picon.answers.value import Codes, Name
from standfast.runner.benchmarks.picon.answers.vocabulary import break_clauses, vocabulary_of

DAY = dt.date(2026, 6, 15)
YES = {
    "en": [
        "Yes.", "yeah", "Yes I live there", "Yes, it is.", "I am.", "I am, yes.", "I do.", "It is.", "Sure.",
        "Right, that was it.", "Of course, I work there.", "That is right.", "Well, yes.", "No doubt.",
    ],
    "pt": [
        "Sim.", "Sim, moro lá.", "Sou.", "Sou sim.", "É.", "É sim.", "Moro.", "Tenho.", "Isso.", "Com certeza.",
        "Isso mesmo, foi lá.", "Bom, sim.", "Sem dúvida.",
    ],
    "zh": ["是。", "是的。", "是的我住在那里", "对，是我的。", "有。", "没错。", "当然。", "嗯，是的。", "我是。", "没问题。"],
}  # fmt: skip
NOT_YES = {
    "en": [
        "I am a Catholic and go to church every week.", "I am a nurse.", "I do a lot of sport.",
        "I have two sisters.", "It is a big town.", "I was on holiday.", "Right now I live elsewhere.",
        "Sure of that I am not.", "Of course not.", "No.", "I don't.", "True North is a bar.", "Okay Street.",
    ],
    "pt": [
        "Sou católica e vou à missa toda semana.", "Tenho dois filhos.", "É uma cidade grande.",
        "Isso fica longe.", "Fui enfermeira.", "Moro em Recife.", "Certo dia fui lá.", "Claro que não.",
        "É, acho que não.", "Não.",
    ],
    "zh": [
        "我是天主教徒，每周都去教堂。", "我是护士。", "是一个大城市。", "有两个孩子。", "有的人住在那里。",
        "对面有一个公园。", "在银行工作。", "会说一点。", "当然不是。", "不是。", "没有。",
    ],
}  # fmt: skip


def cases(sentences: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(language, text) for language, texts in sentences.items() for text in texts]


@pytest.mark.parametrize(("language", "text"), cases(YES))
def test_a_yes_is_one(bank: Bank, language: str, text: str) -> None:
    words = vocabulary_of(bank.lists, language)
    assert opens_with_yes(break_clauses(tokenize(text), words), words)


@pytest.mark.parametrize(("language", "text"), cases(NOT_YES))
def test_what_begins_like_a_yes_and_says_something_else_is_none(bank: Bank, language: str, text: str) -> None:
    words = vocabulary_of(bank.lists, language)
    tokens = break_clauses(tokenize(text), words)
    assert not opens_with_yes(tokens, words)
    assert not says_only_yes(tokens, words)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Yes.", "bare_confirmation"),
        ("en", "Yes, that is correct.", "bare_confirmation"),
        ("en", "Sure, it is.", "bare_confirmation"),
        ("en", "I do.", "bare_confirmation"),
        ("en", "No.", "no_answer"),
        ("en", "Yes, in Leeds.", Name(("leeds",))),
        ("en", "Right, it's called Leeds.", Name(("leeds",))),
        ("pt", "Sim.", "bare_confirmation"),
        ("pt", "Isso mesmo.", "bare_confirmation"),
        ("pt", "Moro, sim.", "bare_confirmation"),
        ("pt", "Sim, em Recife.", Name(("recife",))),
        ("zh", "是的。", "bare_confirmation"),
        ("zh", "对，没错。", "bare_confirmation"),
        ("zh", "是的，在广州。", Name(("广", "州"))),
    ],
)
def test_a_yes_is_no_name(bank: Bank, language: str, text: str, expected: Name | str) -> None:
    reading = read_answer(text, bank.question("town", language), bank.lists, DAY)
    assert (reading.value or reading.reason) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "I am a nurse.", "no_answer"),
        ("en", "I am a Catholic and go to church every week.", Codes(("catholic",))),
        ("pt", "Tenho dois filhos.", "no_answer"),
        ("zh", "是一个好问题。", "no_answer"),
        ("en", "That is right.", "bare_confirmation"),
        ("zh", "没错。", "bare_confirmation"),
    ],
)
def test_what_the_rules_cannot_read_is_not_called_a_mere_yes(
    bank: Bank, language: str, text: str, expected: Codes | str
) -> None:
    reading = read_answer(text, bank.question("religion", language), bank.lists, DAY)
    assert (reading.value or reading.reason) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Right now I don't, no.", Codes(("no",))),
        ("zh", "没错。", Codes(("yes",))),
        ("zh", "没有。", Codes(("no",))),
        ("en", "No doubt.", Codes(("yes",))),
    ],
)
def test_the_longer_of_yes_and_no_counts(bank: Bank, language: str, text: str, expected: Codes) -> None:
    reading = read_answer(text, bank.question("born_here", language), bank.lists, DAY)
    assert reading.value == expected
