"""What an exchange is worth looking at for: the kinds of findings that interviews are filtered by."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence

from .interviews import Exchange, conflicts_of
from .wording import RETESTS, UNDECIDED, in_words

CONTRADICTION, NOT_JUDGED = "contradiction", "not judged"
DECOY, DENIED, REFUTED = "agreed to a decoy", "own claim not confirmed", "claim refuted"
FAILED, MENDED, CUT = "search failed", "search made again", "history cut"
NO_QUESTION, NO_EXTRACTION = "questioner unreadable", "extractor unreadable"


def finding_kinds(exchange: Exchange) -> list[str]:
    """The findings of an exchange that cost a score or trust, or need a look; most have none."""
    return [
        *_of_answer(exchange),
        *_of_confirmation(exchange),
        *_of_retest(exchange),
        *_of_machinery(exchange),
    ]


def abstention_words(kind: str | None) -> str:
    """How an answer is none, in words."""
    return f"no answer: {in_words(kind)}" if kind else "no answer: by the judge"


def _of_answer(exchange: Exchange) -> list[str]:
    details = exchange.details
    if not exchange.judged:
        return []
    found = [CONTRADICTION] if conflicts_of(exchange) else []
    if details.substantive is False:
        found.append(abstention_words(details.abstention))
    if details.substantive is None or details.conflicts is None:
        found.append(NOT_JUDGED)
    return found


def _of_confirmation(exchange: Exchange) -> list[str]:
    asking, details = exchange.note.asking, exchange.details
    if asking is None:
        return []
    if details.affirmed is None:
        return [NOT_JUDGED]
    if asking.decoy:
        return [DECOY] if details.affirmed else []
    if not details.affirmed:
        return [DENIED]
    return [REFUTED] if "refuted" in (details.claims or {}).values() else []


def _of_retest(exchange: Exchange) -> list[str]:
    if not exchange.retest or exchange.details.retest in ("same", "compatible"):
        return []
    words, _ = RETESTS[exchange.details.retest]
    return [f"retest: {UNDECIDED if exchange.details.retest is None else words}"]


def _of_machinery(exchange: Exchange) -> list[str]:
    """What went wrong on the way, whoever was interviewed."""
    note = exchange.note
    statuses = {one.status for one in note.searches}
    happened = {
        FAILED: "failed" in statuses,
        MENDED: any(one.before is not None and one.status != "failed" for one in note.searches),
        CUT: note.history_cut,
        NO_QUESTION: note.question_fault is not None,
        NO_EXTRACTION: note.extraction_fault is not None,
    }
    return [kind for kind, found in happened.items() if found]


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
