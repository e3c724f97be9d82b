"""Interviews for reading: a case for each, with phases, verdicts, evidence and the persona's sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ....records.case_view import Bubble, CaseView, Segment
from ..interview.material import Material, MaterialMaker, persona_prompt
from ..interview.notes import Stage
from ..metrics import AXES, MEASURES
from ..scores.findings import Formulas
from ..scores.run_scores import PiconRun, measures_of
from ..settings import FILE, RELEASE
from .contradictions import check_statements
from .exchange_bubbles import exchange_bubbles
from .format import STAGES, counted, score
from .interviews import Exchange, Interview, read_interviews
from .kinds import finding_kinds

_TAGS = {"pt": "pt-BR", "zh": "zh-Hans"}
_PHASES: dict[Stage, tuple[str, str]] = {
    "get_to_know": ("get to know", "The core questions, with a search for what each answer names."),
    "main": ("main interrogation", "Questions that lead on from the answers, and come back to them."),
    "retest": ("retest", "The core questions once more, in the same session."),
    "later": ("later session", "The conversation begins anew; the core questions again."),
}


def picon_cases(run: PiconRun) -> Iterator[CaseView]:
    """The interviews of a run by name."""
    read = read_interviews(run)
    checks = check_statements(read)
    varied = _varied(read.interviews)
    maker = MaterialMaker(run.release)
    for interview in read.interviews:
        material = maker.make(interview.transcript.key)
        yield _case(run, interview, material, checks, varied)


def _case(
    run: PiconRun,
    interview: Interview,
    material: Material | None,
    checks: Mapping[str, str],
    varied: set[str],
) -> CaseView:
    bubbles = [*_opening(run, interview, material)]
    for session, phase, exchanges in _phases(interview):
        bubbles.append(_heading(session, phase, exchanges))
        for exchange in exchanges:
            bubbles += exchange_bubbles(interview, exchange, material, checks)
    found = [(exchange, kind) for exchange in interview.exchanges for kind in finding_kinds(exchange)]
    scores = _scores(interview, run.choices.reading)
    key = interview.transcript.key
    return CaseView(
        interview.key,
        _TAGS.get(interview.language, interview.language),
        {
            "persona": [interview.persona],
            "language": [interview.language],
            "order": [key["order"]] if "order" in varied else [],
            "finding": list(dict.fromkeys(kind for _, kind in found)) or ["none"],
            "stage": list(dict.fromkeys(STAGES[exchange.note.stage] for exchange, _ in found)),
            "repeat": [f"repeat {interview.transcript.repeat + 1}"] if "repeat" in varied else [],
            "flags": list(dict.fromkeys(flag for bubble in bubbles for flag in bubble.flags)),
        },
        " · ".join(f"{axis} {score(scores[metric])}" for axis, metric in AXES.items()),
        None,
        bubbles,
        [*((MEASURES[name].label, score(value)) for name, value in scores.items())],
        "scores of this interview",
        [(exchange.anchor, f"{exchange.number}: {kind}") for exchange, kind in found],
    )


def _varied(interviews: Sequence[Interview]) -> set[str]:
    """What differs between a run's interviews; what does not is not worth a word in their titles."""
    keys = [{**one.transcript.key, "repeat": str(one.transcript.repeat)} for one in interviews]
    return {name for one in keys for name, value in one.items() if value != keys[0][name]}


def _phases(interview: Interview) -> Iterator[tuple[int, Stage, list[Exchange]]]:
    """Runs of exchanges of one session and stage; a confirmation belongs to the stage it came up in."""
    stage: Stage = "get_to_know"
    staged = []
    for exchange in interview.exchanges:
        stage = stage if exchange.note.stage == "confirmation" else exchange.note.stage
        staged.append((exchange.note.session, stage, exchange))
    for (session, phase), group in groupby(staged, key=lambda one: one[:2]):
        yield session, phase, [exchange for _, _, exchange in group]


def _scores(interview: Interview, reading: Formulas) -> dict[str, float | None]:
    """Every measure of one interview."""
    return {name: measure(interview.findings) for name, measure in measures_of(reading).items()}


def _heading(session: int, phase: Stage, exchanges: list[Exchange]) -> Bubble:
    title, told = _PHASES[phase]
    asked = sum(one.note.asking is None for one in exchanges)
    confirmed = len(exchanges) - asked
    counts = counted(asked, "question") + (f", {counted(confirmed, 'confirmation')}" if confirmed else "")
    name = f"{title} {session}" if phase == "later" and session > 2 else title
    return Bubble("note", f"session {session}: {name}", [Segment(f"{told} {counts}.")])


def _opening(run: PiconRun, interview: Interview, material: Material | None) -> Iterator[Bubble]:
    """What the subject was told of its persona."""
    record = run.folder.record
    persona = str(record.settings.get("persona", RELEASE))
    day = interview.exchanges[0].note.day if interview.exchanges else ""
    if persona.startswith(FILE):
        digest = str(record.settings.get("persona_sha256", "unknown"))[:12]
        told = (
            f"The persona was given as a system prompt from {persona.removeprefix(FILE)} (SHA-256 {digest}…)."
        )
        yield Bubble("note", "persona", [Segment(told)])
    elif persona != RELEASE or material is None:
        yield Bubble(
            "note", "persona", [Segment("The subject has its persona of its own; it was told nothing.")]
        )
    elif any(name.startswith("subject.persona.") for name in record.prompts):
        sheet = Segment(persona_prompt(material, day))
        yield Bubble("system", "persona sheet (system prompt)", [sheet])
    else:
        sheet = Segment(persona_prompt(material, day))
        yield Bubble("system", "persona sheet (the baseline answers from it; no prompt was sent)", [sheet])
