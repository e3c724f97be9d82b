"""Numbers in text: figures, and number words of English, Portuguese and Chinese."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .tokens import Tokens, is_chinese
from .vocabulary import Vocabulary

_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_GROUPED = re.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d{1,2})?")
_LINKS = frozenset({"and", "e", "-"})
_CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000}
_HUNDRED = 100
_THOUSAND = 1000


@dataclass(frozen=True)
class Numeral:
    """A number found.

    Attributes:
        start: index of its first token.
        end: index after its last token.
        value: the number.
        upper: the second of two neighbouring figures said as one ("三四个": three or four), or None.
    """

    start: int
    end: int
    value: float
    upper: float | None = None


def find_numerals(tokens: Tokens, words: Vocabulary) -> list[Numeral]:
    """Every number, left to right."""
    found = []
    position = 0
    while position < len(tokens):
        numeral = _numeral_at(tokens, words, position)
        if numeral:
            found.append(numeral)
        position = numeral.end if numeral else position + 1
    return found


def figure(text: str) -> float | None:
    """A number in figures; dots and commas before three digits group thousands, others are decimal."""
    if not _FIGURES.fullmatch(text):
        return None
    if _GROUPED.fullmatch(text):
        whole, _, cents = text.partition("," if text.rfind(",") > text.rfind(".") > 0 else "\0")
        if not cents and text.count(".") == 1 and text.count(",") == 1:
            whole, _, cents = text.partition(".")
        return float(re.sub(r"[.,]", "", whole) + ("." + cents if cents else ""))
    parts = re.split(r"[.,]", text)
    return float(".".join(parts)) if len(parts) <= 2 else None


def _numeral_at(tokens: Tokens, words: Vocabulary, start: int) -> Numeral | None:
    text = tokens[start].text
    value = figure(text)
    if value is not None:
        return _with_multiplier(tokens, words, start, start + 1, value)
    if is_chinese(text):
        return _chinese(tokens, words, start)
    return _spelled(tokens, words, start) if text in words.numbers else None


def _with_multiplier(tokens: Tokens, words: Vocabulary, start: int, end: int, value: float) -> Numeral:
    """Figures followed by "k", "mil", "万" and the like."""
    while end < len(tokens):
        unit = words.numbers.get(tokens[end].text, 0)
        if unit < _HUNDRED or unit % 10 or str(unit).strip("0") != "1":
            break
        value *= unit
        end += 1
    return Numeral(start, end, value)


def _spelled(tokens: Tokens, words: Vocabulary, start: int) -> Numeral:
    total, current, end = 0, 0, start
    position = start
    while position < len(tokens):
        text = tokens[position].text
        if text in _LINKS and position > start and position + 1 < len(tokens):
            position += 1
            text = tokens[position].text
            linked = True
        else:
            linked = False
        if text not in words.numbers:
            break
        value = words.numbers[text]
        joined = _join(total, current, value, first=position == start, linked=linked)
        if joined is None:
            break
        total, current = joined
        position += 1
        end = position
    return Numeral(start, end, float(total + current))


def _join(total: int, current: int, value: int, *, first: bool, linked: bool) -> tuple[int, int] | None:
    """Running total and current group after one more number word, or None where a new number starts."""
    if value >= _THOUSAND:
        return total + max(current, 1) * value, 0
    if first or (current == 0 and total):
        return total, value
    if value == _HUNDRED and 0 < current < _HUNDRED:
        return total, current * _HUNDRED
    tens = current % _HUNDRED
    if current >= _HUNDRED and tens == 0 and value < _HUNDRED:
        return total, current + value
    if tens >= 20 and tens % 10 == 0 and 0 < value < 10:
        return total, current + value
    pair = 10 <= current < _HUNDRED and (value >= 10 or value == 0) and value < _HUNDRED and not linked
    return (total, current * _HUNDRED + value) if pair else None


def _chinese(tokens: Tokens, words: Vocabulary, start: int) -> Numeral | None:
    end = start
    while (
        end < len(tokens)
        and is_chinese(tokens[end].text)
        and _chinese_digit(words, tokens[end].text) is not None
    ):
        end += 1
    run = [tokens[index].text for index in range(start, end)]
    if not run or (len(run) == 1 and run[0] in "百千万亿"):
        return None
    if any(text in _CHINESE_UNITS for text in run):
        last, before = (
            (words.numbers.get(text, 10) for text in (run[-1], run[-2])) if len(run) > 2 else (10, 10)
        )
        if before + 1 == last < 10:
            value = _chinese_structure(run[:-1], words)
            return Numeral(start, end, value, upper=value + 1)
        return Numeral(start, end, _chinese_structure(run, words))
    digits = [_chinese_digit(words, text) or 0 for text in run]
    value = float("".join(map(str, digits)))
    if len(digits) == 2 and digits[1] == digits[0] + 1:
        return Numeral(start, end, value, upper=float(digits[1]))
    return Numeral(start, end, value)


def _chinese_digit(words: Vocabulary, text: str) -> int | None:
    return words.numbers.get(text, _CHINESE_UNITS.get(text))


def _chinese_structure(run: list[str], words: Vocabulary) -> float:
    total = section = digit = 0
    for text in run:
        unit = _CHINESE_UNITS.get(text)
        value = words.numbers.get(text, 0)
        if unit is None and value >= 10:
            unit = value
        if unit is None:
            digit = value
        elif unit >= 10_000:
            total += (section + digit) * unit
            section = digit = 0
        else:
            section += (digit or 1) * unit
            digit = 0
    # "一万二" is twelve thousand: a digit straight after a large unit counts tenths of it.
    last = _CHINESE_UNITS.get(run[-2], 0) if len(run) > 1 else 0
    return float(total + section + (digit * last // 10 if digit and last >= _HUNDRED else digit))
