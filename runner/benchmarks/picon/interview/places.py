"""Places that an answer names: what the offline extractor can find without a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ....records.conversation import Turn
from ..answers.tokens import fold, split_words, tokenize
from ..answers.value import Codes, Name, Reading
from .material import ENTITY, Material
from .notes import JUDGED_STAGES
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


_MARK = "\N{OBJECT REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class Recognised:
    """What is asked.

    Attributes:
        question_id: the bank's question that the message ends with, or None.
        name: for a confirmation, the thing asked about.
    """

    question_id: str | None = None
    name: str | None = None


def recognise(message: str, material: Material) -> Recognised:
    """The question in a message; what is unknown is asked by nobody but a model."""
    before, after = material.prompts.fill("questioner.confirmation", {"entity": _MARK}).split(_MARK)
    if message.startswith(before) and message.endswith(after):
        return Recognised(name=message[len(before) : len(message) - len(after)])
    endings = [
        (len(text), question.question_id)
        for (_, language), question in material.bank.questions.items()
        if language == material.persona.language
        for text in (question.text, question.retest_text)
        if message.endswith(text)
    ]
    endings += [
        (len(ending), name)
        for name, lead in material.leads.items()
        for text in (lead.question.text, lead.question.retest_text)
        if message.endswith(ending := text.partition(ENTITY)[2])
    ]
    return Recognised(max(endings)[1]) if endings else Recognised()
