"""The system prompt that gives a subject its persona."""

from __future__ import annotations

from .material import Material


def persona_prompt(material: Material, day: str) -> str:
    """The release's prompt, filled with the sheet of the interview's persona.

    Args:
        material: of the interview.
        day: of the interview, ISO 8601.

    Raises:
        ReleaseError: the release lacks the prompt.
    """
    facts = [
        {"question": material.question(name).text, "answer": answer}
        for name, answer in (material.persona.sheet or {}).items()
    ]
    persona = material.persona
    values = {"name": persona.name, "story": persona.story, "facts": facts, "date": day}
    return material.prompts.fill("subject.persona", values)
