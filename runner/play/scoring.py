"""Score a run by the verdicts of one of its judges."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...errors import RunError, UsageError
from ..judges.judge import first_passes
from ..records.run_folder import RunFolder, open_run, write_document
from ..records.score import ScoreRecord
from .registry import protocol_of


def score_run(
    run: RunFolder | Path,
    *,
    judge: str | None = None,
    bands: Any = None,  # noqa: ANN401 - what the benchmark's scores know of its release
    choices: Any = None,  # noqa: ANN401 - the benchmark's own choices
) -> list[ScoreRecord]:
    """Score a run and write its ``scores.json``.

    Args:
        run: the run or its folder.
        judge: whose verdicts; the only judge's when None.
        bands: what scores know of the release, as the protocol's ``groups`` gives it.
        choices: what the benchmark's metrics have to be told, or None for the usual choices.

    Raises:
        UsageError: several judges and none chosen.
        RunError: no or damaged verdicts.
    """
    folder = run if isinstance(run, RunFolder) else open_run(run)
    if judge is None:
        judge = only_judge(folder)
    records = protocol_of(folder.record.benchmark).score(folder, judge, bands or {}, choices)
    write_document(folder.path / "scores.json", [asdict(record) for record in records])
    return records


def only_judge(folder: RunFolder) -> str:
    """The judge of a run that has one, later passes of the same judge aside.

    Raises:
        RunError: it has none.
        UsageError: it has several.
    """
    judges = first_passes(folder)
    if not judges:
        raise RunError(
            "the run has no verdicts", where=str(folder.path), fix="judge it first: standfast judge"
        )
    if len(judges) > 1:
        raise UsageError(f"{folder.name} was judged by {', '.join(judges)}", fix="choose one with --judge")
    return judges[0]
