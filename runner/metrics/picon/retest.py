"""Retest consistency: the same questions again (PICon, eq. 7-8; five verdicts are ours)."""

from __future__ import annotations

from collections.abc import Sequence

from .findings import Reading, RetestVerdict
from .internal import Share

_EQUIVALENT = ("same", "compatible")
_COMPARED = ("same", "compatible", "conflict")
Verdicts = Sequence[RetestVerdict | None]


def equivalent_share(verdicts: Verdicts, reading: Reading, *, later: bool = False) -> Share:
    """Questions whose two answers mean the same, of all questions asked again.

    As published, an answer beside a refusal, or two refusals, are not equivalent. Undecided ones are left
    out (``paper``), or counted as the original program does when its judge cannot be read: equivalent within
    a session, not so between sessions (``package``).

    Args:
        verdicts: one per question.
        reading: which.
        later: whether the answers are of two sessions.
    """
    known = [verdict for verdict in verdicts if verdict is not None]
    equivalent = sum(verdict in _EQUIVALENT for verdict in known)
    if reading == "paper":
        return equivalent, len(known)
    return equivalent + (0 if later else len(verdicts) - len(known)), len(verdicts)


def later_verdicts(sessions: Sequence[Verdicts], reading: Reading) -> Verdicts:
    """The verdicts on the answers of later sessions.

    ``paper``: one for each question of each session. ``package``: one for each question, on the answers of
    all sessions at once: the same only if they are in every session.

    Args:
        sessions: the verdicts of each, the questions in the same order.
        reading: which.
    """
    if reading == "paper":
        return [verdict for session in sessions for verdict in session]
    return [_worst(verdicts) for verdicts in zip(*sessions, strict=True)]


def _worst(verdicts: Verdicts) -> RetestVerdict | None:
    apart = [one for one in verdicts if one is not None and one not in _EQUIVALENT]
    undecided = [one for one in verdicts if one is None]
    return [*apart, *undecided, *verdicts][0]


def strict_share(verdicts: Verdicts) -> Share:
    """Same answers, of the questions answered both times."""
    compared = [verdict for verdict in verdicts if verdict in _COMPARED]
    return compared.count("same"), len(compared)


def verdict_share(verdicts: Verdicts, verdict: RetestVerdict | None) -> Share:
    """Questions with one verdict (None: undecided), of all."""
    return sum(found == verdict for found in verdicts), len(verdicts)
