"""From a run's transcripts and verdicts to what the measures need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....records.conversation import Transcript, case_name
from ....records.run_folder import RunFolder
from ....records.verdict import Verdict
from ..scores.findings import Confirmation, Contradiction, Findings, RetestVerdict, TurnFindings
from .notes import JUDGED_STAGES, Details, Note, details_from_record
from .statements import noted

CaseKey = tuple[tuple[str, ...], int]


def read_findings(folder: RunFolder, judge: str) -> dict[int, list[Findings]]:
    """Findings by repeat, in the order of the cases' names.

    Args:
        folder: the run.
        judge: whose verdicts.

    Raises:
        RunError: no or damaged verdicts.
    """
    by_case: dict[CaseKey, list[Verdict]] = {}
    for verdict in folder.verdicts(judge):
        by_case.setdefault((tuple(verdict.key.values()), verdict.repeat), []).append(verdict)
    found: dict[int, list[Findings]] = {}
    for transcript in sorted(folder.transcripts(), key=lambda one: one.name):
        verdicts = by_case.get((tuple(transcript.key.values()), transcript.repeat), [])
        found.setdefault(transcript.repeat, []).append(findings_of(transcript, verdicts))
    return found


def findings_of(transcript: Transcript, verdicts: Iterable[Verdict]) -> Findings:
    """The findings of one interview; an exchange that was not judged counts as one nobody could tell of."""
    given = list(verdicts)
    details = {one.turn: details_from_record(one.details or {}) for one in given}
    unread = sum(one.label is None and one.problem is not None for one in given)
    exchanges = [
        (number, note, details.get(number, Details())) for number, _, note in noted(transcript.turns)
    ]
    notes = {number: note for number, note, _ in exchanges}
    confirmations: dict[int, list[Confirmation]] = {}
    for number, note, found in exchanges:
        if note.asking is not None:
            claims = tuple((found.claims or {}).get(name) for name in _claim_ids(notes, number))
            one = Confirmation(note.asking.decoy, found.affirmed, claims)
            confirmations.setdefault(note.asking.turn, []).append(one)
    turns = tuple(
        TurnFindings(
            found.substantive,
            _contradictions(found),
            None if note.extraction_fault else bool(note.searches),
            tuple(confirmations.get(number, ())),
        )
        for number, note, found in exchanges
        if note.stage in JUDGED_STAGES
    )
    return Findings(
        case=case_name(transcript.key, 0),
        persona=f"{transcript.key['persona']}/{transcript.key['language']}",
        turns=turns,
        retest=_retests(exchanges, 1),
        later=tuple(
            _retests(exchanges, session)
            for session in sorted({note.session for _, note, _ in exchanges} - {1})
        ),
        **_counts(list(notes.values())),
        unread_verdicts=unread,
    )


def _counts(notes: list[Note]) -> dict[str, int]:
    searches = [one for note in notes for one in note.searches]
    return {
        "searches": len(searches),
        "failed_searches": sum(one.status == "failed" for one in searches),
        "mended_searches": sum(one.status != "failed" and one.before is not None for one in searches),
        "cut_histories": sum(note.history_cut for note in notes),
        "script_questions": sum(note.question_fault is not None for note in notes),
        "unread_extractions": sum(note.extraction_fault is not None for note in notes),
    }


def _retests(exchanges: list[tuple[int, Note, Details]], session: int) -> tuple[RetestVerdict | None, ...]:
    return tuple(
        found.retest
        for _, note, found in exchanges
        if note.session == session and note.stage in ("retest", "later")
    )


def _contradictions(details: Details) -> tuple[Contradiction, ...] | None:
    if details.conflicts is None:
        return None
    return tuple(Contradiction(len(one.turns), one.rule) for one in details.conflicts)


def _claim_ids(notes: Mapping[int, Note], number: int) -> list[str]:
    asking = notes[number].asking
    if asking is None or asking.decoy:
        return []
    entities = notes[asking.turn].entities
    return [claim.claim_id for one in entities if one.entity_id == asking.entity_id for claim in one.claims]
