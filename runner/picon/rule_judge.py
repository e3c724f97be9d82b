"""The offline judge: typed answers, checks between them, and the words of refusing and agreeing."""

from __future__ import annotations

from ..conversation import Case, Transcript
from ..judges.judge import RULES
from ..verdict import Verdict
from .abstention import abstention_of, says_yes
from .claim_rules import claim_verdict
from .contradictions import conflicts_at
from .details import Details, FoundConflict, details_record, label_of
from .material import Material, material_of
from .notes import JUDGED_STAGES, Asking, Note, note_from_record
from .retesting import retested
from .searching import search_of
from .statements import noted, reading_of, statements_of


async def judge_by_rules(case: Case, transcript: Transcript, turn: int) -> Verdict:
    """The verdict on an exchange; contradictions that only an untyped reading would show stay unseen."""
    details = details_by_rules(material_of(case), transcript, turn)
    reply = transcript.turns[turn - 1].subject.text
    return Verdict(
        case.key, case.repeat, turn, label_of(details), RULES, evidence=reply, details=details_record(details)
    )


def details_by_rules(material: Material, transcript: Transcript, turn: int) -> Details:
    """What the rules find in an exchange.

    Args:
        material: of the interview.
        transcript: the interview.
        turn: the exchange, from 1.
    """
    exchange = transcript.turns[turn - 1]
    note = note_from_record(exchange.notes)
    if note.asking is not None:
        return _confirmation(material, transcript, note.asking, exchange.subject.text)
    if note.stage in JUDGED_STAGES:
        return _answer(material, transcript, turn, note)
    found = retested(turn, transcript.turns, material)
    if found is None:
        return Details()
    return Details(first_turn=found.first_turn, retest=found.verdict, rule_retest=found.verdict)


def _answer(material: Material, transcript: Transcript, turn: int, note: Note) -> Details:
    exchange = transcript.turns[turn - 1]
    reading = reading_of(exchange, note, material) if note.question_id else None
    abstention = abstention_of(exchange.subject.text, exchange.user.text, reading, material)
    statements = statements_of(transcript.turns[:turn], material)
    conflicts = tuple(FoundConflict(one.turns, one.rule) for one in conflicts_at(turn, statements, material))
    return Details(substantive=abstention is None, abstention=abstention, conflicts=conflicts)


def _confirmation(material: Material, transcript: Transcript, asking: Asking, reply: str) -> Details:
    affirmed = says_yes(reply, material)
    if asking.decoy:
        return Details(affirmed=affirmed, claims={})
    _, _, naming = noted(transcript.turns)[asking.turn - 1]
    entity = next(one for one in naming.entities if one.entity_id == asking.entity_id)
    search = search_of(naming.searches, asking.entity_id)
    claims = {claim.claim_id: claim_verdict(entity, claim, search, material) for claim in entity.claims}
    return Details(affirmed=affirmed, claims=claims)
