"""A reading in words people can check."""

from __future__ import annotations

from typing import Any

from .code_lists import CodeList
from .value import Amount, Codes, Day, Name, Number, Reading, Value


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
