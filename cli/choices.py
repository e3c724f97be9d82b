"""What a report or a leaderboard is scored by: the options of ``standfast score``, each for its benchmark."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .runs import Interval, Missing, Readings
from .sharp import NeutralReplies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..runner.benchmarks.bias.scores.topic_classes import ScoreChoices
    from ..runner.benchmarks.picon.scores.run_scores import PiconChoices
    from ..runner.benchmarks.sharp.protocol import SharpChoices
    from ..runner.records.run_folder import RunFolder

# Option by name of its parameter, and the benchmark it is for.
_BENCHMARKS = {
    "missing": ("--missing", "bias"),
    "interval": ("--interval", "bias"),
    "neutral": ("--neutral", "sharp"),
    "reference": ("--reference", "sharp"),
    "samples": ("--samples", "sharp"),
    "seed": ("--bootstrap-seed", "sharp"),
    "reading": ("--reading", "picon"),
}


@dataclass(frozen=True)
class GivenChoices:
    """The values of all these options, given or not."""

    missing: Missing
    interval: Interval
    neutral: NeutralReplies
    reference: Path | None
    samples: int
    seed: int
    reading: Readings


def score_choices(
    context: typer.Context, folders: Sequence[RunFolder], given: GivenChoices
) -> ScoreChoices | SharpChoices | PiconChoices | None:
    """The choices of the runs' benchmark; None for runs of several, which cannot be reported together.

    Args:
        context: of the command, which knows what the user gave.
        folders: the runs.
        given: the options' values.

    Raises:
        UsageError: an option of another benchmark was given.
    """
    benchmarks = {_kind(folder) for folder in folders}
    if len(benchmarks) != 1:
        return None
    (benchmark,) = benchmarks
    _refuse_foreign(context, benchmark)
    if benchmark == "bias":
        from ..runner.benchmarks.bias.scores.topic_classes import ScoreChoices

        return ScoreChoices(given.missing.value, given.interval.value)
    if benchmark == "sharp":
        from ..runner.benchmarks.sharp.protocol import SharpChoices
        from ..runner.benchmarks.sharp.scores.stance_frame import StanceChoices
        from ..runner.records.run_folder import open_run

        backbone = open_run(given.reference) if given.reference else None
        return SharpChoices(StanceChoices(given.neutral.value, given.samples, given.seed), backbone)
    from ..runner.benchmarks.picon.scores.run_scores import PiconChoices

    return PiconChoices(given.reading.value)


def _kind(folder: RunFolder) -> str:
    """The benchmark of a run; topics of one's own are scored like bias."""
    name = folder.record.benchmark.partition(".")[0]
    return "bias" if name == "topics" else name


def _refuse_foreign(context: typer.Context, benchmark: str) -> None:
    from ..errors import UsageError

    for parameter, (option, of) in _BENCHMARKS.items():
        source = context.get_parameter_source(parameter)
        if of != benchmark and source is not None and source.name == "COMMANDLINE":
            raise UsageError(
                f"{option} is a choice of {of}, and these are runs of {benchmark}", fix=f"leave {option} out"
            )
