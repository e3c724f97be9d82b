"""A run's interviews, exchange by exchange: what was said, noted and found, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ....records.conversation import Transcript, Turn
from ....records.score import ScoreRecord
from ....records.verdict import Verdict
from ..interview.notes import JUDGED_STAGES, Conflict, Details, Note, details_from_record
from ..interview.statements import noted
from ..scores.findings import Findings, findings_of
from ..scores.run_scores import PiconRun


@dataclass(frozen=True)
class Exchange:
    """A question and its answer.

    Attributes:
        number: from 1, over all sessions.
        turn: the words.
        note: what the protocol noted.
        verdict: of the run's judge; None where it was not judged.
        details: what the verdict found; empty where there is none.
    """

    number: int
    turn: Turn
    note: Note
    verdict: Verdict | None
    details: Details

    @property
    def anchor(self) -> str:
        """Its name in links."""
        return f"t{self.number}"

    @property
    def judged(self) -> bool:
        """Whether it is a question of the first two stages."""
        return self.note.stage in JUDGED_STAGES

    @property
    def retest(self) -> bool:
        """Whether it asks a question again, in the same session or a later one."""
        return self.note.stage in ("retest", "later")


@dataclass(frozen=True)
class Interview:
    """One interview.

    Attributes:
        key: name of its case.
        label: a short name, unlike that of the run's other interviews.
        persona: name of the persona.
        language: ISO 639-1 code.
        transcript: what was said.
        exchanges: in order.
        findings: what the measures rest on.
    """

    key: str
    label: str
    persona: str
    language: str
    transcript: Transcript
    exchanges: Sequence[Exchange]
    findings: Findings

    def at(self, number: int) -> Exchange:
        """The exchange of that number."""
        return self.exchanges[number - 1]


@dataclass(frozen=True)
class ReadRun:
    """A run and its interviews, by name."""

    run: PiconRun
    interviews: Sequence[Interview]

    @property
    def name(self) -> str:
        """The run's short name."""
        return self.run.name

    def exchanges(self) -> Iterable[tuple[Interview, Exchange]]:
        """Every exchange with the interview it stands in."""
        return ((one, exchange) for one in self.interviews for exchange in one.exchanges)

    def find(self, metric: str) -> ScoreRecord | None:
        """The mean of a metric over personas."""
        return self.run.find(metric)


def read_interviews(run: PiconRun) -> ReadRun:
    """Read a run.

    Raises:
        RunError: a transcript or verdict is damaged.
    """
    verdicts: dict[tuple[tuple[str, ...], int], list[Verdict]] = {}
    for verdict in run.folder.verdicts(run.judge):
        verdicts.setdefault(_case(verdict), []).append(verdict)
    transcripts = sorted(run.folder.transcripts(), key=lambda one: one.name)
    names = _persona_names(run)
    labels = _labels(transcripts, names)
    return ReadRun(
        run,
        [
            _interview(one, label, names, verdicts.get(_case(one), ()))
            for one, label in zip(transcripts, labels, strict=True)
        ],
    )


def conflicts_of(exchange: Exchange) -> Sequence[Conflict]:
    """The contradictions that an answer brings in, as far as the measures count them."""
    return exchange.details.conflicts or () if exchange.judged else ()


def _case(one: Transcript | Verdict) -> tuple[tuple[str, ...], int]:
    return (*one.key.values(),), one.repeat


def _interview(
    transcript: Transcript, label: str, names: dict[str, str], verdicts: Sequence[Verdict]
) -> Interview:
    by_turn = {one.turn: one for one in verdicts}
    exchanges = [
        Exchange(number, turn, note, by_turn.get(number), _details(by_turn.get(number)))
        for number, turn, note in noted(transcript.turns)
    ]
    persona = transcript.key["persona"]
    return Interview(
        transcript.name,
        label,
        names.get(persona, persona),
        transcript.key["language"],
        transcript,
        exchanges,
        findings_of(transcript, verdicts),
    )


def _details(verdict: Verdict | None) -> Details:
    return details_from_record((verdict and verdict.details) or {})


def _persona_names(run: PiconRun) -> dict[str, str]:
    own = {"file": "persona from a file", "inside": "the endpoint's own persona"}
    return own | dict(run.release.tables["personas"].select("persona_id", "name").iter_rows())


def _labels(transcripts: Sequence[Transcript], names: dict[str, str]) -> list[str]:
    """The persona's name, and of language, order and repeat what tells interviews of one persona apart."""
    values: dict[tuple[str, str], set[str]] = {}
    for one in transcripts:
        for name, value in one.key.items():
            values.setdefault((one.key["persona"], name), set()).add(value)
    varied = {name for (_, name), found in values.items() if len(found) > 1}
    repeated = any(one.repeat for one in transcripts)
    return [
        ", ".join(
            [
                names.get(one.key["persona"], one.key["persona"]),
                *(value for name, value in one.key.items() if name in varied),
                *([f"repeat {one.repeat + 1}"] if repeated else []),
            ]
        )
        for one in transcripts
    ]
