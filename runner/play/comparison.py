"""Compare runs of one release, unit by unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from ...errors import RunError, UsageError
from ..benchmarks.bias.scores.rerun_agreement import again_records
from ..benchmarks.bias.scores.topic_classes import final_verdicts
from ..benchmarks.bias.scores.units import bias_measures
from ..benchmarks.picon.interview.findings import read_findings
from ..benchmarks.picon.scores.units import picon_measures
from ..records.run_facts import model_of
from ..records.run_folder import RunFolder
from ..records.score import ScoreRecord
from ..records.verdict import Verdict
from ..statistics.paired import Measure, PairedDifference, label_measures, paired_difference
from ..statistics.significance import holm
from .scoring import only_judge

if TYPE_CHECKING:
    import polars as pl

MeasureName = tuple[str, tuple[tuple[str, str], ...]]
_LIKE_BIAS = ("bias", "topics")


@dataclass(frozen=True)
class Comparison:
    """One score of two runs.

    Attributes:
        first: name of the first run.
        second: name of the second.
        difference: the paired difference.
        corrected_p: its p-value, corrected by Holm for all scores and pairs of runs compared at once.
    """

    first: str
    second: str
    difference: PairedDifference
    corrected_p: float


def compare_runs(runs: Sequence[RunFolder], judge: str | None = None) -> list[Comparison]:
    """Every score of every pair of runs, paired.

    Args:
        runs: two runs or more, of one release.
        judge: whose verdicts; the only judge's of each run when None.

    Raises:
        UsageError: fewer than two runs, a run twice, or several judges and none chosen.
        RunError: runs of different releases, or a run without verdicts.
    """
    check_comparable(runs)
    names = {run.name: judge or only_judge(run) for run in runs}
    found = []
    for first, second in combinations(runs, 2):
        one, other = _measures((first, second), names)
        for name in [name for name in one if name in other]:
            difference = paired_difference(one[name], other[name])
            if difference is not None:
                found.append((first.name, second.name, difference))
    corrected = holm({position: found[position][2].p_value for position in range(len(found))})
    return [Comparison(*one, corrected[position]) for position, one in enumerate(found)]


def judges_of(runs: Sequence[RunFolder], judge: str | None = None) -> list[str]:
    """Whose verdicts the runs are compared by, each once: more than one is a caveat to every difference."""
    return list(dict.fromkeys(judge or only_judge(run) for run in runs))


def _measures(
    runs: tuple[RunFolder, RunFolder], judges: Mapping[str, str]
) -> tuple[dict[MeasureName, Measure], dict[MeasureName, Measure]]:
    """The measures of two runs by name: the benchmark's own, or else label by label."""
    if _kind(runs[0]) == "picon":
        made = [picon_measures(read_findings(run, judges[run.name])) for run in runs]
    else:
        make = bias_measures if _kind(runs[0]) in _LIKE_BIAS else label_measures
        judged = [list(run.verdicts(judges[run.name])) for run in runs]
        made = [make(verdicts) for verdicts in _shared(*judged)]
    one, other = ({measure.name: measure for measure in measures} for measures in made)
    return one, other


def require_one_release(runs: Sequence[RunFolder]) -> None:
    """Refuse runs of different releases, or imports from different tools.

    Raises:
        RunError: two runs differ; both are named.
    """
    first = runs[0]
    for run in runs[1:]:
        if _played(run) != _played(first):
            raise RunError(
                f"{first.name} is of {_release_name(first)}, {run.name} of {_release_name(run)}",
                fix="choose runs of one release",
            )


def _shared(first: Sequence[Verdict], second: Sequence[Verdict]) -> tuple[list[Verdict], list[Verdict]]:
    """The verdicts of the cases that both runs have: a persona or mode of one alone would tilt its scores."""
    cases = {_case(verdict) for verdict in first} & {_case(verdict) for verdict in second}
    one, other = ([v for v in verdicts if _case(v) in cases] for verdicts in (first, second))
    return one, other


def _case(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(verdict.key.items()))


def compare_again(
    runs: Sequence[RunFolder], judge: str | None = None
) -> dict[tuple[str, str], list[ScoreRecord]]:
    """For each two runs of bias that have one subject, what came out again (see ``metrics.bias_again``).

    Args:
        runs: as ``compare_runs`` takes them; the first of two is the baseline.
        judge: whose verdicts; the only judge's of each run when None.
    """
    return {
        (one.name, other.name): again_records(
            _verdicts(one, judge), _verdicts(other, judge), (one.name, other.name)
        )
        for one, other in combinations(runs, 2)
        if _kind(one) in _LIKE_BIAS and _subject(one) == _subject(other)
    }


def check_comparable(runs: Sequence[RunFolder]) -> None:
    """Refuse what cannot be compared.

    Raises:
        UsageError: fewer than two runs, or a run twice.
        RunError: runs of different releases.
    """
    if len(runs) < 2:
        raise UsageError("one run cannot be compared", fix="name two runs or more")
    names = [run.name for run in runs]
    if len(set(names)) < len(names):
        raise UsageError("two of the runs have the same name", fix="name each run once")
    require_one_release(runs)


def _kind(run: RunFolder) -> str:
    """The benchmark; ``topics`` for a user's own."""
    return run.record.benchmark.partition(".")[0]


def _verdicts(run: RunFolder, judge: str | None) -> pl.DataFrame:
    return final_verdicts(run.verdicts(judge or only_judge(run)))


def _subject(run: RunFolder) -> str:
    """Who is under test: the model, wherever it was reached, or the spec."""
    spec = run.record.agents["subject"]
    return model_of(spec) or spec


def _played(run: RunFolder) -> tuple[str, object, object]:
    """What must be equal: the benchmark, the release's digest, or the tool an import came from."""
    release = run.record.release
    return (
        run.record.benchmark,
        release and release["digest"],
        None if release else run.record.settings.get("tool"),
    )


def _release_name(run: RunFolder) -> str:
    release = run.record.release
    if release is None:
        return f"{run.record.benchmark}, imported"
    return f"{release['name']} ({release['digest'][:8]})"
