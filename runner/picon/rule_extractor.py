"""The offline extractor: places in typed answers, and what they lie in."""

from __future__ import annotations

from collections.abc import Sequence

from ..conversation import Turn
from .material import Material
from .notes import JUDGED_STAGES, Claim, Entity, Note
from .places import Place, first_places, place_questions, places_in
from .roles import Extract, Extracted
from .statements import noted, reading_of


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
