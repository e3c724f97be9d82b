"""What the report calls measures, verdicts and stages, and the colour of each."""

from __future__ import annotations

from ..interview.notes import Stage

# Axes first in each row of the chart, then their parts.
MEASURES = {
    "internal_consistency": "internal consistency (IC)",
    "non_contradiction": "non-contradiction",
    "cooperativeness": "cooperativeness",
    "external_consistency": "external consistency (EC)",
    "non_refutation": "non-refutation",
    "coverage": "coverage",
    "retest_consistency": "retest consistency (RC)",
    "later_consistency": "RC in a later session",
    "area": "area of the triangle",
    "trust": "trust (1 − decoys agreed to)",
    "trusted_external_consistency": "EC by trust",
    "discarded_claims": "claims not confirmed",
}
AXES = {"IC": "internal_consistency", "EC": "external_consistency", "RC": "retest_consistency"}

_WHY_UNDEFINED = {
    "non_contradiction": "no answer after the first substantive one",
    "internal_consistency": "one of its parts is undefined",
    "cooperativeness": "no answer could be judged",
    "external_consistency": "non-refutation or coverage is undefined",
    "non_refutation": "no confirmed claim could be checked",
    "coverage": "no question was judged",
    "retest_consistency": "nothing was asked again",
    "later_consistency": "no later session",
    "area": "one of its axes is undefined",
    "trust": "no decoy was asked about",
    "trusted_external_consistency": "trust or non-refutation is undefined",
    "discarded_claims": "no claim was asked about",
}

STAGES: dict[Stage, str] = {
    "get_to_know": "get to know",
    "main": "main",
    "confirmation": "confirmation",
    "retest": "retest",
    "later": "later session",
}

UNDECIDED = "undecided"
RETESTS = {
    "same": ("same", "good"),
    "compatible": ("compatible", "leaning-agree"),
    "one_sided": ("one-sided", "leaning-disagree"),
    "no_answer": ("no answer", "neutral"),
    "conflict": ("conflict", "bad"),
    None: (UNDECIDED, "refusal"),
}
CLAIMS = {
    "supported": ("supported", "good"),
    "not_enough_information": ("not enough information", "leaning-agree"),
    "nothing_found": ("nothing found", "neutral"),
    "refuted": ("refuted", "bad"),
    "search_failed": ("search failed", "leaning-disagree"),
    None: ("not judged", "refusal"),
}


def why_undefined(metric: str) -> str:
    """Why a measure of an interview has no value."""
    return _WHY_UNDEFINED[metric]


def in_words(name: str) -> str:
    """An identifier in words."""
    return name.replace("_", " ")


def rule_words(rule: str, statements: dict[str, str]) -> str:
    """What a rule of a contradiction says.

    Args:
        rule: ``equality:QUESTION``, ``check:ID`` or ``judge``.
        statements: check id to what should hold.
    """
    kind, _, name = rule.partition(":")
    if kind == "equality":
        return f"two answers to one question ({in_words(name)})"
    if kind == "check":
        return f"{statements.get(name, in_words(name))}"
    return "found by the judge"
