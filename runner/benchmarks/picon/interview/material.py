"""What an interview is made of: the persona with sheet and prompt, the bank, other prompts, documents."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .....errors import JudgeError
from .....releases.prompts import Prompts
from ....records.conversation import Case
from ..answers.bank import Bank, Question, read_bank
from ..answers.checks import Check, read_checks
from ..evidence.searcher import Passage

if TYPE_CHECKING:
    from .....releases.release import Release


ENTITY = "{entity}"
# The prompts of models are written once, in English; they name the language to write in.
MODEL_LANGUAGE = "en"


@dataclass(frozen=True)
class Step:
    """A question that may follow a core question; see the ``chains`` table."""

    question_id: str
    head: str
    step: int
    unless_question: str | None
    unless_values: tuple[str, ...]


@dataclass(frozen=True)
class Lead:
    """A question about a place that an answer has named; see the ``leads`` table.

    Attributes:
        question: the lead as a question of the bank's kind, ``{entity}`` standing for the place.
        about: question or lead whose answer names it.
        step: its place among the leads about the same.
        inside: whether what it asks for lies in that place.
    """

    question: Question
    about: str
    step: int
    inside: bool

    def text(self, entity: str, *, again: bool = False) -> str:
        """The question about a place, or its paraphrase."""
        return (self.question.retest_text if again else self.question.text).replace(ENTITY, entity)


@dataclass(frozen=True)
class Persona:
    """Somebody to be interviewed.

    Attributes:
        persona_id: of the release, or ``file`` or ``inside``.
        language: of the interview.
        name, story: as in the release; empty for a persona that is not the release's.
        day: of the interview; None where the settings have it.
        sheet: question to answer; empty for a persona that is not the release's.
    """

    persona_id: str
    language: str
    name: str = ""
    story: str = ""
    day: dt.date | None = None
    sheet: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Material:
    """Everything an interview needs of a release.

    Attributes:
        persona: who is interviewed.
        order: ``shuffled`` or ``fixed``.
        bank: the questions.
        core: ids of the core questions, in the bank's order.
        checks: rules between answers.
        steps: which questions may follow which.
        leads: what may be asked about places, by id.
        others: question to the answers of the release's other personas, in the language.
        documents: what an offline search may find, in the language.
        prompts: the release's prompts in the language.
        model_prompts: those for models.
    """

    persona: Persona
    order: str
    bank: Bank
    core: tuple[str, ...]
    checks: tuple[Check, ...]
    steps: tuple[Step, ...]
    leads: Mapping[str, Lead]
    others: Mapping[str, tuple[str, ...]]
    documents: tuple[Passage, ...]
    prompts: Prompts
    model_prompts: Prompts

    def question(self, question_id: str) -> Question:
        """A question of the bank or a lead, in the language of the interview."""
        if question_id in self.leads:
            return self.leads[question_id].question
        return self.bank.question(question_id, self.persona.language)


def material_of(case: Case) -> Material:
    """The material in a case's facts.

    Raises:
        JudgeError: the release does not have the case.
    """
    if "material" not in case.facts:
        raise JudgeError(
            f"the release does not have case {case.name}", fix="judge with the release that was played"
        )
    material: Material = case.facts["material"]
    return material


class MaterialMaker:
    """Makes materials for a release whose shared parts are read once."""

    def __init__(self, release: Release) -> None:
        """Read bank, checks, chains, sheets and documents."""
        tables = release.tables
        self._bank = read_bank(release)
        self._checks = tuple(read_checks(tables["checks"]))
        core = tables["questions"].filter("core")["question_id"].unique(maintain_order=True)
        self._core = tuple(core.to_list())
        self._steps = tuple(_step(row) for row in tables["chains"].sort("head", "step").iter_rows(named=True))
        self._leads: dict[str, dict[str, Lead]] = {}
        for row in tables["leads"].sort("about", "step").iter_rows(named=True):
            self._leads.setdefault(row["language"], {})[row["lead_id"]] = _lead(row)
        self._personas = {row["persona_id"]: row for row in tables["personas"].iter_rows(named=True)}
        self._sheets: dict[str, dict[str, str]] = {}
        for persona, question, answer in tables["persona_facts"].iter_rows():
            self._sheets.setdefault(persona, {})[question] = answer
        self._documents = list(tables["documents"].iter_rows(named=True))
        self._prompts = {code: Prompts(release, code) for code in ("en", "pt", "zh")}

    def personas(self) -> dict[str, str]:
        """Id to language."""
        return {persona_id: row["language"] for persona_id, row in self._personas.items()}

    def make(self, key: Mapping[str, str]) -> Material | None:
        """The material of a case, or None where the release has no such persona or language.

        Args:
            key: ``persona``, ``language`` and ``order``.
        """
        persona = self._persona(key["persona"], key["language"])
        if persona is None:
            return None
        language = persona.language
        others: dict[str, list[str]] = {}
        for other, sheet in self._sheets.items():
            if other != persona.persona_id and self._personas[other]["language"] == language:
                for question, answer in sheet.items():
                    others.setdefault(question, []).append(answer)
        return Material(
            persona,
            key["order"],
            self._bank,
            self._core,
            self._checks,
            self._steps,
            self._leads[language],
            {question: tuple(answers) for question, answers in others.items()},
            tuple(
                Passage(f"release:documents/{row['document_id']}", row["title"], row["text"])
                for row in self._documents
                if row["language"] == language
            ),
            self._prompts[language],
            self._prompts[MODEL_LANGUAGE],
        )

    def _persona(self, persona_id: str, language: str) -> Persona | None:
        if language not in self._prompts:
            return None
        row = self._personas.get(persona_id)
        if row is None:
            return Persona(persona_id, language) if persona_id in ("file", "inside") else None
        day = dt.date.fromisoformat(row["interview_date"])
        return Persona(persona_id, language, row["name"], row["story"], day, self._sheets[persona_id])


def _step(row: Mapping[str, Any]) -> Step:
    return Step(
        row["question_id"], row["head"], row["step"], row["unless_question"], tuple(row["unless_values"])
    )


def _lead(row: Mapping[str, Any]) -> Lead:
    question = Question(
        row["lead_id"], row["language"], row["text"], row["retest_text"], "name", None, None, None,
        row["stability"], "same_name",
    )  # fmt: skip
    return Lead(question, row["about"], row["step"], row["inside"])


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
