"""Compare runs of one release, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..errors import RunError, UsageError
from .metrics.bias_units import bias_measures
from .metrics.correction import holm
from .metrics.measure import Measure, label_measures
from .metrics.paired import PairedDifference, paired_difference
from .run_folder import RunFolder
from .scoring import only_judge
from .verdict import Verdict

# How a benchmark's verdicts become measures; any other benchmark is compared label by label.
_MEASURES: dict[str, Callable[[Iterable[Verdict]], list[Measure]]] = {"bias": bias_measures}


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
    _check(runs)
    measures = {run.name: _measures(run, judge) for run in runs}
    found = [
        (first, second, difference)
        for first, second in combinations(measures, 2)
        for name, measure in measures[first].items()
        if name in measures[second]
        and (difference := paired_difference(measure, measures[second][name])) is not None
    ]
    corrected = holm({position: found[position][2].p_value for position in range(len(found))})
    return [Comparison(*one, corrected[position]) for position, one in enumerate(found)]


def judges_of(runs: Sequence[RunFolder], judge: str | None = None) -> list[str]:
    """Whose verdicts the runs are compared by, each once: more than one is a caveat to every difference."""
    return list(dict.fromkeys(judge or only_judge(run) for run in runs))


def _measures(run: RunFolder, judge: str | None) -> dict[object, Measure]:
    judge = judge or only_judge(run)
    make = _MEASURES.get(run.record.benchmark, label_measures)
    return {measure.name: measure for measure in make(run.verdicts(judge))}


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


def _check(runs: Sequence[RunFolder]) -> None:
    if len(runs) < 2:
        raise UsageError("one run cannot be compared", fix="name two runs or more")
    names = [run.name for run in runs]
    if len(set(names)) < len(names):
        raise UsageError("two of the runs have the same name", fix="name each run once")
    require_one_release(runs)


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
