"""A run with all that its report needs: judge, scores, release and a short name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..play.registry import protocol_of
from ..play.run import Run
from ..play.scoring import only_judge, score_run
from ..records.run_folder import RunFolder, open_run
from ..records.score import ScoreRecord

if TYPE_CHECKING:
    from ...releases.release import Release


@dataclass(frozen=True)
class ReportRun:
    """A run that is reported.

    Attributes:
        folder: the run.
        judge: whose verdicts.
        records: its scores.
        release: the release that was played, or for an import the one that it is read by.
        name: a short name, unlike that of any other run of the page.
    """

    folder: RunFolder
    judge: str
    records: Sequence[ScoreRecord]
    release: Release
    name: str

    def find(self, metric: str, by: Mapping[str, str] | None = None) -> ScoreRecord | None:
        """The record of a metric under exactly these restrictions."""
        return next((one for one in self.records if one.metric == metric and one.by == (by or {})), None)


def open_runs(
    runs: Sequence[Run | RunFolder | Path],
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - the benchmark's own choices
) -> list[ReportRun]:
    """Open and score runs of one benchmark.

    Args:
        runs: runs or their folders.
        judge: whose verdicts; each run's only judge when None.
        release: the release they were played with, where its name does not find it.
        choices: how they are scored; the benchmark's usual choices when None.

    Raises:
        UsageError: there is none, they are of several benchmarks, or the release is another one.
        RunError: a run has no verdicts.
        ReleaseError: the release cannot be found.
    """
    folders = [_folder(run) for run in runs]
    benchmarks = sorted({folder.record.benchmark for folder in folders})
    if len(benchmarks) != 1:
        if not benchmarks:
            raise UsageError("there is no run to report on", fix="give the folder of a run")
        raise UsageError(
            f"these are runs of {' and '.join(benchmarks)}", fix="report on one benchmark at a time"
        )
    opened = []
    # Checking a release takes seconds; runs of one release share it.
    loaded: dict[str, Release] = {}
    for folder, name in zip(folders, _short_names(folders), strict=True):
        wanted = _release_name(folder)
        played = loaded[wanted] = played_release(folder, loaded.get(wanted, release))
        by = judge or only_judge(folder)
        groups = protocol_of(folder.record.benchmark).groups(played)
        opened.append(
            ReportRun(folder, by, score_run(folder, judge=by, bands=groups, choices=choices), played, name)
        )
    return opened


def played_release(folder: RunFolder, given: str | Path | Release | None = None) -> Release:
    """The release a run was played with; for an import the one given, or the newest known.

    Raises:
        UsageError: the release is not the one that was played.
        ReleaseError: it cannot be found.
    """
    from ...releases.load import load_release
    from ...releases.release import Release

    played = folder.record.release
    wanted = given or _release_name(folder)
    release = wanted if isinstance(wanted, Release) else load_release(wanted)
    if played is not None and release.digest != played["digest"]:
        raise UsageError(
            f"{folder.name} was played with another {played['name']}",
            where=str(release.folder),
            fix="give the folder of that release with --release",
        )
    return release


def _release_name(folder: RunFolder) -> str:
    played = folder.record.release
    return folder.record.benchmark if played is None else str(played["name"])


def _folder(run: Run | RunFolder | Path) -> RunFolder:
    if isinstance(run, Run):
        return run.folder
    return run if isinstance(run, RunFolder) else open_run(run)


def _short_names(folders: Sequence[RunFolder]) -> list[str]:
    """The folders' names; those that occur twice are told apart by the folder they lie in, then by number."""
    names = [folder.name for folder in folders]
    longer = [
        name if names.count(name) == 1 else f"{folder.path.resolve().parent.name}/{name}"
        for name, folder in zip(names, folders, strict=True)
    ]
    return [
        name if longer.count(name) == 1 else f"{name} ({longer[: place + 1].count(name)})"
        for place, name in enumerate(longer)
    ]
