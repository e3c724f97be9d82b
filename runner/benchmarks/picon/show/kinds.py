"""What an exchange is worth looking at for: the kinds of findings that interviews are filtered by."""

from __future__ import annotations

from ..scores.run_scores import UNDECIDED
from .format import RETESTS, in_words
from .interviews import Exchange, conflicts_of

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
