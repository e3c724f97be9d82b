"""Answers that are numbers without a calendar: counts, hours, steps of a ladder."""

from __future__ import annotations

from typing import Literal

from .context import AnswerContext, Outcome, first_clause
from .lexicon import Match
from .quantities import Quantity
from .tokens import Tokens
from .value import Codes, Number
from .vocabulary import is_negated, mask

_NOUN_DISTANCE = 2
_WORKDAYS = 5
# What speaks for a quantity: a noun or "altogether", nothing but itself, or there are several to choose from.
Standing = Literal["named", "alone", "several"]


def read_count(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """How many: figures, words, "none", sums of parts ("a son and two daughters")."""
    mentions = asked.mentions(asked.question.code_system, tokens)
    special = [match for match in mentions if match.codes[0].isdigit()]
    quantities = asked.quantities(mask(tokens, special))
    per_day = [match for match in mentions if match.codes == ("per_day",)]
    if per_day:
        return _weekly(tokens, asked, quantities, mentions)
    counted, standing = _counted(tokens, asked, quantities, mentions)
    if standing == "several":
        return "ambiguous"
    affirmed = [match for match in special if not is_negated(tokens, asked.words, match.start)]
    if (
        counted
        and standing == "alone"
        and affirmed
        and not affirmed[0].opening
        and affirmed[0].start < counted.start
    ):
        # "Me and my wife and two kids" adds up, "no kids, but two cats" does not.
        if tokens[affirmed[0].start].clause == tokens[counted.start].clause:
            return "ambiguous"
        counted = None
    if counted:
        return _number(counted, asked)
    values = [int(code) for match in affirmed[:1] for code in match.codes]
    if not values and asked.question.minimum == 0 and _denied(tokens, asked, mentions):
        values = [0]
    return Number(min(values), max(values)) if values else None


def read_scale(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """A step of a ladder, as a number or by its place ("in the middle")."""
    quantities = [found for found in asked.quantities(tokens) if asked.within_bounds(found.low, found.high)]
    if quantities:
        return _number(first_clause(tokens, quantities)[0], asked)
    steps = [
        int(code) for match in asked.mentions(asked.question.code_system, tokens) for code in match.codes
    ]
    return Number(min(steps), max(steps)) if steps else None


def _counted(
    tokens: Tokens, asked: AnswerContext, found: list[Quantity], mentions: list[Match]
) -> tuple[Quantity | None, Standing]:
    """The quantity that counts what was asked about, and what speaks for it.

    In order of precedence: a total or conclusion, the sum of named parts, a number that stands by itself.
    """
    usable = [one for one in found if asked.within_bounds(one.low, one.high)]
    some = [match for match in mentions if match.codes == ("some",)]
    partial = _attached(tokens, usable, some, all_numbers=found)
    others = _attached(tokens, usable, asked.words.find("not_counted", tokens), all_numbers=found)
    quantities = [one for one in usable if one not in others and one not in partial]
    if (total := _total(tokens, asked, quantities, mentions)) is not None:
        return total, "named"
    parts = _parts(tokens, asked, quantities, mentions)
    if not parts and any(
        is_negated(tokens, asked.words, match.start) for match in mentions if _is_noun(match)
    ):
        return None, "alone"
    free = [one for one in quantities if one not in parts and not _is_age(tokens, asked, one)]
    summed = _sum(parts)
    if summed and (_is_whole(tokens, parts, mentions) or not (free and _says_at_least(free[0], summed))):
        return summed, "named"
    first = first_clause(tokens, free)
    if len({(one.low, one.high) for one in first}) > 1 or (partial and not first):
        return None, "several"
    return (first[0] if first else summed), "alone"


def _total(
    tokens: Tokens, asked: AnswerContext, quantities: list[Quantity], mentions: list[Match]
) -> Quantity | None:
    """The last quantity after "that makes" and the like; else the last before "altogether"."""
    concluded = [one for one in quantities if asked.words.near("result", tokens, one.start, one.end, 2, 0)]
    totals = _attached(tokens, quantities, [match for match in mentions if match.codes == ("total",)])
    return next(reversed(concluded or totals), None)


def _parts(
    tokens: Tokens, asked: AnswerContext, quantities: list[Quantity], mentions: list[Match]
) -> list[Quantity]:
    """What is to be added up: quantities and articles before a noun that is a part, and named numbers."""
    nouns = [match for match in mentions if "part" in match.codes]
    articles = [one for one in _articles(tokens, asked, quantities) if _attached(tokens, [one], nouns)]
    parts = sorted(_attached(tokens, quantities, nouns) + articles, key=lambda one: one.start)
    return _with_named_numbers(parts, mentions)


def _is_whole(tokens: Tokens, parts: list[Quantity], mentions: list[Match]) -> bool:
    """Whether the only part is of a noun that may as well stand for all ("three children")."""
    whole = [match for match in mentions if {"part", "total"} <= set(match.codes)]
    return len(parts) == 1 and bool(_attached(tokens, parts, whole))


def _says_at_least(quantity: Quantity, summed: Quantity) -> bool:
    return quantity.low >= summed.low and quantity.start < summed.start


def _with_named_numbers(parts: list[Quantity], mentions: list[Match]) -> list[Quantity]:
    """Beside other parts, "twins" and the like are parts too."""
    named = [
        Quantity(match.start, match.end, int(match.codes[0]), int(match.codes[0]))
        for match in mentions
        if match.codes[0].isdigit() and int(match.codes[0]) > 1
    ]
    return sorted(named + parts, key=lambda one: one.start) if parts else []


def _articles(tokens: Tokens, asked: AnswerContext, quantities: list[Quantity]) -> list[Quantity]:
    """The articles "a" and "an", which count one where a noun follows."""
    taken = {index for one in quantities for index in range(one.start, one.end)}
    return [
        Quantity(match.start, match.end, 1, 1)
        for match in asked.words.find("article", tokens)
        if match.start not in taken
    ]


def _attached(
    tokens: Tokens, quantities: list[Quantity], nouns: list[Match], all_numbers: list[Quantity] | None = None
) -> list[Quantity]:
    """The quantities that stand before one of the nouns, no other number between."""
    numbers = quantities if all_numbers is None else all_numbers
    return [
        one
        for one in quantities
        if any(
            0 <= noun.start - one.end <= _NOUN_DISTANCE
            and tokens[noun.start].clause == tokens[one.start].clause
            and not any(one.end <= other.start < noun.start for other in numbers)
            for noun in nouns
        )
    ]


def _sum(parts: list[Quantity]) -> Quantity | None:
    """All parts together; where the others add up to the first ("três filhos, dois meninos…"), the first."""
    if not parts:
        return None
    if len(parts) > 2 and parts[0].low == sum(one.low for one in parts[1:]):
        return parts[0]
    high = None if any(one.high is None for one in parts) else sum(one.high or 0 for one in parts)
    return Quantity(parts[0].start, parts[-1].end, sum(one.low for one in parts), high)


def _is_age(tokens: Tokens, asked: AnswerContext, quantity: Quantity) -> bool:
    return asked.words.near("old", tokens, quantity.start, quantity.end, 1, 1)


def _weekly(tokens: Tokens, asked: AnswerContext, found: list[Quantity], mentions: list[Match]) -> Outcome:
    """Hours a day times days a week."""
    days = [one for one in found if asked.words.near("day_unit", tokens, one.start, one.end, 0, 1)]
    hours = [one for one in found if one not in days]
    workdays = any(match.codes == ("workdays",) for match in mentions)
    if not hours or not (days or workdays):
        return "ambiguous"
    factor = int(days[-1].low) if days else _WORKDAYS
    low, high = hours[0].low * factor, hours[0].high
    return Number(int(low), None if high is None else int(high * factor), hours[0].approximate)


def _denied(tokens: Tokens, asked: AnswerContext, mentions: list[Match]) -> bool:
    nouns = [match.start for match in mentions if _is_noun(match)]
    return any(is_negated(tokens, asked.words, noun) for noun in nouns) or any(
        asked.words.opens(cue, tokens) for cue in ("denial", "dissent")
    )


def _is_noun(match: Match) -> bool:
    return not match.codes[0].isdigit()


def _number(quantity: Quantity, asked: AnswerContext) -> Outcome:
    if not asked.within_bounds(quantity.low, quantity.high):
        return None
    high = None if quantity.high is None else int(quantity.high)
    return Number(int(quantity.low), high, quantity.approximate)


def special_codes(tokens: Tokens, asked: AnswerContext) -> Codes | None:
    """An answer that is no number though one was asked for ("all my life", "never married")."""
    for match in asked.mentions(asked.question.code_system, tokens):
        if not is_negated(tokens, asked.words, match.start):
            return Codes(match.codes[:1])
    return None
