"""What an answer was read as: a value, or the reason why there is none; and how that is said in words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .code_lists import CodeList

Reason = Literal["refusal", "deflection", "echo", "bare_confirmation", "no_answer", "ambiguous"]
PairVerdict = Literal["same", "compatible", "conflict", "one_sided", "no_answer"]
PAIR_VERDICTS: tuple[PairVerdict, ...] = ("same", "compatible", "conflict", "one_sided", "no_answer")


@dataclass(frozen=True)
class Number:
    """A whole number or a range of them.

    Attributes:
        low: least number meant.
        high: greatest number meant; None for an open range ("more than 40").
        approximate: whether the speaker hedged; a hedge changes nothing in ``low`` and ``high``.
    """

    low: int
    high: int | None
    approximate: bool = False


@dataclass(frozen=True)
class Codes:
    """Codes of a list.

    Attributes:
        codes: in the order named.
        one_of: whether the words leave open which of the codes is meant; otherwise all are.
    """

    codes: tuple[str, ...]
    one_of: bool = False


@dataclass(frozen=True)
class Day:
    """A calendar day, of which parts may be unknown."""

    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True)
class Amount:
    """Money a year.

    Attributes:
        low: least amount meant.
        high: greatest amount meant.
        currency: ISO 4217 code, or None where none was named.
    """

    low: float
    high: float
    currency: str | None


@dataclass(frozen=True)
class Name:
    """The words of a name, folded, without what stood around it."""

    words: tuple[str, ...]


Value = Number | Codes | Day | Amount | Name


@dataclass(frozen=True)
class Reading:
    """An answer as it was understood.

    Attributes:
        text: the answer.
        asked_on: the day of the interview.
        value: what it says, or None.
        reason: why there is no value; None where there is one. ``no_answer`` covers empty answers, "I don't
            know" and texts in which nothing answers the question; ``ambiguous`` those that say several
            things at once.
    """

    text: str
    asked_on: dt.date
    value: Value | None
    reason: Reason | None


def describe_reading(reading: Reading, codes: CodeList | None, language: str) -> str:
    """What an answer was read as, codes with their names; or why there is no value."""
    if reading.value is None:
        return f"no value: {reading.reason}"
    return _describe(reading.value, codes, language)


def reading_record(reading: Reading) -> dict[str, Any]:
    """A reading as a JSON object."""
    value = reading.value
    fields = None if value is None else {"kind": type(value).__name__.lower(), **vars(value)}
    return {
        "text": reading.text,
        "asked_on": reading.asked_on.isoformat(),
        "value": fields,
        "reason": reading.reason,
    }


def _describe(value: Value, codes: CodeList | None, language: str) -> str:
    if isinstance(value, Number):
        text = _range(value.low, value.high)
        return f"{text} (approximate)" if value.approximate else text
    if isinstance(value, Amount):
        return f"{_range(value.low, value.high)} {value.currency or '(no currency)'} a year"
    if isinstance(value, Day):
        parts = (value.year, value.month, value.day)
        return "-".join("?" if part is None else f"{part:02d}" for part in parts)
    if isinstance(value, Name):
        return " ".join(value.words)
    return (" or " if value.one_of else " + ").join(_named(value, codes, language))


def _named(value: Codes, codes: CodeList | None, language: str) -> list[str]:
    labels = codes.labels[language] if codes else {}
    return [f"{code} ({labels[code]})" if code in labels else code for code in value.codes]


def _range(low: float, high: float | None) -> str:
    if high is None:
        return f"{low:g} or more"
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
