"""A judge's label for a turn of a case, and what was said to get it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from .conversation import Outcome

UnreadKind = Literal[
    "cut",  # the answer stopped for length, or its object never closes
    "refused",
    "filtered",
    "empty",
    "thought only",
    "failed",  # the server refused the request for good
    "not JSON",
    "several objects",  # that differ from each other
    "missing field",
    "no label",  # the verdict is none of the labels
    "not as asked",  # an object that breaks its form in another way
    "no reply",  # there was nothing to judge; the judge was not asked
    "other",
]
UNREAD_KINDS: tuple[UnreadKind, ...] = get_args(UnreadKind)
# How verdicts of earlier versions and of imported records begin or end.
_EARLIER: tuple[tuple[str, str, UnreadKind], ...] = (
    ("unreadable twice: no JSON object", "", "not JSON"),
    ("unreadable twice: no text for", "", "missing field"),
    ("unreadable twice:", "JSON objects", "several objects"),
    ("unreadable twice:", "is no label", "no label"),
    ("recorded as ", "which is no label", "no label"),
    ("unreadable twice:", "", "not as asked"),
    ("the reply is empty", "", "no reply"),
    ("there is no first answer", "", "other"),
)


@dataclass(frozen=True)
class JudgeCall:
    """One answer of a judge, as it came.

    Attributes:
        text: what it said, unchanged.
        outcome: what became of the answer.
        finish_reason: why the server ended it.
        tokens_in: prompt tokens, as reported.
        tokens_out: completion tokens, as reported.
        attempts: requests that were needed.
        seconds: time from request to answer.
        thought: what the model thought before it answered.
        request_id: the server's id of the request.
        problem: why it was not taken as the verdict, beginning with its kind; or what is odd about it.
    """

    text: str
    outcome: Outcome = "said"
    finish_reason: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    attempts: int | None = None
    seconds: float | None = None
    thought: str | None = None
    request_id: str | None = None
    problem: str | None = None


@dataclass(frozen=True)
class Verdict:
    """What a judge said of one reply.

    Attributes:
        key: the case.
        repeat: which replay of the case.
        turn: the judged turn, from 1.
        label: one of the benchmark's labels, or None when the judge gave nothing readable.
        judge: who judged: an agent's spec or the model name that a recorded result states.
        evidence: the judge's quotation from the reply, or None.
        rationale: the judge's reason, or None.
        details: what was found beside the label, as plain data, or None.
        problem: why ``label`` is None or not to be trusted, or None; that of an unread one begins with its
            kind (see ``unread_kind``).
        calls: what the judge was asked for this verdict and said, in order; none for one without a model.
    """

    key: Mapping[str, str]
    repeat: int
    turn: int
    label: str | None
    judge: str
    evidence: str | None = None
    rationale: str | None = None
    problem: str | None = None
    details: Mapping[str, Any] | None = None
    calls: tuple[JudgeCall, ...] = ()


# Part of the problem of a verdict on a reply that looks like what surrounds it in the judge's prompt.
IMITATES = "the reply imitates the form of the prompt"


def unread_kind(verdict: Verdict) -> UnreadKind | None:
    """Why a judge could not be read, or None where it could be, or had nothing to say of the turn.

    A verdict may have a label and be unread all the same, where rules go before the model.
    """
    problem = verdict.problem
    if problem is None:
        return "other" if verdict.label is None and verdict.details is None else None
    for kind in UNREAD_KINDS:
        if problem == kind or problem.startswith((f"{kind}:", f"{kind};")):
            return kind
    first = problem.partition("; ")[0]
    for begin, end, kind in _EARLIER:
        if first.startswith(begin) and first.endswith(end):
            return kind
    return "other" if verdict.label is None and verdict.details is None else None


def verdict_record(verdict: Verdict) -> dict[str, Any]:
    """A verdict as a JSON object: ``label`` always, other unknown facts left out."""
    # Written out: dataclasses.asdict copies deeply and takes most of the time of a long run.
    record: dict[str, Any] = {
        "case": dict(verdict.key),
        "repeat": verdict.repeat,
        "turn": verdict.turn,
        "label": verdict.label,
        "judge": verdict.judge,
    }
    for name in ("evidence", "rationale", "problem", "details"):
        value = getattr(verdict, name)
        if value is not None:
            record[name] = value
    if verdict.calls:
        record["calls"] = [
            {name: value for name, value in vars(call).items() if value is not None} for call in verdict.calls
        ]
    return record


def verdict_from_record(record: Mapping[str, Any]) -> Verdict:
    """The inverse of ``verdict_record``.

    Raises:
        KeyError, TypeError: the object is not a verdict.
    """
    rest = {name: value for name, value in record.items() if name not in ("case", "calls")}
    calls = tuple(JudgeCall(**call) for call in record.get("calls", ()))
    return Verdict(key=record["case"], calls=calls, **rest)
