"""The offline extractor: places in typed answers, and that a town is in the country lived in."""

from __future__ import annotations

from collections.abc import Sequence

from ..conversation import Turn
from .material import Material
from .notes import JUDGED_STAGES, Claim, Entity, Note
from .places import Place, place_questions, places_in
from .roles import Extract
from .statements import noted, reading_of


def rule_extractor(material: Material) -> Extract:
    """An extractor that finds places only, each once."""

    async def extract(turns: Sequence[Turn]) -> tuple[Entity, ...]:
        named: dict[str, list[Place]] = {}
        fresh: list[Place] = []
        for number, turn, note in noted(turns):
            last = number == len(turns)
            for place in _places(turn, note, material):
                if last and place.key not in {one.key for places in named.values() for one in places}:
                    fresh.append(place)
                named.setdefault(note.question_id or "", []).append(place)
        entities = [
            Entity(f"e{len(turns)}.{index}", place.name, (_exists(place, len(turns), index, material),))
            for index, place in enumerate(dict.fromkeys(fresh), start=1)
        ]
        located = _located(turns[-1], named, len(turns), material)
        return (*entities, *located)

    return extract


def _places(turn: Turn, note: Note, material: Material) -> list[Place]:
    if note.stage not in JUDGED_STAGES or note.question_id not in place_questions(material):
        return []
    return places_in(turn.subject.text, reading_of(turn, note, material), material)


def _exists(place: Place, turn: int, index: int, material: Material) -> Claim:
    text = material.prompts.fill("extractor.exists", {"entity": place.name})
    return Claim(f"c{turn}.{index}", text, by_rule=True)


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
