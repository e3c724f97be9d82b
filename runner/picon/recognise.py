"""What a message of the scripted questioner asks, for baselines that have to know."""

from __future__ import annotations

from dataclasses import dataclass

from .material import ENTITY, Material

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
