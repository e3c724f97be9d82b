"""How a picon run is scored and compared; a persona is the unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...play.benchmark import Scoring
from ...records.difference import Difference
from ...records.score import ScoreRecord
from ...statistics.paired import paired_differences
from .metrics import METRICS
from .scores.bounds import picon_bounds
from .scores.findings import read_findings
from .scores.run_scores import PiconChoices, PiconRun, measures_by_persona, score_picon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....releases.release import Release
    from ...play.missing import Bounds
    from ...records.verdict import Verdict


def score(run: PiconRun) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats."""
    repeats = [findings for _, findings in sorted(read_findings(run.folder, run.judge).items())]
    return score_picon(repeats, run.choices) if repeats else []


def differences(first: PiconRun, second: PiconRun) -> list[Difference]:
    """Every measure of an interview, over the personas for which it is defined in both runs."""
    one, other = (
        measures_by_persona(read_findings(run.folder, run.judge), first.choices.reading)
        for run in (first, second)
    )
    return paired_differences(one, other, "personas")


def bounds(run: PiconRun, missing: Sequence[Verdict]) -> Bounds:
    """What its scores could be, whatever the exchanges were of which nobody could tell."""
    unplayed: dict[int, set[str]] = {}
    for verdict in missing:
        if not verdict.turn:
            persona = f"{verdict.key['persona']}/{verdict.key['language']}"
            unplayed.setdefault(verdict.repeat, set()).add(persona)
    return picon_bounds(read_findings(run.folder, run.judge), unplayed, run.choices.reading)


def _nothing(release: Release) -> None:
    """The scores rest on transcripts and verdicts alone."""
    del release


SCORING = Scoring(
    choices=PiconChoices,
    known=_nothing,
    score=score,
    differences=differences,
    metrics=METRICS,
    bounds=bounds,
)
