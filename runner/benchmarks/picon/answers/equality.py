"""Rules that say whether two answers to one question agree."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from .code_lists import CodeList
from .value import Amount, Codes, Day, Name, Number, PairVerdict, Reading, Value

_HEDGE_SHARE = 0.1
_HOURS_SHARE = 0.1
_HOURS_GAP = 2
_MONEY_SHARE = 0.05
Rule = Callable[[Value, Value, CodeList | None], PairVerdict]


def compare(rule: str, codes: CodeList | None, first: Reading, second: Reading) -> PairVerdict:
    """The verdict on two readings.

    ``one_sided`` when only one has a value, ``no_answer`` when none has.

    Args:
        rule: a name from ``RULES``, or ``age``, which also needs the two interview days.
        codes: the question's code list, or None.
        first: one reading.
        second: the other; the verdict is the same the other way round.
    """
    if first.value is None or second.value is None:
        return "no_answer" if first.value is second.value else "one_sided"
    if rule == "age":
        return _age(first.value, second.value, first.asked_on, second.asked_on)
    if type(first.value) is not type(second.value):
        return _unlike(first.value, second.value)
    return RULES[rule](first.value, second.value, codes)


def _unlike(first: Value, second: Value) -> PairVerdict:
    """A number against words: "since birth" may be any number of years, "never" is none."""
    words = first if isinstance(first, Codes) else second
    return "compatible" if isinstance(words, Codes) and words.codes == ("birth",) else "conflict"


def _gap(first: Number, second: Number) -> int:
    """Distance between two ranges; 0 where they meet."""
    low, high = sorted((first, second), key=lambda number: number.low)
    return 0 if low.high is None else max(high.low - low.high, 0)


def _equal(first: Number, second: Number) -> bool:
    return (first.low, first.high) == (second.low, second.high)


def _hedged(first: Number, second: Number, gap: int) -> bool:
    allowed = (
        max(1.0, _HEDGE_SHARE * min(first.low, second.low)) if max(first.low, second.low) < 1000 else 1.0
    )
    return (first.approximate or second.approximate) and gap <= allowed


def _exact_number(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same number; a range that meets the other is compatible, as is a hedged number close by."""
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return _one_code(first, second, codes)
    if _equal(first, second):
        return "same"
    gap = _gap(first, second)
    return "compatible" if gap == 0 or _hedged(first, second, gap) else "conflict"


