"""The offline judge: what rules say of answers, confirmations with their claims, and retests."""

from __future__ import annotations

from dataclasses import dataclass

from ....judges.judge import RULES
from ....records.conversation import Case, Transcript, Turn
from ....records.verdict import Verdict
from ..answers.equality import compare
from ..answers.tokens import fold
from ..answers.value import PairVerdict, Reading
from .abstention import abstention_of, says_yes
from .contradictions import conflicts_at
from .material import Material, material_of
from .notes import (
    JUDGED_STAGES,
    Asking,
    Claim,
    ClaimVerdict,
    Details,
    Entity,
    Note,
    Search,
    details_record,
    label_of,
    note_from_record,
)
from .places import countries_in
from .roles import search_of
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
    return Details(
        substantive=abstention is None,
        abstention=abstention,
        conflicts=conflicts_at(turn, statements, material),
    )


def _confirmation(material: Material, transcript: Transcript, asking: Asking, reply: str) -> Details:
    affirmed = says_yes(reply, material)
    if asking.decoy:
        return Details(affirmed=affirmed, claims={})
    _, _, naming = noted(transcript.turns)[asking.turn - 1]
    entity = next(one for one in naming.entities if one.entity_id == asking.entity_id)
    search = search_of(naming.searches, asking.entity_id)
    claims = {claim.claim_id: claim_verdict(entity, claim, search, material) for claim in entity.claims}
    return Details(affirmed=affirmed, claims=claims)


@dataclass(frozen=True)
class Retested:
    """A question asked again.

    Attributes:
        first_turn: the exchange of the first answer.
        verdict: of the rules, or None where they abstain: an answer says something that they cannot read.
    """

    first_turn: int
    verdict: PairVerdict | None


def retested(turn: int, turns: tuple[Turn, ...], material: Material) -> Retested | None:
    """The second answer held against the first, or None where there is no first.

    Args:
        turn: the exchange of the second answer.
        turns: of the transcript.
        material: of the interview.
    """
    exchanges = noted(turns)
    _, second, note = exchanges[turn - 1]
    earlier = [
        (number, exchange, one)
        for number, exchange, one in exchanges[: turn - 1]
        if one.stage == "get_to_know" and one.question_id == note.question_id
    ]
    if not earlier:
        return None
    number, first, first_note = earlier[0]
    readings = [reading_of(first, first_note, material), reading_of(second, note, material)]
    if _unread(first, readings[0], material) or _unread(second, readings[1], material):
        return Retested(number, None)
    return Retested(number, _compared(note, readings, material))


def _compared(note: Note, readings: list[Reading], material: Material) -> PairVerdict:
    question = material.question(note.question_id or "")
    codes = material.bank.lists.lists[question.code_system] if question.code_system else None
    return compare(question.equality, codes, *readings)


def _unread(turn: Turn, reading: Reading, material: Material) -> bool:
    """Whether an answer does say something, but nothing that the rules can read."""
    if reading.value is not None:
        return False
    return abstention_of(turn.subject.text, turn.user.text, reading, material) is None


def claim_verdict(entity: Entity, claim: Claim, search: Search, material: Material) -> ClaimVerdict | None:
    """The verdict on a claim; None for a claim of a model, which the rules cannot read.

    A place exists where a passage is about it. It is in a country where a passage about it names that
    country, and is not where such passages name other countries only. It is in another place where a passage
    about it names that place; what does not, leaves it open.

    Args:
        entity: what the claim is about.
        claim: the claim.
        search: what was found about the entity.
        material: of the interview.
    """
    outcome = search_verdict(search)
    if outcome is not None or not claim.by_rule:
        return outcome
    name = fold(entity.name)
    about = [one for one in search.passages if name in fold(f"{one.title} {one.text}")]
    if not about:
        return "not_enough_information"
    if claim.within is not None:
        # Documents name what a place lies in, but no list of places would show that it lies elsewhere.
        told = any(fold(claim.within) in fold(one.text) for one in about if fold(one.title) == name)
        return "supported" if told else "not_enough_information"
    if claim.place is None:
        return "supported"
    named = set().union(*(countries_in(one.text, material) for one in about if fold(one.title) == name))
    if claim.place in named:
        return "supported"
    return "refuted" if named else "not_enough_information"


def search_verdict(search: Search) -> ClaimVerdict | None:
    """The verdict that follows from the search alone, or None where there is something to look at."""
    if search.status == "failed":
        return "search_failed"
    return "nothing_found" if search.status == "nothing" else None
