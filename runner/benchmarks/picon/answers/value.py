"""What an answer was read as: a value, or the reason why there is none."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

Reason = Literal["refusal", "deflection", "echo", "bare_confirmation", "no_answer", "ambiguous"]
Verdict = Literal["same", "compatible", "conflict", "one_sided", "no_answer"]
VERDICTS: tuple[Verdict, ...] = ("same", "compatible", "conflict", "one_sided", "no_answer")


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
