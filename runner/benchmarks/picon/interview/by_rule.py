"""The offline judge: typed answers, checks between them, and the words of refusing and agreeing."""

from __future__ import annotations

from collections.abc import Sequence

from ....judges.judge import RULES
from ....records.conversation import Case, Transcript, Turn
from ....records.verdict import Verdict
from .abstention import abstention_of, says_yes
from .claim_rules import claim_verdict
from .contradictions import conflicts_at
from .material import Material, material_of
from .notes import (
    JUDGED_STAGES,
    Asking,
    Claim,
    Details,
    Entity,
    FoundConflict,
    Note,
    details_record,
    label_of,
    note_from_record,
)
from .places import Place, first_places, place_questions, places_in
from .retesting import retested
from .roles import Extract, Extracted
from .searching import search_of
from .statements import noted, reading_of, statements_of


def rule_extractor(material: Material) -> Extract:
    """An extractor that finds places only, each once."""

    async def extract(turns: Sequence[Turn]) -> Extracted:
        named: dict[str, list[Place]] = {}
        fresh: list[Place] = []
        for number, turn, note in noted(turns):
            last = number == len(turns)
            for place in _places(turn, note, material):
                if last and place.key not in {one.key for places in named.values() for one in places}:
                    fresh.append(place)
                named.setdefault(note.question_id or "", []).append(place)
        outer = _outer(turns, material)
        entities = [
            Entity(f"e{len(turns)}.{index}", place.name, _claims(place, outer, len(turns), index, material))
            for index, place in enumerate(dict.fromkeys(fresh), start=1)
        ]
        located = _located(turns[-1], named, len(turns), material)
        return Extracted((*entities, *located))

    return extract


def _places(turn: Turn, note: Note, material: Material) -> list[Place]:
    if note.stage not in JUDGED_STAGES or note.question_id not in place_questions(material):
        return []
    return places_in(turn.subject.text, reading_of(turn, note, material), material)


def _claims(
    place: Place, outer: Place | None, turn: int, index: int, material: Material
) -> tuple[Claim, ...]:
    """That a place exists; and, where it was asked for as part of another, that it lies there."""
    text = material.prompts.fill("extractor.exists", {"entity": place.name})
    exists = Claim(f"c{turn}.{index}", text, by_rule=True)
    if outer is None or outer.key == place.key:
        return (exists,)
    text = material.prompts.fill("extractor.is_in", {"entity": place.name, "place": outer.name})
    within = None if outer.country else outer.name
    return exists, Claim(f"c{turn}.{index}.in", text, place=outer.country, within=within, by_rule=True)


def _outer(turns: Sequence[Turn], material: Material) -> Place | None:
    """The place that the last question was about, if what it asked for lies there."""
    _, _, note = noted(turns)[-1]
    lead = material.leads.get(note.question_id or "")
    return first_places(turns, material).get(lead.about) if lead is not None and lead.inside else None


def _located(last: Turn, named: dict[str, list[Place]], turn: int, material: Material) -> tuple[Entity, ...]:
    """The town in its country, at the answer that makes both known."""
    towns, countries = named.get("town", []), named.get("residence_country", [])
    _, _, note = noted([last])[0]
    both = len(towns) == 1 and len(countries) >= 1 and note.question_id in ("town", "residence_country")
    if not both or (note.question_id == "residence_country" and len(countries) > 1):
        return ()
    town, country = towns[0], countries[0]
    text = material.prompts.fill("extractor.is_in", {"entity": town.name, "place": country.name})
    claim = Claim(f"c{turn}.in", text, place=country.country, by_rule=True)
    return (Entity(f"e{turn}.in", town.name, (claim,)),)


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
