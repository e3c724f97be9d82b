"""Charts and tables of picon runs."""

from __future__ import annotations

from collections.abc import Sequence

from ....records.section import Figure, Section
from ....records.table import Table
from ..scores.run_scores import PiconRun
from .claims import claim_bars, decoy_bars, evidence_table
from .contradiction_map import contradiction_map
from .contradictions import abstention_table, hop_table
from .interviews import read_interviews
from .measures import measures, side_by_side
from .radar import radar
from .retest import interview_grids, retest_bars, retest_grid, retest_lead

_READINGS = {
    "paper": "Formulas are read as the paper states them.",
    "package": "Formulas are read as the published program computes them.",
}


def picon_sections(runs: Sequence[PiconRun]) -> list[Section]:
    """Consistency, contradictions, retests and evidence.

    Args:
        runs: of one release.

    Raises:
        RunError: a transcript or verdict is damaged.
    """
    read = [read_interviews(run) for run in runs]
    readings = dict.fromkeys(_READINGS[run.choices.reading] for run in runs)
    return [
        Section(
            "consistency",
            "Consistency",
            "Does a persona answer and keep to what it said (internal consistency), does what it names hold "
            "in the world (external), does it say the same when asked again (retest)? " + " ".join(readings),
            _given(radar(read), measures(read), side_by_side(read), abstention_table(read)),
        ),
        Section(
            "contradictions",
            "Contradictions",
            "Some contradictions show in two answers, others only when three or more are put together.",
            _given(contradiction_map(read), hop_table(read)),
        ),
        Section(
            "retest",
            "Asked again",
            retest_lead(read),
            _given(retest_bars(read), retest_grid(read), *interview_grids(read)),
        ),
        Section(
            "evidence",
            "Evidence and decoys",
            "What answers name is searched for, and the persona is asked whether what was named is its own; "
            "now and then about something that is not.",
            _given(claim_bars(read), decoy_bars(read), evidence_table(read)),
        ),
    ]


def _given(*parts: Figure | Table | None) -> list[Figure | Table]:
    return [part for part in parts if part is not None]
