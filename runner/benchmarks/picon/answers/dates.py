"""Answers that are a day of the calendar, whole or in part."""

from __future__ import annotations

import re

from .context import AnswerContext, Outcome
from .numerals import find_numerals
from .times import read_year
from .tokens import Tokens
from .value import Day, Number

_FIGURES = re.compile(r"(\d{1,4})[./](\d{1,2})[./](\d{1,4})")
_FIRST_YEAR = 1000
_MONTHS = 12
_DAYS = 31


def read_date(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """A date: by month name, in Chinese order, or in figures.

    In English figures, 03/04/1985 leaves open which is the month: only the year is kept. A date by the lunar
    calendar keeps only its year.
    """
    day = _in_figures(tokens, asked) or _in_chinese(tokens, asked) or _with_month_name(tokens, asked)
    if day is None:
        year = read_year(tokens, asked)
        exact = isinstance(year, Number) and year.low == year.high
        day = Day(year.low, None, None) if isinstance(year, Number) and exact else None
    if day and asked.words.has("lunar", tokens):
        day = Day(day.year, None, None) if day.year else None
    return day


def _in_figures(tokens: Tokens, asked: AnswerContext) -> Day | None:
    joined = "".join(token.text if token.text not in "-–" else "/" for token in tokens)
    match = _FIGURES.search(joined)
    if not match:
        return None
    first, second, third = map(int, match.groups())
    if first >= _FIRST_YEAR:
        return _checked(first, second, third)
    year = third if third >= _FIRST_YEAR else asked.on.year // 100 * 100 + third
    year -= 100 if year > asked.on.year else 0
    if asked.question.language != "en" or first > _MONTHS:
        return _checked(year, second, first)
    return _checked(year, first, second) if second > _MONTHS else Day(year, None, None)


def _in_chinese(tokens: Tokens, asked: AnswerContext) -> Day | None:
    parts: dict[str, int] = {}
    for numeral in find_numerals(tokens, asked.words):
        unit = tokens[numeral.end].text if numeral.end < len(tokens) else ""
        parts.setdefault({"号": "日"}.get(unit, unit), int(numeral.value))
    if "月" not in parts:
        return None
    year = parts.get("年")
    if year is not None and year < _FIRST_YEAR:
        year = asked.on.year // 100 * 100 + year
        year -= 100 if year > asked.on.year else 0
    return _checked(year, parts["月"], parts.get("日"))


def _with_month_name(tokens: Tokens, asked: AnswerContext) -> Day | None:
    months = asked.mentions("month", tokens)
    if not months:
        return None
    numbers = [int(numeral.value) for numeral in find_numerals(tokens, asked.words)]
    days = [number for number in numbers if 1 <= number <= _DAYS]
    years = [number for number in numbers if number >= _FIRST_YEAR]
    short = [number for number in numbers if number < 100]
    if not years and short and (len(short) > 1 or not days):
        year = asked.on.year // 100 * 100 + short[-1]
        years = [year - 100 if year > asked.on.year else year]
        days = [number for number in short[:-1] if 1 <= number <= _DAYS]
    return _checked(years[0] if years else None, int(months[0].codes[0]), days[0] if days else None)


def _checked(year: int | None, month: int, day: int | None) -> Day | None:
    possible = 1 <= month <= _MONTHS and (day is None or 1 <= day <= _DAYS)
    return Day(year, month, day) if possible else None
