"""Answers in years: years of the calendar, ages, durations."""

from __future__ import annotations

import re

from .context import AnswerContext, Outcome, first_clause
from .counts import special_codes
from .quantities import Quantity
from .tokens import Tokens
from .value import Number

_FIRST_YEAR = 1000
# The year of a date that is written as one token: 12/03/1985, 1985.3.12.
_YEAR_IN_DATE = re.compile(r"(?<!\d)\d{4}(?=[./]\d)|(?<=[./])\d{4}(?!\d)")
_CENTURY = 100
# East Asian counting: one at birth and one more at each new year, so one or two above the completed age.
_COUNTING_EXCESS = (2, 1)


def read_year(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """A calendar year: in full, by two figures, a decade, told by an age or by "ten years ago"."""
    quantities = asked.quantities(tokens)
    full = [one for one in quantities if one.low >= _FIRST_YEAR]
    if full:
        concluded = [one for one in full if asked.words.near("result", tokens, one.start, one.end, 2, 0)]
        return _years(concluded[-1:] or first_clause(tokens, full), asked)
    dated = next((found for token in tokens if (found := _YEAR_IN_DATE.search(token.text))), None)
    if dated:
        return Number(int(dated[0]), int(dated[0]))
    special = special_codes(tokens, asked) if asked.codes else None
    if special:
        return special
    for one in first_clause(tokens, quantities):
        if _ago(tokens, asked, one):
            high = asked.on.year - int(one.low)
            return Number(high if one.high is None else asked.on.year - int(one.high), high, one.approximate)
        if _is_age(tokens, asked, one):
            return born_at_age(_number(one), asked)
    short = [one for one in quantities if 0 <= one.low < _CENTURY]
    return _years(first_clause(tokens, short), asked)


def read_age(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """A completed age: in years, or told by a year of birth."""
    quantities = asked.quantities(tokens)
    born = [one for one in quantities if one.low >= _FIRST_YEAR or _follows_birth(tokens, asked, one)]
    if born and asked.question.equality == "age":
        year = _years(first_clause(tokens, born), asked, bounded=False)
        if isinstance(year, Number) and year.high is not None:
            return Number(asked.on.year - year.high - 1, asked.on.year - year.low, year.approximate)
        return year
    ages = [
        one
        for one in quantities
        if one.low < _FIRST_YEAR
        and asked.within_bounds(one.low, one.high)
        and not asked.words.near("month_unit", tokens, one.start, one.end, 0, 1)
    ]
    if not ages:
        return special_codes(tokens, asked) if asked.codes else None
    said = _present(tokens, asked, ages)
    if len({(one.low, one.high) for one in said}) > 1:
        return "ambiguous"
    low, high = _years_lived(tokens, asked, said[0])
    return Number(low, high, said[0].approximate)


def _present(tokens: Tokens, asked: AnswerContext, ages: list[Quantity]) -> list[Quantity]:
    """The ages that are said of the speaker now, in the first clause that has any."""
    coming = [one for one in ages if _is_coming(tokens, asked, one)]
    if len(coming) < len(ages):
        ages = [one for one in ages if one not in coming]
    said = [one for one in ages if _is_age(tokens, asked, one) or _near_old(tokens, asked, one)]
    return first_clause(tokens, said or ages)


def _years_lived(tokens: Tokens, asked: AnswerContext, age: Quantity) -> tuple[int, int | None]:
    """Completed years: one less before a birthday still to come, one or two less by counting age."""
    low, high = int(age.low), None if age.high is None else int(age.high)
    if high is None:
        return low, None
    if _is_coming(tokens, asked, age):
        return low - 1, high - 1
    if asked.words.has("counting_age", tokens):
        return low - _COUNTING_EXCESS[0], high - _COUNTING_EXCESS[1]
    return low, high


def _is_coming(tokens: Tokens, asked: AnswerContext, one: Quantity) -> bool:
    return asked.words.near("future", tokens, one.start, one.end, 1, 0)


def read_duration(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """Whole years: said as such, in months or decades, or since a year."""
    quantities = asked.quantities(tokens)
    years = [one for one in quantities if one.low >= _FIRST_YEAR]
    if years and years[0].high is not None:
        since = years[0]
        return Number(
            max(asked.on.year - int(years[0].high) - 1, 0), asked.on.year - int(since.low), since.approximate
        )
    for one in first_clause(tokens, quantities):
        scale = _unit(tokens, asked, one)
        if asked.within_bounds(one.low * scale, one.high if one.high is None else one.high * scale):
            high = None if one.high is None else int(one.high * scale)
            return Number(int(one.low * scale), high, one.approximate)
    if asked.words.has("decade_unit", tokens):
        return Number(10, 10, approximate=True)
    special = special_codes(tokens, asked) if asked.codes else None
    if special:
        return special
    return Number(0, 0) if asked.words.has("half", tokens) else None


def born_at_age(age: Number, asked: AnswerContext) -> Number:
    """The years of birth that an age at the interview allows: year − age, or one less."""
    high = asked.on.year - age.low
    low = asked.question.minimum or 0 if age.high is None else asked.on.year - age.high - 1
    return Number(low, high, age.approximate)


def _unit(tokens: Tokens, asked: AnswerContext, one: Quantity) -> float:
    units = {"month_unit": 1 / 12, "week_unit": 1 / 52, "day_unit": 1 / 365, "decade_unit": 10.0}
    for cue, scale in units.items():
        if asked.words.near(cue, tokens, one.start, one.end, 0, 2) and not asked.words.near(
            "year_unit", tokens, one.start, one.end, 0, 1
        ):
            return scale
    return 1


def _ago(tokens: Tokens, asked: AnswerContext, one: Quantity) -> bool:
    words = asked.words
    return words.near("year_unit", tokens, one.start, one.end, 0, 1) and words.near(
        "ago", tokens, one.start, one.end, 3, 4
    )


def _near_old(tokens: Tokens, asked: AnswerContext, one: Quantity) -> bool:
    return asked.words.near("old", tokens, one.start, one.end, 1, 1)


def _is_age(tokens: Tokens, asked: AnswerContext, one: Quantity) -> bool:
    after = asked.words.near("old", tokens, one.start, one.end, 0, 1)
    if one.decade:
        return after or asked.words.near("age_decade", tokens, one.start, one.end, 2, 0)
    before = asked.words.near("age_before", tokens, one.start, one.end, 1, 0)
    return after or before


def _follows_birth(tokens: Tokens, asked: AnswerContext, one: Quantity) -> bool:
    return one.low < _CENTURY and asked.words.near("born", tokens, one.start, one.end, 2, 1)


def _years(quantities: list[Quantity], asked: AnswerContext, *, bounded: bool = True) -> Outcome:
    years = {(_full_year(one.low, asked), _full_year(one.high, asked), one.approximate) for one in quantities}
    usable = [
        (low, high, hedged)
        for low, high, hedged in years
        if low and (not bounded or asked.within_bounds(low, high))
    ]
    if not usable:
        return None
    if len(usable) > 1:
        return "ambiguous"
    low, high, hedged = usable[0]
    return Number(low or 0, high, hedged)


def _full_year(year: float | None, asked: AnswerContext) -> int | None:
    """A year in full: two figures are the latest year that is not in the future."""
    if year is None:
        return None
    if year >= _FIRST_YEAR:
        return int(year)
    century = asked.on.year // _CENTURY * _CENTURY
    recent = century + int(year)
    return recent if recent <= asked.on.year else recent - _CENTURY


def _number(one: Quantity) -> Number:
    return Number(int(one.low), None if one.high is None else int(one.high), one.approximate)
