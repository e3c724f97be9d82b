"""Places that an answer names, and the extractor that finds no more than them, without a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.conversation import Turn
from ..answers.tokens import fold, split_words, tokenize
from ..answers.value import Codes, Name, Reading
from .material import Material
from .notes import JUDGED_STAGES, Claim, Entity, Note
from .roles import Extract, Extracted
from .statements import noted, reading_of

COUNTRIES = "iso-3166-1"
_PIECE = re.compile(r"[㐀-鿿〇]|[^\W㐀-鿿〇]+|[^\w\s]")
# Wider than a country's name are adjectives ("British"); only these questions ask for places as such.
_PLACE_QUESTIONS = (
    "town",
    "town_at_sixteen",
    "residence_country",
    "birth_country",
    "mother_birth_country",
    "father_birth_country",
)


@dataclass(frozen=True)
class Place:
    """A place.

    Attributes:
        key: the same for the same place: a country's code, or a folded name.
        name: as it is called in the language of the interview.
        country: its code, if it is a country.
    """

    key: str
    name: str
    country: str | None = None


def place_questions(material: Material) -> tuple[str, ...]:
    """The questions that are answered by places: some of the bank's, and all leads."""
    known = {name for name, _ in material.bank.questions}
    return (*(name for name in _PLACE_QUESTIONS if name in known), *material.leads)


def places_in(answer: str, reading: Reading, material: Material) -> list[Place]:
    """The places that an answer to one of the place questions names."""
    if isinstance(reading.value, Name):
        name = _as_written(answer, reading.value.words)
        return [Place(fold(name), name)] if _is_proper(name, answer) else []
    if isinstance(reading.value, Codes):
        labels = material.bank.lists.lists[COUNTRIES].labels[material.persona.language]
        return [
            Place(code, _named(code, answer, material) or labels[code], code)
            for code in reading.value.codes
            if code in labels
        ]
    return []


def first_places(turns: Sequence[Turn], material: Material) -> dict[str, Place]:
    """Question to the place that the first answer to it names; no questions whose answer names none.

    Args:
        turns: the exchanges so far.
        material: of the interview.
    """
    wanted = place_questions(material)
    found: dict[str, list[Place]] = {}
    for _, turn, note in noted(turns):
        name = note.question_id
        if name in wanted and name not in found and note.stage in JUDGED_STAGES:
            found[name] = places_in(turn.subject.text, reading_of(turn, note, material), material)
    return {name: places[0] for name, places in found.items() if places}


def countries_in(text: str, material: Material) -> set[str]:
    """Codes of the countries that a text names."""
    lexicon = material.bank.lists.lists[COUNTRIES].lexicons[material.persona.language]
    return {code for match in lexicon.find(tokenize(text)) for code in match.codes}


def _named(code: str, answer: str, material: Material) -> str:
    """How an answer names a country, or nothing where it does so only by an adjective's stem."""
    tokens = tokenize(answer)
    lexicon = material.bank.lists.lists[COUNTRIES].lexicons[material.persona.language]
    for match in lexicon.find(tokens):
        if code in match.codes:
            return _as_written(answer, tuple(token.text for token in tokens[match.start : match.end]))
    return ""


def _is_proper(name: str, answer: str) -> bool:
    """Whether a stretch is written like a name: with a capital, where the answer has any; not "a nurse".

    Of several words that open an answer, the first has a capital anyway.
    """
    if not name or answer == answer.lower() or name.lower() == name.upper():
        return bool(name)
    opens = answer.lstrip().startswith(name) and " " in name
    telling = name[1:] if opens else name
    return telling != telling.lower()


def _as_written(answer: str, words: tuple[str, ...]) -> str:
    """The shortest stretch of an answer that has the folded words, with its capitals and accents."""
    pieces = list(_PIECE.finditer(answer))
    best = ""
    for first in range(len(pieces)):
        for last in pieces[first : first + 2 * len(words) + 2]:
            stretch = answer[pieces[first].start() : last.end()]
            if split_words(stretch) == words and (not best or len(stretch) < len(best)):
                best = stretch
    return best


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
