"""What single answers are read as: one case for each thing the rules promise."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standfast.runner.benchmarks.picon.answers.bank import Bank
from standfast.runner.benchmarks.picon.answers.read import READERS, read_answer
from standfast.runner.benchmarks.picon.answers.value import Amount, Codes, Day, Name, Number, Value

DAY = dt.date(2026, 6, 15)


def read(bank: Bank, question_id: str, language: str, text: str) -> Value | str | None:
    reading = read_answer(text, bank.question(question_id, language), bank.lists, DAY)
    return reading.value or reading.reason


@pytest.mark.parametrize(
    ("question_id", "language", "text", "expected"),
    [
        # numbers, words and sums
        ("children", "en", "Two boys and a girl", Number(3, 3)),
        ("children", "en", "Four: three boys and a girl", Number(4, 4)),
        ("children", "pt", "Tenho duas filhas e um filho", Number(3, 3)),
        ("children", "zh", "一个儿子，一个女儿", Number(2, 2)),
        ("siblings", "en", "half a dozen", Number(6, 6)),
        ("siblings", "pt", "Somos em cinco, tenho quatro irmãos", Number(4, 4)),
        ("household_size", "en", "Me and my wife and the two kids, so four", Number(4, 4)),
        ("household_size", "en", "Me and my wife and the two kids", "ambiguous"),
        ("weekly_hours", "pt", "8 horas por dia, de segunda a sexta", Number(40, 40)),
        ("weekly_hours", "en", "eight hours a day", "ambiguous"),
        ("weekly_hours", "en", "over 40", Number(40, None)),
        ("weekly_hours", "en", "between 30 and 35", Number(30, 35)),
        ("weekly_hours", "zh", "七十多个小时", Number(70, 79)),
        # negation scope
        ("children", "en", "No kids, but two cats", Number(0, 0)),
        ("children", "pt", "Não tenho filhos", Number(0, 0)),
        ("children", "zh", "没有孩子", Number(0, 0)),
        ("religion", "en", "I'm not religious", Codes(("none",))),
        ("religion", "pt", "Não sou religioso", Codes(("none",))),
        ("religion", "zh", "我没有什么宗教信仰", Codes(("none",))),
        ("religion", "en", "I'm not Catholic", "ambiguous"),
        ("home_language", "en", "Not English, Welsh", Codes(("cym",))),
        ("born_here", "en", "I wasn't born here", Codes(("no",))),
        ("born_here", "zh", "我不是在这里出生的", Codes(("no",))),
        # self-correction
        ("birth_year", "en", "1968. No wait, 1969", Number(1969, 1969)),
        ("birth_year", "pt", "1981, quer dizer, 1982", Number(1982, 1982)),
        ("birth_year", "zh", "1972年，不对，是1973年", Number(1973, 1973)),
        # years
        ("birth_year", "en", "nineteen eighty-five", Number(1985, 1985)),
        ("birth_year", "en", "'05", Number(2005, 2005)),
        ("birth_year", "pt", "mil novecentos e setenta e oito", Number(1978, 1978)),
        ("birth_year", "zh", "一九八五年", Number(1985, 1985)),
        ("birth_year", "zh", "85后", Number(1985, 1989)),
        ("birth_year", "en", "the early eighties", Number(1980, 1983)),
        ("birth_year", "en", "I'm 40", Number(1985, 1986)),
        ("birth_year", "en", "either 1960 or 1961", Number(1960, 1961)),
        ("birth_year", "en", "Born on 12/03/1985", Number(1985, 1985)),
        ("arrival_year", "en", "about 12 years ago", Number(2014, 2014, approximate=True)),
        ("arrival_year", "zh", "一出生就在这里", Codes(("birth",))),
        # ages
        ("age", "en", "in my late twenties", Number(27, 29)),
        ("age", "zh", "三十出头", Number(30, 33)),
        ("age", "zh", "虚岁三十", Number(28, 29)),
        ("age", "zh", "三十岁", Number(30, 30)),
        ("age", "pt", "Nasci em 1997", Number(28, 29)),
        # durations
        ("years_at_address", "en", "two and a half years", Number(2, 2)),
        ("years_at_address", "en", "three months", Number(0, 0)),
        ("years_at_address", "pt", "Desde 2020", Number(5, 6)),
        # dates
        ("birth_date", "pt", "25/12/88", Day(1988, 12, 25)),
        ("birth_date", "en", "03/04/1985", Day(1985, None, None)),
        ("birth_date", "en", "October 3rd, 1978", Day(1978, 10, 3)),
        ("birth_date", "zh", "一九八五年三月十二号", Day(1985, 3, 12)),
        ("birth_date", "zh", "农历八月十五，1970年", Day(1970, None, None)),
        # money
        ("household_income", "en", "$4k a month", Amount(48_000, 48_000, "USD")),
        ("household_income", "pt", "R$ 3.500,50", Amount(42_006, 42_006, "BRL")),
        ("household_income", "zh", "年薪三十万", Amount(300_000, 300_000, None)),
        ("household_income", "pt", "Uns 3 salários mínimos", "ambiguous"),
        # codes
        (
            "education",
            "en",
            "I did two years of college but dropped out",
            Codes(("3", "4", "5"), one_of=True),
        ),
        ("education", "zh", "我是博士在读", Codes(("7",))),
        ("education", "en", "high school and then a bachelor's", Codes(("6",))),
        ("education", "pt", "Ensino médio completo", Codes(("3",))),
        ("marital_status", "en", "single", Codes(("divorced", "never_married", "widowed"), one_of=True)),
        ("marital_status", "en", "I was married, now divorced", Codes(("divorced",))),
        ("occupation", "en", "I used to be a nurse, now I'm a teacher", Codes(("23",))),
        ("lives_with_parents", "en", "My mother-in-law lives with us", Codes(("in_law",))),
        ("main_activity", "pt", "Não trabalho, só estudo", Codes(("student",))),
        ("citizenship", "pt", "Brasileira e italiana", Codes(("BR", "IT"))),
        ("birth_country", "zh", "我在湖南出生", Codes(("CN",))),
        ("union", "pt", "Sim, já fui", Codes(("before",))),
        ("town", "zh", "我住在成都", Name(("成", "都"))),
        # no value, and why
        ("religion", "en", "I'd rather not talk about that", "refusal"),
        ("religion", "en", "I'd rather not say, but I'm Jewish", Codes(("jewish",))),
        ("children", "en", "I already told you twice", "deflection"),
        ("children", "en", "Like I told you, four", Number(4, 4)),
        ("home_language", "en", "Yes, that's correct", "bare_confirmation"),
        ("religion", "pt", "Qual é a sua religião, se você tem uma", "echo"),
        ("education", "zh", "您完成的最高学历是什么", "echo"),
        ("age", "en", "Why do you want to know?", "no_answer"),
        ("income_position", "zh", "不知道", "no_answer"),
        ("age", "en", "", "no_answer"),
        ("age", "en", "...", "no_answer"),
        ("born_here", "en", "Yes and no", "ambiguous"),
    ],
)
def test_an_answer_is_read_as(
    bank: Bank, question_id: str, language: str, text: str, expected: Value | str
) -> None:
    assert read(bank, question_id, language, text) == expected


def test_there_is_a_reader_for_every_answer_type() -> None:
    from standfast.builders.picon.schema import ANSWER_TYPES

    assert set(READERS) == set(ANSWER_TYPES)


@settings(max_examples=300, deadline=None)
@given(data=st.data(), text=st.text(max_size=40))
def test_any_text_is_read_without_error_and_has_a_value_or_a_reason(
    bank: Bank, data: st.DataObject, text: str
) -> None:
    question = data.draw(st.sampled_from(list(bank.questions.values())))
    reading = read_answer(text, question, bank.lists, DAY)
    assert (reading.value is None) != (reading.reason is None)


@settings(max_examples=200, deadline=None)
@given(year=st.integers(1930, 2010), language=st.sampled_from(["en", "pt", "zh"]))
def test_a_year_is_read_in_any_wording(bank: Bank, year: int, language: str) -> None:
    wordings = {
        "en": ["{}", "I was born in {}.", "It was {}, I think"],
        "pt": ["{}", "Nasci em {}.", "Foi em {}, acho"],
        "zh": ["{}", "我是{}年出生的。", "{}年吧"],
    }
    for wording in wordings[language]:
        value = read(bank, "birth_year", language, wording.format(year))
        assert isinstance(value, Number)
        assert (value.low, value.high) == (year, year)


CHINESE_DIGITS = "零一二三四五六七八九"


def chinese(number: int) -> str:
    """A number below a hundred in Chinese characters."""
    tens, ones = divmod(number, 10)
    head = "" if not tens else "十" if tens == 1 else CHINESE_DIGITS[tens] + "十"
    return head + (CHINESE_DIGITS[ones] if ones or not tens else "")


@settings(max_examples=100, deadline=None)
@given(number=st.integers(1, 99))
def test_chinese_numbers_are_read(bank: Bank, number: int) -> None:
    expected = Number(number, number)
    assert read(bank, "age", "zh", f"{chinese(number)}岁") == expected
    assert read(bank, "age", "zh", f"我今年{number}岁了") == expected
