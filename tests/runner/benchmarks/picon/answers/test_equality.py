"""Whether two answers agree: the rules one by one, and what holds of all of them."""

import datetime as dt
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standfast.builders.picon.schema import EQUALITY_RULES
from standfast.runner.benchmarks.picon.answers.accuracy import compare_answers
from standfast.runner.benchmarks.picon.answers.bank import Bank
from standfast.runner.benchmarks.picon.answers.equality import RULE_NAMES, compare
from standfast.runner.benchmarks.picon.answers.value import (
    PAIR_VERDICTS,
    Amount,
    Codes,
    Day,
    Name,
    Number,
    Reading,
    Value,
)

DAY = dt.date(2026, 6, 15)


def reading(value: Value | None, day: dt.date = DAY) -> Reading:
    return Reading("", day, value, None if value else "no_answer")


def test_the_bank_and_the_runner_know_the_same_rules() -> None:
    assert set(EQUALITY_RULES) == RULE_NAMES


@pytest.mark.parametrize(
    ("rule", "first", "second", "verdict"),
    [
        ("exact_number", Number(1985, 1985), Number(1985, 1985), "same"),
        ("exact_number", Number(1985, 1985), Number(1986, 1986), "conflict"),
        ("exact_number", Number(1980, 1983), Number(1982, 1982), "compatible"),
        ("exact_number", Number(1985, 1985, approximate=True), Number(1986, 1986), "compatible"),
        ("exact_number", Number(1985, 1985, approximate=True), Number(1987, 1987), "conflict"),
        ("near_number", Number(25, 25), Number(26, 26), "compatible"),
        ("near_number", Number(25, 25), Number(27, 27), "conflict"),
        ("near_number", Codes(("birth",)), Number(30, 30), "compatible"),
        ("near_number", Codes(("never",)), Number(30, 30), "conflict"),
        ("near_share", Number(40, 40), Number(44, 44), "compatible"),
        ("near_share", Number(40, 40), Number(45, 45), "conflict"),
        ("near_share", Number(10, 10), Number(12, 12), "compatible"),
        ("near_share", Number(50, None), Number(60, 60), "compatible"),
        ("one_step", Number(5, 6), Number(7, 7), "compatible"),
        ("one_step", Number(5, 5), Number(7, 7), "conflict"),
        ("near_amount", Amount(100, 100, "BRL"), Amount(100, 100, "BRL"), "same"),
        ("near_amount", Amount(100, 100, "BRL"), Amount(105, 105, None), "compatible"),
        ("near_amount", Amount(100, 100, "BRL"), Amount(106, 106, "BRL"), "conflict"),
        ("near_amount", Amount(100, 100, "BRL"), Amount(100, 100, "USD"), "conflict"),
        ("same_date", Day(1985, 3, 12), Day(1985, 3, None), "compatible"),
        ("same_date", Day(1985, 3, 12), Day(1985, 4, None), "conflict"),
        ("same_name", Name(("porto", "alegre")), Name(("porto", "alegre", "rs")), "compatible"),
        ("same_name", Name(("porto", "alegre")), Name(("alegre", "porto", "rs")), "conflict"),
        ("one_code", Codes(("a", "b"), one_of=True), Codes(("b",)), "compatible"),
        ("one_code", Codes(("a",)), Codes(("b",)), "conflict"),
    ],
)
def test_rules_without_a_list(rule: str, first: Value, second: Value, verdict: str) -> None:
    assert compare(rule, None, reading(first), reading(second)) == verdict
    assert compare(rule, None, reading(second), reading(first)) == verdict


@pytest.mark.parametrize(
    ("question_id", "first", "second", "verdict"),
    [
        ("religion", ("christian",), ("catholic",), "compatible"),
        ("religion", ("christian",), ("evangelical",), "compatible"),
        ("religion", ("none",), ("any",), "conflict"),
        ("religion", ("catholic",), ("protestant",), "conflict"),
        ("household_saving", ("saved",), ("even",), "compatible"),
        ("household_saving", ("saved",), ("drew",), "conflict"),
        ("home_language", ("por", "deu"), ("por",), "same"),
        ("home_language", ("por", "deu"), ("deu",), "compatible"),
        ("home_language", ("zho",), ("yue",), "compatible"),
        ("home_language", ("cmn",), ("yue",), "conflict"),
        ("citizenship", ("BR", "IT"), ("BR",), "compatible"),
        ("citizenship", ("BR", "IT"), ("BR", "PT"), "conflict"),
        ("occupation", ("2",), ("23",), "compatible"),
        ("occupation", ("22",), ("23",), "conflict"),
    ],
)
def test_rules_with_a_list(
    bank: Bank, question_id: str, first: tuple[str, ...], second: tuple[str, ...], verdict: str
) -> None:
    question = bank.question(question_id, "en")
    codes = bank.lists.lists[question.code_system or ""]
    for one, other in ((first, second), (second, first)):
        assert compare(question.equality, codes, reading(Codes(one)), reading(Codes(other))) == verdict