def _near_number(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same where the ranges meet, compatible one apart."""
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return _one_code(first, second, codes)
    gap = _gap(first, second)
    if gap == 0:
        return "same"
    return "compatible" if gap == 1 or _hedged(first, second, gap) else "conflict"


def _near_share(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same number; compatible within a tenth or two units."""
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return _one_code(first, second, codes)
    if _equal(first, second):
        return "same"
    gap = _gap(first, second)
    return "compatible" if gap <= max(_HOURS_GAP, _HOURS_SHARE * max(first.low, second.low)) else "conflict"


def _one_step(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same step; compatible where ranges meet or are one step apart."""
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return _one_code(first, second, codes)
    return "same" if _equal(first, second) else "compatible" if _gap(first, second) <= 1 else "conflict"


def _age(first: Value, second: Value, first_day: dt.date, second_day: dt.date) -> PairVerdict:
    """Ages at two days: they may differ by the elapsed years, rounded down or up, and by nothing else."""
    if not (isinstance(first, Number) and isinstance(second, Number)):
        return _one_code(first, second, None) if type(first) is type(second) else "conflict"
    if first_day > second_day:
        first, second, first_day, second_day = second, first, second_day, first_day
    whole, rest = _elapsed(first_day, second_day)
    if first_day == second_day and _equal(first, second):
        return "same"
    later = Number(
        first.low + whole, None if first.high is None else first.high + whole + rest, first.approximate
    )
    gap = _gap(later, second)
    if gap:
        return "compatible" if _hedged(later, second, gap) else "conflict"
    exact = first.low == first.high and second.low == second.high
    return "same" if exact else "compatible"


def _elapsed(first: dt.date, second: dt.date) -> tuple[int, int]:
    """Whole years between two days, and 1 if some days are left over."""
    anniversary = (second.month, second.day) >= (first.month, first.day)
    whole = second.year - first.year - (0 if anniversary else 1)
    return whole, int((first.month, first.day) != (second.month, second.day))


def _near_amount(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same amount and currency; compatible within a twentieth, or where a currency was left out."""
    if not (isinstance(first, Amount) and isinstance(second, Amount)):
        return _one_code(first, second, codes)
    if first.currency and second.currency and first.currency != second.currency:
        return "conflict"
    low, high = sorted((first, second), key=lambda amount: amount.low)
    if high.low - low.high > _MONEY_SHARE * high.low:
        return "conflict"
    equal = (first.low, first.high, first.currency) == (second.low, second.high, second.currency)
    return "same" if equal else "compatible"


def _same_date(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same day; compatible where one leaves parts out."""
    if not (isinstance(first, Day) and isinstance(second, Day)):
        return _one_code(first, second, codes)
    pairs = [(first.year, second.year), (first.month, second.month), (first.day, second.day)]
    if any(a is not None and b is not None and a != b for a, b in pairs):
        return "conflict"
    return "same" if first == second else "compatible"


def _same_name(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same words; compatible where one name stands inside the other."""
    if not (isinstance(first, Name) and isinstance(second, Name)):
        return _one_code(first, second, codes)
    if first == second:
        return "same"
    short, long = sorted((first.words, second.words), key=len)
    inside = any(long[start : start + len(short)] == short for start in range(len(long) - len(short) + 1))
    return "compatible" if inside else "conflict"


def _one_code(first: Value, second: Value, _: CodeList | None) -> PairVerdict:
    """Same code; compatible where one leaves open which of several it is."""
    if not (isinstance(first, Codes) and isinstance(second, Codes)):
        return "same" if first == second else "conflict"
    if set(first.codes) == set(second.codes):
        return "same"
    return "compatible" if set(first.codes) & set(second.codes) else "conflict"


def _neighbour(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same code; compatible one place apart in the list's order."""
    verdict = _one_code(first, second, codes)
    if verdict != "conflict" or not (isinstance(first, Codes) and isinstance(second, Codes) and codes):
        return verdict
    ranks = codes.ranks
    distance = min(abs(ranks[one] - ranks[other]) for one in first.codes for other in second.codes)
    return "compatible" if distance <= 1 else "conflict"


def _branch(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same code; compatible where one is wider than the other."""
    verdict = _one_code(first, second, codes)
    return "compatible" if verdict == "conflict" and _meet(first, second, codes) else verdict


def _first_of_set(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same first code; compatible where the sets meet."""
    if not (isinstance(first, Codes) and isinstance(second, Codes)):
        return _one_code(first, second, codes)
    if set(first.codes) == set(second.codes) or (
        first.codes[0] == second.codes[0] and not first.one_of and not second.one_of
    ):
        return "same"
    return "compatible" if _meet(first, second, codes) else "conflict"


def _same_set(first: Value, second: Value, codes: CodeList | None) -> PairVerdict:
    """Same codes; compatible where one set holds the other, narrower codes counting as their wider ones."""
    if not (isinstance(first, Codes) and isinstance(second, Codes)):
        return _one_code(first, second, codes)
    if set(first.codes) == set(second.codes):
        return "same"
    held = _holds(first, second, codes) or _holds(second, first, codes)
    return "compatible" if held else "conflict"


def _holds(larger: Codes, smaller: Codes, codes: CodeList | None) -> bool:
    return all(
        any(one == other or (codes and codes.related(one, other)) for other in larger.codes)
        for one in smaller.codes
    )


def _meet(first: Value, second: Value, codes: CodeList | None) -> bool:
    if not (isinstance(first, Codes) and isinstance(second, Codes)):
        return False
    return any(
        one == other or (codes is not None and codes.related(one, other))
        for one in first.codes
        for other in second.codes
    )


RULES: Mapping[str, Rule] = {
    "exact_number": _exact_number,
    "near_number": _near_number,
    "near_share": _near_share,
    "one_step": _one_step,
    "near_amount": _near_amount,
    "same_date": _same_date,
    "polarity": _one_code,
    "one_code": _one_code,
    "neighbour": _neighbour,
    "branch": _branch,
    "first_of_set": _first_of_set,
    "same_set": _same_set,
    "same_name": _same_name,
}
RULE_NAMES = frozenset(RULES) | {"age"}
