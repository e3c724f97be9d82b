"""Rules between the answers of one interview, as the ``checks`` table of a release states them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .code_lists import CodeList, CodeLists
from .value import Codes, Day, Number, Reading, Value

if TYPE_CHECKING:
    import polars as pl

    from .bank import Bank


@dataclass(frozen=True)
class Check:
    """One row of the ``checks`` table; see its columns there."""

    check_id: str
    first: str
    relation: str
    second: str
    first_codes: tuple[str, ...]
    second_codes: tuple[str, ...]
    low: int | None
    high: int | None
    when_question: str | None
    when_codes: tuple[str, ...]
    statement: str


@dataclass(frozen=True)
class BrokenCheck:
    """A check that two answers break.

    Attributes:
        check_id: the check.
        statement: what should have held.
        questions: the two questions.
        answers: their answers, as given.
    """

    check_id: str
    statement: str
    questions: tuple[str, str]
    answers: tuple[str, str]


def read_checks(table: pl.DataFrame) -> list[Check]:
    """Take the ``checks`` table of a release."""
    rows: list[dict[str, Any]] = [
        {name: tuple(cell) if isinstance(cell, list) else cell for name, cell in row.items()}
        for row in table.iter_rows(named=True)
    ]
    return [Check(**row) for row in rows]


def broken_checks(checks: list[Check], readings: Mapping[str, Reading], bank: Bank) -> list[BrokenCheck]:
    """The checks that the answers of one interview certainly break.

    A check is passed over where an answer it needs has no value; a range or an open choice breaks it only if
    every number or code in it does.

    Args:
        checks: the checks.
        readings: by question_id.
        bank: the bank the answers were read by.
    """
    systems = {question.question_id: question.code_system for question in bank.questions.values()}
    broken = []
    for check in checks:
        first, second = (readings.get(name) for name in (check.first, check.second))
        if first is None or second is None or not _applies(check, readings):
            continue
        codes = _codes_of(check.first, systems, bank.lists)
        if first.value and second.value and not _RELATIONS[check.relation](check, first, second, codes):
            broken.append(
                BrokenCheck(
                    check.check_id, check.statement, (check.first, check.second), (first.text, second.text)
                )
            )
    return broken


def _applies(check: Check, readings: Mapping[str, Reading]) -> bool:
    if check.when_question is None:
        return True
    reading = readings.get(check.when_question)
    return reading is not None and _surely_in(reading.value, check.when_codes)


def _codes_of(question_id: str, systems: Mapping[str, str | None], lists: CodeLists) -> CodeList | None:
    system = systems.get(question_id)
    return lists.lists[system] if system else None


def _surely_in(value: Value | None, codes: tuple[str, ...]) -> bool:
    """Whether an answer's first code, or each code it may mean, is one of the codes."""
    if not isinstance(value, Codes):
        return False
    meant = value.codes if value.one_of else value.codes[:1]
    return all(code in codes for code in meant)


def _year_or_number(value: Value | None) -> Number | None:
    if isinstance(value, Day):
        return Number(value.year, value.year) if value.year else None
    return value if isinstance(value, Number) else None


def _at_least(check: Check, first: Reading, second: Reading, _: CodeList | None) -> bool:
    larger, smaller = _year_or_number(first.value), _year_or_number(second.value)
    if larger is None or smaller is None or larger.high is None:
        return True
    return larger.high >= smaller.low + (check.low or 0)


def _after_years(check: Check, first: Reading, second: Reading, _: CodeList | None) -> bool:
    later, earlier = _year_or_number(first.value), _year_or_number(second.value)
    if later is None or earlier is None:
        return True
    greatest = None if later.high is None else later.high - earlier.low
    least = None if earlier.high is None else later.low - earlier.high
    return not (
        (greatest is not None and check.low is not None and greatest < check.low)
        or (least is not None and check.high is not None and least > check.high)
    )


def _fits_age(_: Check, first: Reading, second: Reading, __: CodeList | None) -> bool:
    """Year of birth = year of the interview − age, or one less, and nothing else."""
    age, year = first.value, second.value
    if not (isinstance(age, Number) and isinstance(year, Number)):
        return True
    latest = first.asked_on.year - age.low
    earliest = None if age.high is None else first.asked_on.year - age.high - 1
    return year.low <= latest and (earliest is None or year.high is None or year.high >= earliest)


def _shares_code(_: Check, first: Reading, second: Reading, codes: CodeList | None) -> bool:
    if not (isinstance(first.value, Codes) and isinstance(second.value, Codes)):
        return True
    return any(
        one == other or (codes is not None and codes.related(one, other))
        for one in first.value.codes
        for other in second.value.codes
    )


def _other_code(_: Check, first: Reading, second: Reading, __: CodeList | None) -> bool:
    certain = all(isinstance(one.value, Codes) and len(one.value.codes) == 1 for one in (first, second))
    return not certain or first.value != second.value


def _one_of(check: Check, first: Reading, second: Reading, _: CodeList | None) -> bool:
    if not _surely_in(second.value, check.second_codes):
        return True
    if isinstance(first.value, Number):
        return False
    return not isinstance(first.value, Codes) or any(code in check.first_codes for code in first.value.codes)


def _number_in(check: Check, first: Reading, second: Reading, _: CodeList | None) -> bool:
    """A number within bounds; words in its place ("never married") break the check."""
    if not _surely_in(second.value, check.second_codes):
        return True
    if not isinstance(first.value, Number):
        return not isinstance(first.value, Codes)
    too_low = check.low is not None and first.value.high is not None and first.value.high < check.low
    return not (too_low or (check.high is not None and first.value.low > check.high))


_RELATIONS: Mapping[str, Callable[[Check, Reading, Reading, CodeList | None], bool]] = {
    "at_least": _at_least,
    "after_years": _after_years,
    "fits_age": _fits_age,
    "same_code": _shares_code,
    "other_code": _other_code,
    "shares_code": _shares_code,
    "one_of": _one_of,
    "number_in": _number_in,
}
RELATION_NAMES = frozenset(_RELATIONS)
