"""The scripted questioner: follows up by concept and by what was said; needs no model.

After each core question, in the order in which they were put, it asks the questions that the release's
``chains`` hang on it, leaving out those that an answer has made pointless ("how many of them live with you"
after "no children"). Where an answer names a place, it follows that up at once with the ``leads`` about it,
and with leads about what those answers name. Then it comes back to the core question, quoting the answer.
When all are through, it goes round again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from ....records.conversation import Reply, Turn
from ..answers.equality import compare
from ..answers.tokens import fold
from ..answers.value import Codes, Number, Value
from .material import Material, Step
from .notes import JUDGED_STAGES, Entity, Search
from .places import first_places, place_questions, places_in
from .roles import Asked, Questioner
from .statements import Statement, noted, read_once, statements_of


def scripted_questioner(material: Material, seed: int) -> Questioner:
    """A questioner of the release's own wording.

    Args:
        material: of the interview.
        seed: of the choice of decoys.
    """

    async def next_question(turns: Sequence[Turn], number: int, total: int) -> Asked:
        del total
        return _put(_nth_follow_up(turns, number, material), turns, material)

    async def confirm(turns: Sequence[Turn], entity: Entity, search: Search) -> Asked:
        del turns, search
        return _confirmation(entity.name, material)

    async def decoy(turns: Sequence[Turn], entity: Entity) -> Asked | None:
        found = _decoy(turns, entity, material, seed)
        return None if found is None else _confirmation(found, material)

    return Questioner(next_question, confirm, decoy)


def _confirmation(name: str, material: Material) -> Asked:
    return Asked(Reply(material.prompts.fill("questioner.confirmation", {"entity": name})), name=name)


def _put(question_id: str, turns: Sequence[Turn], material: Material) -> Asked:
    """The question; or, where it was answered before, its paraphrase with the latest answer quoted."""
    before = [turn for _, turn, note in noted(turns) if note.question_id == question_id]
    text = _wording(question_id, turns, material, again=bool(before))
    if not before:
        return Asked(Reply(text), question_id)
    values = {"said": before[-1].subject.text.strip(), "question": text}
    return Asked(Reply(material.prompts.fill("questioner.revisit", values)), question_id)


def _wording(question_id: str, turns: Sequence[Turn], material: Material, *, again: bool) -> str:
    lead = material.leads.get(question_id)
    if lead is not None:
        return lead.text(first_places(turns, material)[lead.about].name, again=again)
    question = material.question(question_id)
    return question.retest_text if again else question.text


def _nth_follow_up(turns: Sequence[Turn], number: int, material: Material) -> str:
    """The question of the n-th main turn.

    The answers so far decide what is pointless, so the way is gone anew from the first step. Later answers
    never change earlier steps: a step depends only on first answers to what was asked before it.
    """
    heads = [
        note.question_id for _, _, note in noted(turns) if note.stage == "get_to_know" and note.question_id
    ]
    values: dict[str, Value | None] = {}
    for one in statements_of(turns, material):
        values.setdefault(one.question_id, one.reading.value)
    return next(islice(_way(heads, values, set(first_places(turns, material)), material), number - 1, None))


def _way(
    heads: list[str], values: dict[str, Value | None], named: set[str], material: Material
) -> Iterator[str]:
    known = material.persona.sheet
    asked: list[str] = []
    for head in heads:
        for step in material.steps:
            answerable = known is None or step.question_id in known
            if step.head == head and answerable and not _pointless(step, values):
                for question_id in (step.question_id, *_leads_about(step.question_id, named, material)):
                    asked.append(question_id)
                    yield question_id
        yield head
    while True:
        yield from (*heads, *asked)


def _leads_about(question_id: str, named: set[str], material: Material) -> Iterator[str]:
    """The leads about what an answer named, and those about what their answers named, as deep as they go."""
    known = material.persona.sheet
    for name, lead in material.leads.items():
        if lead.about == question_id and question_id in named and (known is None or name in known):
            yield name
            yield from _leads_about(name, named, material)


def _pointless(step: Step, values: dict[str, Value | None]) -> bool:
    value = values.get(step.unless_question or "")
    if isinstance(value, Number):
        return value.low == value.high and str(value.low) in step.unless_values
    return isinstance(value, Codes) and set(value.codes) <= set(step.unless_values)


def _decoy(turns: Sequence[Turn], entity: Entity, material: Material, seed: int) -> str | None:
    """A place that another persona names where this one named the entity, and that was not named here."""
    exchanges = noted(turns)
    naming = next(
        (
            (turn, note)
            for _, turn, note in exchanges
            if note.stage in JUDGED_STAGES and any(one.entity_id == entity.entity_id for one in note.entities)
        ),
        None,
    )
    if naming is None:
        return None
    own_words = (material.persona.story, *(material.persona.sheet or {}).values())
    said = [fold(text) for text in (*(turn.subject.text for turn in turns), *own_words)]
    asked = {fold(note.asking.name) for _, _, note in exchanges if note.asking}
    own = [one for one in statements_of(turns, material) if one.question_id in place_questions(material)]
    candidates = [
        name
        for name in _others_places(own, naming[1].question_id, material)
        if fold(name) not in asked and not any(fold(name) in text for text in said)
    ]
    if not candidates:
        return None
    return random.Random(f"{seed}/{material.persona.persona_id}/{entity.entity_id}").choice(candidates)


def _others_places(own: Sequence[Statement], question_id: str | None, material: Material) -> list[str]:
    """Names of places in other personas' answers to the question, then to any question on places."""
    wanted = [question_id] if question_id else []
    questions = [*wanted, *(name for name in place_questions(material) if name not in wanted)]
    for name in questions:
        question = material.question(name)
        codes = material.bank.lists.lists[question.code_system] if question.code_system else None
        mine = [one.reading for one in own if one.question_id == name]
        found: dict[str, None] = {}
        for answer in material.others.get(name, ()):
            if not mine:
                continue
            reading = read_once(answer, question, material.bank.lists, mine[0].asked_on)
            if all(compare(question.equality, codes, reading, one) == "conflict" for one in mine):
                found |= dict.fromkeys(place.name for place in places_in(answer, reading, material))
        if found:
            return sorted(found)
    return []
