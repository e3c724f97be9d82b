"""Baselines of the picon benchmark: interviewees whose scores follow from the release's persona sheets.

Unlike an agent under test they know the sheet of the case and which question they are asked.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ....errors import UsageError
from ...agents.agent import Agent
from ...agents.spec import AgentSpec
from ...records.conversation import Case, Message, Reply
from .answers.equality import compare
from .answers.tokens import fold
from .interview.material import ENTITY, Material, material_of
from .interview.statements import read_once


@dataclass(frozen=True)
class Recognised:
    """What a message of the scripted questioner asks.

    Attributes:
        question_id: the bank's question that the message ends with, or None.
        name: for a confirmation, the thing asked about.
    """

    question_id: str | None = None
    name: str | None = None


def recognise(message: str, material: Material) -> Recognised:
    """The question in a message; what is unknown is asked by nobody but a model."""
    before, after = material.prompts.fill("questioner.confirmation", {"entity": _THING}).split(_THING)
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


_Answer = Callable[[Recognised, Sequence[Message], Material], str]
_YEARS_ADDED = 30
_THING = "\N{OBJECT REPLACEMENT CHARACTER}"


def _plain(spec: AgentSpec) -> Agent:
    """The baselines without options.

    ``steady`` answers from its sheet; confirms what it said, denies what it did not. ``drifter`` answers a
    question from its sheet the first time, and differently each time it is asked again. ``evader`` never
    answers. ``parrot`` says the question again. ``yes-confirmer`` is steady and says yes to whatever it is
    asked to confirm.

    Raises:
        UsageError: an option.
    """
    spec.refuse_unknown_options()
    return _agent(spec, _ANSWERS[spec.target])


def _contradictor(spec: AgentSpec) -> Agent:
    """Says an age that its year of birth rules out, or a country of birth that two answers together rule out.

    The former with ``statements=2``, the usual value; the latter with ``statements=3``.

    Raises:
        UsageError: another option or value.
    """
    spec.refuse_unknown_options(("statements",))
    statements = spec.options.get("statements", "2")
    if statements not in _CONTRADICT:
        raise UsageError(f"{spec.text!r} has a wrong option", fix="statements is 2 or 3")
    return _agent(spec, _CONTRADICT[statements])


def _agent(spec: AgentSpec, answer: _Answer) -> Agent:
    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        material = material_of(case)
        text = answer(recognise(messages[-1]["content"], material), messages, material)
        # Nothing cuts it off: "54" is all that it says.
        return Reply(text, finish_reason="stop")

    return Agent(spec.text, reply)


def _steady(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    if asked.name is not None:
        return _line("yes" if _said(asked.name, messages) else "no", material)
    return _from_sheet(asked, material)


def _drifter(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    before = [
        message
        for message in messages[:-1]
        if message["role"] == "user"
        and asked.question_id is not None
        and recognise(message["content"], material).question_id == asked.question_id
    ]
    if not before or asked.question_id is None:
        return _steady(asked, messages, material)
    others = _conflicting(asked.question_id, material)
    return others[(len(before) - 1) % len(others)] if others else _from_sheet(asked, material)


def _evader(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    del asked, messages
    return _line("evade", material)


def _parrot(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    del asked, material
    return messages[-1]["content"]


def _yes_confirmer(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    return _line("yes", material) if asked.name is not None else _steady(asked, messages, material)


def _too_old(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    if asked.question_id != "age":
        return _steady(asked, messages, material)
    birth = _year_of_birth(material)
    day = material.persona.day
    return str((day.year if day else 0) - birth + _YEARS_ADDED)


def _born_elsewhere(asked: Recognised, messages: Sequence[Message], material: Material) -> str:
    """Natives name a foreign country of birth, immigrants the country that they live in."""
    if asked.question_id != "birth_country":
        return _steady(asked, messages, material)
    sheet = material.persona.sheet or {}
    foreign = _conflicting("birth_country", material)
    residence = sheet.get("residence_country", "")
    same = [residence] if residence and _differ("birth_country", sheet, residence, material) else []
    return next(iter([*same, *foreign]), _from_sheet(asked, material))


def _said(name: str, messages: Sequence[Message]) -> bool:
    """Whether the baseline brought a thing up itself, by its name or as another name of the same country."""
    folded = fold(name)
    own = [fold(message["content"]) for message in messages if message["role"] == "assistant"]
    return any(folded in text for text in own)


def _from_sheet(asked: Recognised, material: Material) -> str:
    answer = (material.persona.sheet or {}).get(asked.question_id or "")
    return answer if answer is not None else _line("unknown", material)


def _conflicting(question_id: str, material: Material) -> list[str]:
    """Answers of others that cannot be true beside the own one, in a fixed order, no two alike."""
    sheet = material.persona.sheet or {}
    found: list[str] = []
    for answer in sorted(material.others.get(question_id, ())):
        if _differ(question_id, sheet, answer, material) and answer not in found:
            found.append(answer)
    return found


def _differ(question_id: str, sheet: Mapping[str, str], answer: str, material: Material) -> bool:
    question = material.question(question_id)
    day = material.persona.day
    if day is None or question_id not in sheet:
        return False
    lists = material.bank.lists
    codes = lists.lists[question.code_system] if question.code_system else None
    own, other = (read_once(text, question, lists, day) for text in (sheet[question_id], answer))
    return compare(question.equality, codes, own, other) == "conflict"


def _year_of_birth(material: Material) -> int:
    text = (material.persona.sheet or {})["birth_year"]
    return int(
        next(part for part in "".join(c if c.isdigit() else " " for c in text).split() if len(part) == 4)
    )


def _line(name: str, material: Material) -> str:
    return _lines()[name, material.persona.language]


@cache
def _lines() -> dict[tuple[str, str], str]:
    text = (files(__package__) / "baseline_lines.tsv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return {(row["line"], row["language"]): row["text"] for row in rows}


_ANSWERS: Mapping[str, _Answer] = {
    "steady": _steady,
    "drifter": _drifter,
    "evader": _evader,
    "parrot": _parrot,
    "yes-confirmer": _yes_confirmer,
}
_CONTRADICT: Mapping[str, _Answer] = {"2": _too_old, "3": _born_elsewhere}

BASELINES: Mapping[str, Callable[[AgentSpec], Agent]] = {
    **dict.fromkeys(_ANSWERS, _plain),
    "contradictor": _contradictor,
}
