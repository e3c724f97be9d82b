"""How figures, verdicts and names are written, and the colour of each verdict."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from ..interview.notes import Stage
from ..scores.run_scores import UNDECIDED

STAGES: dict[Stage, str] = {
    "get_to_know": "get to know",
    "main": "main",
    "confirmation": "confirmation",
    "retest": "retest",
    "later": "later session",
}

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

UNDEFINED = "undefined"
# For the labels of axes and panels: one line of text for each line of a wrapped name.
SPLIT_LINES = "split(datum.value, '\\n')"
_LINE = 24
_PART = re.compile(r"[-/ .]")


def score(value: float | None) -> str:
    """A score between 0 and 1."""
    return UNDEFINED if value is None else f"{value:.2f}"


def with_interval(value: float | None, low: float | None, high: float | None) -> str:
    """A score and its interval, where it has one."""
    return score(value) if low is None or high is None else f"{score(value)} [{low:.2f}, {high:.2f}]"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def short_names(names: Sequence[str], most: int = 26) -> Mapping[str, str]:
    """Names short enough for a chart, each unlike the others.

    What all begin with is left out, and the middle of what is still too long.

    Args:
        names: different from each other.
        most: characters of a short one, a number in brackets apart.
    """
    cut = _shared_beginning(names)
    short = [_shortened(name[cut:], most) for name in names]
    return {
        name: one if short.count(one) == 1 else f"{one} ({short[: place + 1].count(one)})"
        for place, (name, one) in enumerate(zip(names, short, strict=True))
    }


def _shared_beginning(names: Sequence[str]) -> int:
    """How many characters all names begin with, up to the end of a part."""
    if len(names) < 2:
        return 0
    least, greatest = min(names), max(names)
    pairs = enumerate(zip(least, greatest, strict=False))
    shared = next((place for place, (one, other) in pairs if one != other), len(least))
    parts = [part.end() for part in _PART.finditer(least[:shared])]
    return parts[-1] if parts else 0


def _shortened(name: str, most: int) -> str:
    if len(name) <= most:
        return name
    tail = (most - 1) // 2
    return f"{name[: most - 1 - tail]}…{name[len(name) - tail :]}"


def wrapped(name: str) -> str:
    """A long name in lines short enough for the head of a panel."""
    return "\n".join(textwrap.wrap(name, _LINE, break_on_hyphens=True))


def listed(texts: Sequence[str], most: int, joint: str = ", ") -> str:
    """Texts in a row; those beyond ``most`` are only counted."""
    rest = len(texts) - most
    return joint.join([*texts[:most], *([f"and {rest} more"] if rest > 0 else [])])


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
