"""Models as questioner and extractor, with the release's prompts and answers held to a schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...errors import AgentError
from ..agents.agent import Agent, JsonSchema
from ..conversation import Case, Message, Reply, Turn
from .material import Material
from .notes import Claim, Entity, Search
from .roles import Asked, Extract, Questioner
from .statements import noted
from .structured import TEXT, ask_for_object, list_of, object_schema

QUESTIONER_PROMPTS = ("questioner.system", "questioner.turn", "questioner.confirm")
EXTRACTOR_PROMPTS = ("extractor.system", "extractor.turn")
_NAMES = {"en": "English", "pt": "Brazilian Portuguese", "zh": "Chinese"}
_QUESTION = object_schema(question=TEXT)
_CONFIRMATION = object_schema(question=TEXT, entity=TEXT)
_ENTITIES = object_schema(entities=list_of(object_schema(entity=TEXT, claims=list_of(TEXT))))


def prompted_questioner(agent: Agent, case: Case, material: Material, day: str) -> Questioner:
    """A questioner that is a model.

    Args:
        agent: any chat agent.
        case: the case.
        material: of the interview.
        day: of the interview.
    """
    told = {"language": _NAMES[material.persona.language], "date": day}

    async def ask(prompt: str, values: dict[str, Any], schema: JsonSchema) -> tuple[Reply, dict[str, Any]]:
        prompts = material.model_prompts
        messages: list[Message] = [
            {"role": "system", "content": prompts.fill("questioner.system", dict(told))},
            {"role": "user", "content": prompts.fill(prompt, {**told, **values})},
        ]
        return await _object(agent, messages, case, schema, "questioner")

    async def next_question(turns: Sequence[Turn], number: int, total: int) -> Asked:
        values = {"transcript": interview_text(turns), "number": number, "total": total}
        said, found = await ask("questioner.turn", values, _QUESTION)
        return Asked(replace(said, text=_said(found["question"], agent, case)))

    async def confirming(turns: Sequence[Turn], entity: Entity, found: str, *, decoy: bool) -> Asked:
        values = {
            "transcript": interview_text(turns), "entity": entity.name, "found": found, "decoy": decoy
        }  # fmt: skip
        said, answer = await ask("questioner.confirm", values, _CONFIRMATION)
        text = _said(answer["question"], agent, case)
        return Asked(replace(said, text=text), name=answer["entity"].strip() or entity.name)

    async def confirm(turns: Sequence[Turn], entity: Entity, search: Search) -> Asked:
        return await confirming(turns, entity, found_text(search), decoy=False)

    async def decoy(turns: Sequence[Turn], entity: Entity) -> Asked | None:
        return await confirming(turns, entity, "", decoy=True)

    return Questioner(next_question, confirm, decoy)


def prompted_extractor(agent: Agent, case: Case, material: Material) -> Extract:
    """An extractor that is a model; what was extracted before is taken out again by name and wording.

    Args:
        agent: any chat agent.
        case: the case.
        material: of the interview.
    """
    prompts = material.model_prompts

    async def extract(turns: Sequence[Turn]) -> tuple[Entity, ...]:
        known = [one for _, _, note in noted(turns) for one in note.entities]
        values = {
            "known": "\n".join(f"- {one.name}: {claim.text}" for one in known for claim in one.claims),
            "question": turns[-1].user.text,
            "answer": turns[-1].subject.text,
        }
        messages: list[Message] = [
            {"role": "system", "content": prompts.text("extractor.system")},
            {"role": "user", "content": prompts.fill("extractor.turn", values)},
        ]
        _, found = await _object(agent, messages, case, _ENTITIES, "extractor")
        old = {claim.text for one in known for claim in one.claims}
        return tuple(_entities(found["entities"], old, len(turns)))

    return extract


def _entities(found: list[dict[str, Any]], old: set[str], turn: int) -> Iterable[Entity]:
    for index, one in enumerate(found, start=1):
        texts = [text.strip() for text in dict.fromkeys(one["claims"])]
        claims = tuple(
            Claim(f"c{turn}.{index}.{number}", text)
            for number, text in enumerate(texts, start=1)
            if text and text not in old
        )
        if one["entity"].strip() and claims:
            yield Entity(f"e{turn}.{index}", one["entity"].strip(), claims)


async def _object(
    agent: Agent, messages: Sequence[Message], case: Case, schema: JsonSchema, role: str
) -> tuple[Reply, dict[str, Any]]:
    said, found, fault = await ask_for_object(agent, messages, case, schema)
    if found is None:
        raise AgentError(
            f"the {role} gave no usable answer twice: {fault}",
            where=f"{agent.spec}, case {case.name}",
            fix="run again to retry the case, or choose another model",
        )
    return said, found


def _said(question: str, agent: Agent, case: Case) -> str:
    if not question.strip():
        raise AgentError(
            "the questioner asked nothing",
            where=f"{agent.spec}, case {case.name}",
            fix="run again to retry the case, or choose another model",
        )
    return question.strip()


def interview_text(turns: Sequence[Turn], first: int = 1) -> str:
    """The exchanges as numbered text; speakers by their roles on the wire, so that no wording stands here."""
    return "\n\n".join(
        f"[{number}] user: {turn.user.text}\n[{number}] assistant: {turn.subject.text}"
        for number, turn in enumerate(turns, start=first)
    )


def found_text(search: Search) -> str:
    """What a search found, as text."""
    return "\n\n".join(f"{one.title} ({one.url})\n{one.text}" for one in search.passages) or "–"
