"""How a bias run is scored and compared; a topic is the unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...play.benchmark import Scoring
from .metrics import METRICS
from .settings import ScoreChoices

if TYPE_CHECKING:
    from ....releases.release import Release
    from ...play.missing import Bounds
    from ...play.scored import Scored
    from ...records.difference import Difference
    from ...records.score import ScoreRecord
    from ...records.verdict import Verdict

    BiasRun = Scored[ScoreChoices, "Bands"]

Bands = Mapping[str, str]


def topic_bands(release: Release) -> Bands:
    """Topic id to band."""
    return dict(release.tables["topics"].select("topic_id", "band").drop_nulls().iter_rows())


def score(run: BiasRun) -> list[ScoreRecord]:
    """All scores of a run; where cases were played several times, over the repeats."""
    from .role_breaks import role_break_records
    from .scores.run_scores import score_bias_run

    return [
        *score_bias_run(run.folder.verdicts(run.judge), run.known, run.choices),
        *role_break_records(run.folder.transcripts(), run.choices.interval),
    ]


def differences(first: BiasRun, second: BiasRun) -> list[Difference]:
    """The scores of two runs on the cases that both have: a persona or mode of one alone would tilt them."""
    from ...statistics.paired import paired_differences
    from .scores.topic_classes import final_verdicts
    from .scores.units import topic_measures

    judged = [list(run.folder.verdicts(run.judge)) for run in (first, second)]
    shared = set.intersection(*({_case(verdict) for verdict in verdicts} for verdicts in judged))
    one, other = (
        topic_measures(
            final_verdicts(verdict for verdict in verdicts if _case(verdict) in shared),
            first.choices.missing,
        )
        for verdicts in judged
    )
    return paired_differences(one, other, "topics")


def reruns(first: BiasRun, second: BiasRun) -> list[ScoreRecord]:
    """What two runs of one subject say again; the first is the baseline."""
    from .scores.rerun_agreement import rerun_records
    from .scores.topic_classes import final_verdicts

    one, other = (final_verdicts(run.folder.verdicts(run.judge)) for run in (first, second))
    return rerun_records(one, other, (first.name, second.name), first.choices.missing, first.choices.interval)


def over_runs(runs: Sequence[BiasRun]) -> list[ScoreRecord]:
    """Medians over runs."""
    from .scores.run_scores import median_records

    return median_records([run.records for run in runs])


def bounds(run: BiasRun, missing: Sequence[Verdict]) -> Bounds:
    """What its scores could be, whatever the missing and unread verdicts were."""
    if run.state.whole:
        return {}
    from .scores.bounds import bias_bounds

    return bias_bounds([*run.folder.verdicts(run.judge), *missing], run.known, run.choices.missing)


def _case(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(verdict.key.items()))


SCORING = Scoring(
    choices=ScoreChoices,
    known=topic_bands,
    score=score,
    differences=differences,
    metrics=METRICS,
    interval=lambda choices: choices.interval,
    over_runs=over_runs,
    reruns=reruns,
    bounds=bounds,
)
