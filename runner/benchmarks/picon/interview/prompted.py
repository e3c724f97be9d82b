"""Models as questioner and extractor, with the release's prompts and answers held to a schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from .....errors import AgentError
from ....agents.agent import Agent, JsonSchema
from ....judges.rubric import exchanges_of
from ....judges.structured import TEXT, Form, ask_for_object, list_of, object_schema
from ....records.conversation import Case, Message, Reply, Turn
from .material import Material
from .notes import Claim, Entity, Search
from .roles import Asked, Extract, Extracted, Questioner
from .statements import noted

QUESTIONER_PROMPTS = ("questioner.system", "questioner.turn", "questioner.confirm")
EXTRACTOR_PROMPTS = ("extractor.system", "extractor.turn")
UNREADABLE_IN_A_ROW = 3
_NAMES = {"en": "English", "pt": "Brazilian Portuguese", "zh": "Chinese"}
_QUESTION = object_schema(question=TEXT)
_CONFIRMATION = object_schema(question=TEXT, entity=TEXT)
_ENTITIES = object_schema(entities=list_of(object_schema(entity=TEXT, claims=list_of(TEXT))))


def prompted_questioner(
    agent: Agent, case: Case, material: Material, day: str, script: Questioner
) -> Questioner:
    """A questioner that is a model.

    Args:
        agent: any chat agent.
        case: the case.
        material: of the interview.
        day: of the interview.
        script: who asks where the model cannot be read; its questions carry the fault.
    """
    told = {"language": _NAMES[material.persona.language], "date": day}
    unreadable = _Unreadable("questioner", agent, case)

    async def ask(prompt: str, values: dict[str, Any], schema: JsonSchema) -> Asked | str:
        prompts = material.model_prompts
        messages: list[Message] = [
            {"role": "system", "content": prompts.fill("questioner.system", dict(told))},
            {"role": "user", "content": prompts.fill(prompt, {**told, **values})},
        ]
        answer = await ask_for_object(agent, messages, case, Form(schema, _asks_something))
        if (found := answer.found) is None:
            return unreadable.count(str(answer.problem))
        unreadable.forget()
        name = found["entity"].strip() if "entity" in found else None
        return Asked(replace(answer.reply, text=found["question"].strip()), name=name)

    async def next_question(turns: Sequence[Turn], number: int, total: int) -> Asked:
        values = {**_interview(turns), "number": number, "total": total}
        asked = await ask("questioner.turn", values, _QUESTION)
        if isinstance(asked, Asked):
            return asked
        return replace(await script.next_question(turns, number, total), fault=asked)

    async def confirm(turns: Sequence[Turn], entity: Entity, search: Search) -> Asked:
        values = {
            **_interview(turns), "entity": entity.name, "decoy": False,
            "found": found_text(search), "failed": search.status == "failed",
        }  # fmt: skip
        asked = await ask("questioner.confirm", values, _CONFIRMATION)
        if isinstance(asked, Asked):
            return replace(asked, name=asked.name or entity.name)
        return replace(await script.confirm(turns, entity, search), fault=asked)

    async def decoy(turns: Sequence[Turn], entity: Entity) -> Asked | None:
        values = {
            **_interview(turns), "entity": entity.name, "decoy": True, "found": "",
            "failed": False,
        }  # fmt: skip
        asked = await ask("questioner.confirm", values, _CONFIRMATION)
        if isinstance(asked, Asked):
            return asked
        return replace(await script.decoy(turns, entity) or Asked(Reply("")), fault=asked)

    return Questioner(next_question, confirm, decoy)


def prompted_extractor(agent: Agent, case: Case, material: Material) -> Extract:
    """An extractor that is a model; what was extracted before is taken out again by name and wording.

    Args:
        agent: any chat agent.
        case: the case.
        material: of the interview.
    """
    prompts = material.model_prompts
    unreadable = _Unreadable("extractor", agent, case)

    async def extract(turns: Sequence[Turn]) -> Extracted:
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
        answer = await ask_for_object(agent, messages, case, Form(_ENTITIES))
        if (found := answer.found) is None:
            return Extracted(fault=unreadable.count(str(answer.problem)))
        unreadable.forget()
        old = {claim.text for one in known for claim in one.claims}
        return Extracted(tuple(_entities(found["entities"], old, len(turns))))

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


class _Unreadable:
    """A model may be unreadable now and then; one that is so several times in a row plays no role."""

    def __init__(self, role: str, agent: Agent, case: Case) -> None:
        self._role, self._agent, self._case = role, agent, case
        self._lost = 0

    def count(self, fault: str) -> str:
        """Count an answer that could not be read.

        Raises:
            AgentError: it was one too many.
        """
        self._lost += 1
        if self._lost == UNREADABLE_IN_A_ROW:
            raise AgentError(
                f"the {self._role} gave no usable answer {self._lost} times in a row, asked twice each where "
                f"that may help: {fault}",
                where=f"{self._agent.spec}, case {self._case.name}",
                fix="run again to retry the case, or choose another model",
            )
        return fault

    def forget(self) -> None:
        """Begin to count anew."""
        self._lost = 0


def _asks_something(found: dict[str, Any]) -> str | None:
    return None if found["question"].strip() else "the question is empty"


def _interview(turns: Sequence[Turn]) -> dict[str, Any]:
    """The exchanges as prompts take them: as text, and as plain data for those that take material."""
    return {"transcript": interview_text(turns), "exchanges": exchanges_of(turns)}


def interview_text(turns: Sequence[Turn], first: int = 1) -> str:
    """The exchanges as numbered text; speakers by their roles on the wire, so that no wording stands here."""
    return "\n\n".join(
        f"[{number}] user: {turn.user.text}\n[{number}] assistant: {turn.subject.text}"
        for number, turn in enumerate(turns, start=first)
    )


def found_text(search: Search) -> str:
    """What a search found, as text."""
    return "\n\n".join(f"{one.title} ({one.url})\n{one.text}" for one in search.passages) or "–"
