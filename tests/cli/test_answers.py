"""The answers commands as a user meets them."""

import json
import subprocess
from collections.abc import Callable

import pytest

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def standfast(standfast: Program, monkeypatch: pytest.MonkeyPatch) -> Program:
    """The command line on a terminal of 120 columns."""
    monkeypatch.setenv("COLUMNS", "120")
    return standfast


def test_two_answers_are_read_and_compared(standfast: Program) -> None:
    done = standfast("answers", "check", "children", "Two girls and a boy", "Three kids")
    assert done.stdout == (
        "How many children have you had, if any?  [count, exact_number]\n"
        "  'Two girls and a boy': 3\n"
        "  'Three kids': 3\n"
        "  verdict: same\n"
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("religion", "Sou da Assembleia de Deus", "--language", "pt"),
            "evangelical (evangélico ou pentecostal)",
        ),
        (("education", "大三在读", "--language", "zh"), "3 (高中) or 4 (中学后非高等教育) or 5 (专科)"),
        (("birth_date", "March 1985"), "1985-03-?"),
        (("weekly_hours", "about 40 or more"), "40 or more (approximate)"),
        (("household_income", "$4k"), "48000 USD a year"),
        (("town", "I live in Leeds"), "leeds"),
        (("age", "none of your business"), "no value: refusal"),
    ],
)
def test_a_reading_is_shown_in_words(standfast: Program, arguments: tuple[str, ...], line: str) -> None:
    done = standfast("answers", "check", *arguments)
    assert done.stdout.splitlines()[1].endswith(f": {line}")


def test_the_day_decides_what_an_age_means_and_json_says_so(standfast: Program) -> None:
    done = standfast("answers", "check", "birth_year", "I'm 30", "--on", "2020-01-01", "--json")
    record = json.loads(done.stdout)
    assert record["readings"][0]["value"] == {
        "kind": "number",
        "low": 1989,
        "high": 1990,
        "approximate": False,
    }
    assert (record["readings"][0]["asked_on"], record["verdict"]) == ("2020-01-01", None)


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("shoe_size", "44"), 2, "there is no question 'shoe_size' in 'en'; choose one of age, "),
        (("age", "44", "--on", "today"), 2, "--on: 'today' is not a day; write it as 2026-06-15"),
        (
            ("age", "44", "--release", "bias"),
            1,
            "bias@1.1.0: the release has no question bank; give a picon release",
        ),
    ],
)
def test_mistakes_are_one_sentence(
    standfast: Program, arguments: tuple[str, ...], status: int, sentence: str
) -> None:
    done = standfast("answers", "check", *arguments)
    assert (done.returncode, done.stdout) == (status, "")
    assert f"error: {sentence}" in done.stderr


def test_measure_counts_hits_and_lists_misses(standfast: Program) -> None:
    done = standfast("answers", "measure", "--json")
    records = json.loads(done.stdout)
    assert records[0]["by"] == {}
    assert records[0]["value"] == records[0]["count"] / records[0]["n"] >= 0.95
    listed = standfast("answers", "measure", "--misses").stdout
    assert "Pairs the rules get wrong" in listed
    assert "中专" in listed
