"""A judge's label for a turn of a case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
        problem: why ``label`` is None or not to be trusted, or None.
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
    return record


def verdict_from_record(record: Mapping[str, Any]) -> Verdict:
    """The inverse of ``verdict_record``.

    Raises:
        KeyError, TypeError: the object is not a verdict.
    """
    rest = {name: value for name, value in record.items() if name != "case"}
    return Verdict(key=record["case"], **rest)
