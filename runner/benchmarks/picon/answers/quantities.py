"""Numbers with what is said about them: ranges, bounds, decades, hedges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from .numerals import Numeral, find_numerals
from .tokens import Tokens, is_chinese
from .vocabulary import Vocabulary, mask

_DASHES = frozenset("-–—~～")
_THIRDS = {"early": (0, 3), "middle": (4, 6), "late": (7, 9)}
_DECADE_SUFFIX = "s"


@dataclass(frozen=True)
class Quantity:
    """A number or range found in an answer.

    Attributes:
        start: index of its first token, cues left out.
        end: index after its last token.
        low: least number meant.
        high: greatest number meant, None where it is open.
        approximate: whether it was hedged.
        decade: whether it names ten years ("the eighties", "80后").
    """

    start: int
    end: int
    low: float
    high: float | None
    approximate: bool = False
    decade: bool = False

    @property
    def exact(self) -> bool:
        """Whether it is a single number."""
        return self.low == self.high


Spans = Mapping[tuple[int, int], int]


def find_quantities(tokens: Tokens, words: Vocabulary, decades: Spans, exact: Spans) -> list[Quantity]:
    """Every quantity, left to right.

    Args:
        tokens: the answer.
        words: the language's cues and numbers.
        decades: spans of words that name a decade ("thirties"), with its first number.
        exact: spans of phrases that name a number ("half a dozen").
    """
    masked = mask(tokens, words.find("everyday", tokens))
    numerals = [
        numeral
        for numeral in find_numerals(masked, words)
        if not any(start <= numeral.start < end for start, end in [*decades, *exact])
    ]
    found = [_decade(tokens, words, start, end, first) for (start, end), first in decades.items()]
    found += [Quantity(start, end, number, number) for (start, end), number in exact.items()]
    while numerals:
        first = numerals.pop(0)
        if numerals and _is_range(tokens, words, first, numerals[0]):
            second = numerals.pop(0)
            quantity = Quantity(
                first.start, second.end, min(first.value, second.value), max(first.value, second.value)
            )
        else:
            quantity = _single(tokens, words, first)
        found.append(_qualified(tokens, words, quantity))
    return sorted(found, key=lambda quantity: quantity.start)


def _is_range(tokens: Tokens, words: Vocabulary, first: Numeral, second: Numeral) -> bool:
    gap = tokens[first.end : second.start]
    text = " ".join(token.text for token in gap)
    if not gap or len(gap) > 2 or first.value == second.value:
        return False
    if text in _DASHES:
        return second.value > first.value
    links = words.find("range_link", gap)
    if not links or links[0].end - links[0].start != len(gap):
        return False
    if text in ("and", "e"):
        return words.near("between", tokens, first.start, first.end, 1, 0)
    return second.value > first.value


def _single(tokens: Tokens, words: Vocabulary, numeral: Numeral) -> Quantity:
    start, end, value = numeral.start, numeral.end, numeral.value
    if numeral.upper is not None and not _follows(tokens, end, "年后"):
        return Quantity(start, end, numeral.upper - 1, numeral.upper)
    if _is_decade(tokens, words, start, end, value):
        return _decade(tokens, words, start, end, int(value))
    more = words.find("some_more", tokens[end : end + 3])
    if more and more[0].start == 0 and value % 10 == 0 and value:
        step = 10 ** (len(str(int(value))) - len(str(int(value)).rstrip("0")))
        return Quantity(start, end + more[0].end, value, value + step - 1)
    if words.near("early", tokens, start, end, 0, 1) and value % 10 == 0 and is_chinese(tokens[end - 1].text):
        return Quantity(start, end, value, value + 3)
    return Quantity(start, end, value, value)


def _follows(tokens: Tokens, end: int, marks: str) -> bool:
    return end < len(tokens) and tokens[end].text in marks


def _is_decade(tokens: Tokens, words: Vocabulary, start: int, end: int, value: float) -> bool:
    if words.language == "zh":
        after = "".join(token.text for token in tokens[end : end + 2])
        return after.startswith("年代") or (after.startswith("后") and value < 100)
    if value % 10:
        return False
    if end < len(tokens) and tokens[end].text == _DECADE_SUFFIX:
        return True
    before = [match for match in words.find("decade", tokens[:start]) if match.end == start]
    return bool(before) and words.language == "pt" and value >= 20


def _decade(tokens: Tokens, words: Vocabulary, start: int, end: int, first: int) -> Quantity:
    """Ten numbers from ``first`` on, or the part of them that is named; "85后" names five years."""
    if first % 10:
        return Quantity(start, end, first, first + 4, decade=True)
    for part, (low, high) in _THIRDS.items():
        if words.near(part, tokens, start, end, 3, 0 if words.language != "zh" else 4):
            return Quantity(start, end, first + low, first + high, decade=True)
    return Quantity(start, end, first, first + 9, decade=True)


def _qualified(tokens: Tokens, words: Vocabulary, quantity: Quantity) -> Quantity:
    """Open ranges and hedges from the cues around a quantity."""
    start, end = quantity.start, quantity.end
    hedged = words.near("hedge", tokens, start, end, 2, 3)
    if words.near("at_least", tokens, start, end, 1, 0) or _straight_after(tokens, words, "or_more", end):
        return replace(quantity, high=None, approximate=hedged)
    if words.near("at_most", tokens, start, end, 1, 0) or _straight_after(tokens, words, "or_less", end):
        return replace(quantity, low=0, approximate=hedged)
    plus = end < len(tokens) and tokens[end].text == "+"
    return replace(quantity, high=None if plus else quantity.high, approximate=hedged)


def _straight_after(tokens: Tokens, words: Vocabulary, cue: str, end: int) -> bool:
    return any(match.start <= 1 for match in words.find(cue, tokens[end : end + 5]))
