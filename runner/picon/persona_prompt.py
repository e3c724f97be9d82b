"""The system prompt that gives a subject its persona."""

from __future__ import annotations

from collections.abc import Mapping

from .material import Material


def persona_prompt(material: Material, day: str) -> str:
    """The release's prompt, filled with the sheet of the interview's persona.

    Args:
        material: of the interview.
        day: of the interview, ISO 8601.

    Raises:
        ReleaseError: the release lacks the prompt.
    """
    persona = material.persona
    sheet = persona.sheet or {}
    facts = [
        {"question": _as_fact(name, sheet, material), "answer": answer} for name, answer in sheet.items()
    ]
    values = {"name": persona.name, "story": persona.story, "facts": facts, "date": day}
    return material.prompts.fill("subject.persona", values)


def _as_fact(question_id: str, sheet: Mapping[str, str], material: Material) -> str:
    """A question of the sheet; a lead names the place that it is about as the sheet does."""
    lead = material.leads.get(question_id)
    if lead is None:
        return material.question(question_id).text
    return lead.text(sheet.get(lead.about, "…").strip(" .。"))
