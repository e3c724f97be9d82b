"""The exchanges that cost a run some of its score, each with the words that its verdict rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..conversation import Transcript, case_name
from ..run_folder import RunFolder
from ..verdict import Verdict
from .details import Details, details_from_record

REFUTED, DECOY = "claim refuted", "agreed to a decoy"
_COSTLY = ("contradiction", "abstention", "conflict", "one_sided", "no_answer", REFUTED, DECOY, None)


@dataclass(frozen=True)
class Finding:
    """One such exchange.

    Attributes:
        case: name of the interview.
        turn: of it.
        label: what was found; None where no judge could tell.
        asked: the question.
        said: the answer.
        against: earlier answers that it was held against, with their turns.
        by: the rule, or who judged.
        rationale: the judge's reason, or None.
    """

    case: str
    turn: int
    label: str | None
    asked: str
    said: str
    against: tuple[tuple[int, str], ...]
    by: str
    rationale: str | None


def list_findings(folder: RunFolder, judge: str) -> list[Finding]:
    """All of them, interview by interview: evidence for the verdicts, to be read by people.

    Args:
        folder: the run.
        judge: whose verdicts.

    Raises:
        RunError: no or damaged verdicts.
    """
    transcripts = {one.name: one for one in folder.transcripts()}
    found = [
        finding
        for verdict in folder.verdicts(judge)
        if (transcript := transcripts.get(case_name(verdict.key, verdict.repeat))) is not None
        and (finding := _finding(transcript, verdict)) is not None
    ]
    return sorted(found, key=lambda one: (one.case, one.turn))


def _finding(transcript: Transcript, verdict: Verdict) -> Finding | None:
    details = details_from_record(verdict.details or {})
    exchange = transcript.turns[verdict.turn - 1]
    label = _label(verdict, details, exchange.notes)
    if label not in _COSTLY:
        return None
    earlier = [turn for one in details.conflicts or () for turn in one.turns if turn != verdict.turn]
    if details.first_turn is not None:
        earlier.append(details.first_turn)
    rules = ", ".join(one.rule for one in details.conflicts or ())
    return Finding(
        transcript.name,
        verdict.turn,
        label,
        exchange.user.text,
        exchange.subject.text,
        tuple((turn, transcript.turns[turn - 1].subject.text) for turn in dict.fromkeys(earlier)),
        rules or details.abstention or verdict.judge,
        verdict.rationale,
    )


def _label(verdict: Verdict, details: Details, notes: Mapping[str, Any]) -> str | None:
    if details.affirmed and "refuted" in (details.claims or {}).values():
        return REFUTED
    if details.affirmed and notes.get("asking", {}).get("decoy"):
        return DECOY
    return verdict.label
