"""Play an interview: get to know, main interrogation, retest, and sessions that begin anew."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ....agents.agent import Agent
from ....records.conversation import Case, Message, Reply, Transcript, Turn
from ..settings import FILE, RELEASE, PiconSettings
from .material import Material, material_of, persona_prompt
from .notes import Asking, Entity, Note, Stage, note_from_record, note_record
from .places import rule_extractor
from .prompted import prompted_extractor, prompted_questioner
from .roles import Asked, Extract, Questioner, search_for
from .scripted import scripted_questioner


@dataclass
class _Interview:
    """An interview under way.

    Attributes:
        case, material, settings: what is played.
        agents: by role.
        questioner, extract: who asks and who reads.
        day: of the interview, ISO 8601.
        turns: the exchanges so far, of all sessions.
        session: the present one, from 1.
        began: index of its first exchange.
        confirmed: real confirmation questions put so far.
        decoys: decoys put so far.
    """

    case: Case
    material: Material
    settings: PiconSettings
    agents: Mapping[str, Agent]
    questioner: Questioner
    extract: Extract
    day: str
    turns: list[Turn] = field(default_factory=list)
    session: int = 1
    began: int = 0
    confirmed: int = 0
    decoys: int = 0


async def play_interview(case: Case, agents: Mapping[str, Agent], settings: PiconSettings) -> Transcript:
    """Play all sessions of a persona.

    Args:
        case: with its material.
        agents: ``subject``, ``questioner``, ``extractor`` and ``evidence``.
        settings: of the run.
    """
    interview = _begin(case, agents, settings)
    order = core_order(interview.material, settings.seed)
    for question_id in order:
        text = interview.material.question(question_id).text
        await _ask_and_probe(interview, Asked(Reply(text), question_id), "get_to_know")
    for number in range(1, settings.main_turns + 1):
        asked = await interview.questioner.next_question(tuple(interview.turns), number, settings.main_turns)
        await _ask_and_probe(interview, asked, "main")
    for question_id in order:
        await _ask(interview, _again(interview, question_id), "retest")
    for session in range(2, settings.sessions + 1):
        agents["subject"].end_case(case)
        interview.session, interview.began = session, len(interview.turns)
        for question_id in order:
            text = interview.material.question(question_id).text
            await _ask(interview, Asked(Reply(text), question_id), "later")
    return Transcript(case.key, case.repeat, tuple(interview.turns))


def core_order(material: Material, seed: int) -> tuple[str, ...]:
    """The core questions in the order of the case: the bank's, or drawn by the seed, the same everywhere."""
    core = list(material.core)
    if material.order == "shuffled":
        random.Random(seed).shuffle(core)
    return tuple(core)


def _begin(case: Case, agents: Mapping[str, Agent], settings: PiconSettings) -> _Interview:
    material = material_of(case)
    day = settings.date or (material.persona.day.isoformat() if material.persona.day else "")
    questioner, extractor = agents["questioner"], agents["extractor"]
    script = scripted_questioner(material, settings.seed)
    return _Interview(
        case,
        material,
        settings,
        agents,
        prompted_questioner(questioner, case, material, day, script) if questioner.chat else script,
        prompted_extractor(extractor, case, material) if extractor.chat else rule_extractor(material),
        day,
    )


def _again(interview: _Interview, question_id: str) -> Asked:
    question = interview.material.question(question_id)
    if interview.settings.retest == "paraphrase":
        return Asked(Reply(question.retest_text), question_id)
    text = interview.material.prompts.fill("questioner.retest", {"question": question.text})
    return Asked(Reply(text), question_id)


async def _ask_and_probe(interview: _Interview, asked: Asked, stage: Stage) -> None:
    """Put a question; search for what the answer names; ask whether what was named is the persona's."""
    await _ask(interview, asked, stage)
    turn = len(interview.turns)
    extracted = await interview.extract(tuple(interview.turns))
    evidence, language = interview.agents["evidence"], interview.material.persona.language
    searches = tuple(
        [await search_for(one, evidence, interview.case, language) for one in extracted.entities]
    )
    _note(interview, entities=extracted.entities, searches=searches, extraction_fault=extracted.fault)
    for entity, search in zip(extracted.entities, searches, strict=True):
        asked = await interview.questioner.confirm(tuple(interview.turns), entity, search)
        asking = Asking(asked.name or entity.name, False, entity.entity_id, turn)
        await _ask(interview, asked, "confirmation", asking)
        interview.confirmed += 1
        await _decoy(interview, entity, turn)


def _note(interview: _Interview, **more: Any) -> None:  # noqa: ANN401 - fields of a note
    """Note more of the last exchange."""
    last = interview.turns[-1]
    note = replace(note_from_record(last.notes), **more)
    interview.turns[-1] = replace(last, notes=note_record(note))


async def _decoy(interview: _Interview, entity: Entity, turn: int) -> None:
    """Ask about something that is not the persona's, as often as the settings' share demands."""
    share = interview.settings.decoys
    if share == 0 or interview.decoys + 1 > interview.confirmed * share / (1 - share) + 1e-9:
        return
    asked = await interview.questioner.decoy(tuple(interview.turns), entity)
    if asked is None or asked.name is None:
        if asked is not None:
            _note(interview, question_fault=asked.fault)
        return
    if _was_named(interview, asked.name):
        return
    await _ask(interview, asked, "confirmation", Asking(asked.name, True, entity.entity_id, turn))
    interview.decoys += 1


def _was_named(interview: _Interview, name: str) -> bool:
    folded = name.casefold()
    return any(folded in turn.subject.text.casefold() for turn in interview.turns)


async def _ask(interview: _Interview, asked: Asked, stage: Stage, asking: Asking | None = None) -> None:
    """One exchange; the subject is always sent the whole session."""
    fresh = interview.turns[interview.began :]
    said = asked.said
    if not fresh:
        opening = interview.material.prompts.fill("questioner.opening", {"date": interview.day})
        said = replace(said, text=f"{opening}\n\n{said.text}")
    messages: list[Message] = _system(interview)
    for turn in fresh:
        messages.append({"role": "user", "content": turn.user.text})
        messages.append({"role": "assistant", "content": turn.subject.text})
    messages.append({"role": "user", "content": said.text})
    here = replace(interview.case, session=interview.session)
    answered = await interview.agents["subject"].reply(messages, here)
    note = Note(
        interview.session, stage, interview.day, asked.question_id, asking=asking,
        history_cut=_was_cut(fresh, answered), question_fault=asked.fault,
    )  # fmt: skip
    interview.turns.append(Turn(said, answered, note_record(note)))


def _was_cut(fresh: list[Turn], answered: Reply) -> bool:
    """Whether the server read no more than before: a session only grows, so it was cut, and stays so."""
    if not fresh:
        return False
    if note_from_record(fresh[-1].notes).history_cut:
        return True
    before = fresh[-1].subject.tokens_in
    return before is not None and answered.tokens_in is not None and answered.tokens_in <= before


def _system(interview: _Interview) -> list[Message]:
    """What the subject is told of its persona: nothing, where it has one of its own."""
    settings, material = interview.settings, interview.material
    if not interview.agents["subject"].chat:
        return []
    if settings.persona.startswith(FILE):
        return [{"role": "system", "content": settings.persona_text()}]
    if settings.persona != RELEASE:
        return []
    return [{"role": "system", "content": persona_prompt(material, interview.day)}]