@pytest.mark.parametrize(
    ("first_day", "first_age", "second_day", "second_age", "verdict"),
    [
        ("2026-06-15", 28, "2026-06-15", 28, "same"),
        ("2026-06-15", 28, "2026-06-15", 29, "conflict"),
        ("2026-06-15", 28, "2026-06-16", 29, "same"),
        ("2026-06-15", 28, "2027-06-15", 29, "same"),
        ("2026-06-15", 28, "2027-06-15", 28, "conflict"),
        ("2026-06-15", 28, "2027-08-01", 29, "same"),
        ("2026-06-15", 28, "2027-08-01", 30, "same"),
        ("2026-06-15", 28, "2027-08-01", 31, "conflict"),
        ("2026-06-15", 29, "2026-12-01", 28, "conflict"),
    ],
)
def test_age_rises_by_the_years_elapsed_and_by_nothing_else(
    first_day: str, first_age: int, second_day: str, second_age: int, verdict: str
) -> None:
    first = reading(Number(first_age, first_age), dt.date.fromisoformat(first_day))
    second = reading(Number(second_age, second_age), dt.date.fromisoformat(second_day))
    assert compare("age", None, first, second) == verdict
    assert compare("age", None, second, first) == verdict


def test_missing_values_give_their_own_verdicts() -> None:
    value, nothing = reading(Number(1, 1)), reading(None)
    assert compare("exact_number", None, value, nothing) == "one_sided"
    assert compare("exact_number", None, nothing, value) == "one_sided"
    assert compare("exact_number", None, nothing, nothing) == "no_answer"


ANSWERS = {
    "birth_year": ["1985", "in my forties", "about 1990", "the eighties", "I'm 36", "no idea"],
    "age": ["41", "in my forties", "I was born in 1985", "over 60"],
    "children": ["two", "a son and a daughter", "none", "2 or 3", "yes"],
    "education": ["high school", "a master's", "still doing my bachelor's", "trade school", "PhD"],
    "marital_status": ["single", "married", "divorced", "widowed", "never married"],
    "home_language": ["English", "Cantonese", "Chinese", "Spanish and English"],
    "religion": ["none", "Christian", "Catholic", "Baptist", "yes", "Muslim"],
    "household_saving": ["we saved", "we broke even", "we dipped into our savings", "we borrowed"],
    "household_income": ["$4,000", "4000", "£4,000", "50k a year", "4 to 5 thousand dollars"],
    "birth_date": ["12 March 1985", "March 1985", "03/12/1985", "1985"],
    "town": ["Leeds", "Leeds, Yorkshire", "York"],
    "years_at_address": ["3", "since 2020", "all my life", "six months"],
    "citizenship": ["British", "British and Irish", "Irish and French"],
    "income_position": ["5", "in the middle", "6 or 7", "at the top"],
    "weekly_hours": ["40", "about 38", "over 50", "I'm retired"],
    "main_activity": ["I work", "I'm self-employed", "student and waiter", "retired"],
    "lives_with_partner": ["yes", "no", "with my wife"],
}


@pytest.mark.parametrize("question_id", ANSWERS)
def test_comparison_is_symmetric_and_an_answer_agrees_with_itself(bank: Bank, question_id: str) -> None:
    days = (DAY, DAY)
    for first, second in product(ANSWERS[question_id], repeat=2):
        there, one, _ = compare_answers(bank, question_id, "en", (first, second), days)
        back, *_ = compare_answers(bank, question_id, "en", (second, first), days)
        assert there == back, (first, second)
        assert there in PAIR_VERDICTS
        if first == second:
            assert there == ("same" if one.value else "no_answer")


ENGLISH_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def english(number: int) -> str:
    """A number below a hundred in English words."""
    if number < 20:
        return ENGLISH_ONES[number]
    tens, ones = divmod(number, 10)
    return ENGLISH_TENS[tens - 2] + (f"-{ENGLISH_ONES[ones]}" if ones else "")


@settings(max_examples=150, deadline=None)
@given(year=st.integers(1930, 2005))
def test_a_year_never_conflicts_with_its_own_paraphrases(bank: Bank, year: int) -> None:
    short = f"{year % 100:02d}"
    age = DAY.year - year
    spelled = f"nineteen {english(year % 100)}" if 1910 <= year < 2000 else str(year)
    wordings = [
        str(year), f"I was born in {year}", f"in '{short}" if year > 1926 else str(year), spelled, f"around {year}",
        f"I'm {age}", f"I'm {age - 1}", f"in the {year // 10 * 10}s",
    ]  # fmt: skip
    for other in wordings:
        verdict, *_ = compare_answers(bank, "birth_year", "en", (str(year), other), (DAY, DAY))
        assert verdict in ("same", "compatible"), (year, other)


@settings(max_examples=100, deadline=None)
@given(year=st.integers(1930, 2005), wrong=st.sampled_from([-3, -2, 1, 2]))
def test_an_age_allows_two_years_of_birth_and_no_third(bank: Bank, year: int, wrong: int) -> None:
    age = DAY.year - year - wrong - 1 if wrong < 0 else DAY.year - year + wrong
    verdict, *_ = compare_answers(bank, "birth_year", "en", (str(year), f"I'm {age}"), (DAY, DAY))
    assert verdict == ("compatible" if age in (DAY.year - year, DAY.year - year - 1) else "conflict")


@settings(max_examples=100, deadline=None)
@given(number=st.integers(0, 20))
def test_a_count_in_words_equals_the_figure(bank: Bank, number: int) -> None:
    verdict, *_ = compare_answers(
        bank, "siblings", "en", (str(number), f"I have {english(number)} siblings"), (DAY, DAY)
    )
    assert verdict == "same"
