"""What reading an answer to one question needs: the question, its lists and its language's words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

from .bank import Question
from .code_lists import CodeList, CodeLists
from .lexicon import Match
from .quantities import Quantity, find_quantities
from .tokens import Tokens
from .value import Amount, Codes, Day, Name, Number, Reading, Value
from .words import Words

Outcome = Value | Literal["ambiguous"] | None


@dataclass(frozen=True)
class Asked:
    """A question as it was put.

    Attributes:
        question: the question.
        lists: every code list.
        words: cues and numbers of its language.
        on: the day of the interview.
    """

    question: Question
    lists: CodeLists
    words: Words
    on: dt.date

    @property
    def codes(self) -> CodeList | None:
        """The question's own list, or None."""
        return self.lists.lists[self.question.code_system] if self.question.code_system else None

    def mentions(self, system: str | None, tokens: Tokens) -> list[Match]:
        """Phrases of a code list in the tokens, the phrases for openings only where they open the answer."""
        if system is None:
            return []
        lexicon = self.lists.lists[system].lexicons[self.question.language]
        return lexicon.find(tokens, self.words.opening(tokens))

    def quantities(self, tokens: Tokens) -> list[Quantity]:
        """Numbers and ranges in the tokens."""
        decades, exact = (
            {(match.start, match.end): int(match.codes[0]) for match in self.mentions(system, tokens)}
            for system in ("decade_word", "number_phrase")
        )
        return find_quantities(tokens, self.words, decades, exact)

    def within_bounds(self, low: float, high: float | None) -> bool:
        """Whether some number of a range can be an answer."""
        least, most = self.question.minimum, self.question.maximum
        return (high is None or least is None or high >= least) and (most is None or low <= most)


def first_clause(tokens: Tokens, quantities: list[Quantity]) -> list[Quantity]:
    """The quantities of the first clause that has any."""
    if not quantities:
        return []
    clause = tokens[quantities[0].start].clause
    return [quantity for quantity in quantities if tokens[quantity.start].clause == clause]


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
