"""What transcript and verdicts say of an interview: the only thing that the measures know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ....records.conversation import Transcript, case_name
from ....records.run_folder import RunFolder
from ....records.verdict import Verdict, unread_kind
from ..answers.value import PairVerdict
from ..interview.notes import JUDGED_STAGES, ClaimVerdict, Details, Note, details_from_record
from ..interview.statements import noted

Formulas = Literal["paper", "package"]
FORMULAS: tuple[Formulas, ...] = ("paper", "package")


@dataclass(frozen=True)
class Contradiction:
    """A statement that does not go with earlier ones.

    Attributes:
        statements: how many statements it takes to see it, the present one counted.
        rule: what found it: an equality rule, a check, or ``judge``.
    """

    statements: int
    rule: str


@dataclass(frozen=True)
class Confirmation:
    """A question whether something found is the persona's, and what came of it.

    Attributes:
        decoy: whether the thing asked about is certainly not the persona's.
        affirmed: whether the persona said yes, or None where that could not be told.
        claims: the verdict on each claim about the thing; None where no judge could tell.
    """

    decoy: bool
    affirmed: bool | None
    claims: tuple[ClaimVerdict | None, ...] = ()


@dataclass(frozen=True)
class TurnFindings:
    """One question of the first two stages, with the confirmations that its answer led to.

    Attributes:
        substantive: whether the answer is one, right or wrong; None where nobody could tell.
        contradictions: of this answer with earlier ones; None where nobody could tell.
        named: whether the answer named something that was then searched for, with or without success; None
            where the extractor could not be read.
        confirmations: real ones and decoys.
    """

    substantive: bool | None
    contradictions: tuple[Contradiction, ...] | None
    named: bool | None
    confirmations: tuple[Confirmation, ...] = ()


@dataclass(frozen=True)
class Findings:
    """One interview.

    Attributes:
        case: which it is of the run's cases, the same in every repeat.
        persona: whose it is: an interview in another order is of the same persona.
        turns: the questions of the first two stages, in order.
        retest: the verdict on each core question asked again; None where rules and judge could not tell.
        later: the same for each later session, the answers held against those of the first.
        searches: how many were made.
        failed_searches: those that gave an error instead of a result.
        mended_searches: those that failed in the interview and were made again later, with a result.
        cut_histories: replies to which the server read less than the whole conversation.
        script_questions: questions of the script in place of those of a questioner that could not be read.
        unread_extractions: answers of which it is not known what they name.
        unread_verdicts: exchanges of which the judge said nothing that could be read.
    """

    case: str
    persona: str
    turns: tuple[TurnFindings, ...]
    retest: tuple[PairVerdict | None, ...] = ()
    later: tuple[tuple[PairVerdict | None, ...], ...] = ()
    searches: int = 0
    failed_searches: int = 0
    mended_searches: int = 0
    cut_histories: int = 0
    script_questions: int = 0
    unread_extractions: int = 0
    unread_verdicts: int = 0


_CaseKey = tuple[tuple[str, ...], int]


def read_findings(folder: RunFolder, judge: str) -> dict[int, list[Findings]]:
    """Findings by repeat, in the order of the cases' names.

    Args:
        folder: the run.
        judge: whose verdicts.

    Raises:
        RunError: no or damaged verdicts.
    """
    by_case: dict[_CaseKey, list[Verdict]] = {}
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
    unread = sum(one.problem is not None and unread_kind(one) is not None for one in given)
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


def _retests(exchanges: list[tuple[int, Note, Details]], session: int) -> tuple[PairVerdict | None, ...]:
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
