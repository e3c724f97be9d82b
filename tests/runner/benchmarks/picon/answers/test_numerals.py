"""Numbers in figures and words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.benchmarks.picon.answers.bank import Bank
from standfast.runner.benchmarks.picon.answers.numerals import figure, find_numerals
from standfast.runner.benchmarks.picon.answers.tokens import tokenize
from standfast.runner.benchmarks.picon.answers.vocabulary import vocabulary_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5), ("5.000", 5000), ("5,000", 5000), ("3.500,50", 3500.5), ("3,500.50", 3500.5), ("1.5", 1.5),
        ("37,5", 37.5), ("1.000.000", 1_000_000), ("1.2.3", None), ("12/03/1985", None), ("a", None),
    ],
)  # fmt: skip
def test_figures(text: str, value: float | None) -> None:
    assert figure(text) == value


@given(st.integers(0, 10**9))
def test_grouped_figures_are_read_as_written(number: int) -> None:
    assert figure(f"{number:,}") == number
    assert figure(f"{number:,}".replace(",", ".")) == number


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "twenty-five", [25]),
        ("en", "one hundred and five", [105]),
        ("en", "two thousand and four", [2004]),
        ("en", "nineteen oh five", [1905]),
        ("en", "twenty ten", [2010]),
        ("en", "twenty twenty-one", [2021]),
        ("en", "two three", [2, 3]),
        ("en", "60k", [60_000]),
        ("pt", "vinte e cinco", [25]),
        ("pt", "cento e vinte e três", [123]),
        ("pt", "mil novecentos e noventa e nove", [1999]),
        ("pt", "dois mil e quinze", [2015]),
        ("pt", "três mil e quinhentos", [3500]),
        ("pt", "dois e três", [2, 3]),
        ("zh", "二十五", [25]),
        ("zh", "十一", [11]),
        ("zh", "一百零五", [105]),
        ("zh", "一万二", [12_000]),
        ("zh", "三千五百", [3500]),
        ("zh", "二〇〇八", [2008]),
        ("zh", "3万", [30_000]),
        ("zh", "俩", [2]),
    ],
)
def test_number_words(bank: Bank, language: str, text: str, values: list[float]) -> None:
    numerals = find_numerals(tokenize(text), vocabulary_of(bank.lists, language))
    assert [numeral.value for numeral in numerals] == values
