"""Answers that are money: amount, currency and period, brought to a year."""

from __future__ import annotations

from .question_words import Asked, Outcome
from .tokens import Tokens
from .value import Amount

# Payments a year; the question asks for a month, so that is what an amount without a period means.
_PERIODS = {"per_year": 1, "per_week": 52, "per_month": 12}


def read_amount(tokens: Tokens, asked: Asked) -> Outcome:
    """The first amount named; ambiguous where its range is open or its unit is no money."""
    quantities = [one for one in asked.quantities(tokens) if one.low > 0 or one.high]
    if not quantities:
        return None
    money = quantities[0]
    if money.high is None or asked.words.has("not_money", tokens):
        return "ambiguous"
    payments = next((times for cue, times in _PERIODS.items() if asked.words.has(cue, tokens)), 12)
    currencies = {
        code for match in asked.mentions(asked.question.code_system, tokens) for code in match.codes
    }
    if len(currencies) > 1:
        return "ambiguous"
    return Amount(money.low * payments, money.high * payments, currencies.pop() if currencies else None)
