"""Compare runs of one release, unit by unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ...errors import RunError, UsageError
from ..records.difference import Comparison
from ..records.run_facts import model_of
from ..records.run_folder import RunFolder
from ..records.score import ScoreRecord
from ..statistics.significance import holm
from .scored import Scored


@dataclass(frozen=True)
class Compared:
    """Runs compared with each other.

    Attributes:
        comparisons: every score of every pair of runs.
        reruns: for each two runs that have one subject, how far they say the same again.
    """

    comparisons: Sequence[Comparison]
    reruns: dict[tuple[str, str], list[ScoreRecord]] = field(default_factory=dict)


def compare_runs(runs: Sequence[Scored[Any, Any]]) -> Compared:
    """Every score of every pair of runs, paired by unit; p-values corrected for all of them together.

    Args:
        runs: two runs or more, of one release.

    Raises:
        UsageError: fewer than two runs, or a run twice.
        RunError: runs of different releases.
    """
    check_comparable([run.folder for run in runs])
    scoring = runs[0].benchmark.scoring
    found = [
        (one.name, other.name, difference)
        for one, other in combinations(runs, 2)
        for difference in scoring.differences(one, other)
    ]
    corrected = holm(
        {place: p for place, (_, _, difference) in enumerate(found) if (p := difference.p) is not None}
    )
    reruns = {
        (one.name, other.name): scoring.reruns(one, other)
        for one, other in combinations(runs, 2)
        if scoring.reruns is not None and _subject(one.folder) == _subject(other.folder)
    }
    return Compared([Comparison(*one, corrected.get(place)) for place, one in enumerate(found)], reruns)


def check_comparable(runs: Sequence[RunFolder]) -> None:
    """Refuse what cannot be compared.

    Raises:
        UsageError: fewer than two runs, or a run twice.
        RunError: runs of different releases.
    """
    if len(runs) < 2:
        raise UsageError("one run cannot be compared", fix="name two runs or more")
    places = [run.path.resolve() for run in runs]
    if len(set(places)) < len(places):
        raise UsageError("one of the runs is named twice", fix="name each run once")
    require_one_release(runs)


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
