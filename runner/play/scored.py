"""The one door to a run: opened with its own release, whose digest is checked, its judge and its choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ...errors import ReleaseError, UsageError
from ...options import check_options, read_options
from ..judges.agreement import agreement_records
from ..judges.judge import named_judge
from ..records.run_folder import RunFolder, open_run, write_document
from ..records.run_state import RunState, run_state
from ..records.score import ScoreRecord, scores_json
from ..records.sessions import read_sessions
from .benchmark import Benchmark, benchmark_of
from .missing import bounds_by_case, missing_verdicts, score_name

if TYPE_CHECKING:
    from ...releases.release import Release
    from ..records.verdict import Verdict

ChoicesT = TypeVar("ChoicesT")
KnownT = TypeVar("KnownT")
SCORES_FILE = "scores.json"
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Scored(Generic[ChoicesT, KnownT]):
    """A run opened to be scored, compared or shown.

    Attributes:
        folder: the run.
        judge: spec of the judge whose verdicts count.
        release: the release that was played, or for an import the one that it is read by.
        known: what scores know of the release.
        choices: how it is scored.
        name: a short name, unlike that of any other run opened with it.
        records: its scores; none before it is scored.
        counted: what it holds and lacks, where that was counted already.
    """

    folder: RunFolder
    judge: str
    release: Release
    known: KnownT
    choices: ChoicesT
    name: str
    records: Sequence[ScoreRecord] = field(default=())
    counted: RunState | None = None

    @property
    def state(self) -> RunState:
        """What it holds and lacks; counted anew where it was not scored."""
        return self.counted or run_state(self.folder, self.judge, self.benchmark.judging.turns)

    @property
    def benchmark(self) -> Benchmark:
        """Its benchmark."""
        return benchmark_of(self.folder.record.benchmark)

    def find(self, metric: str, by: Mapping[str, str] | None = None) -> ScoreRecord | None:
        """The score of a metric under exactly these restrictions."""
        return next((one for one in self.records if one.metric == metric and one.by == (by or {})), None)


AnyScored = Scored[Any, Any]


def open_runs(
    runs: Sequence[RunFolder | Path],
    *,
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - the benchmark's own choices, or plain values of them
) -> list[AnyScored]:
    """Open runs of one benchmark, not scored yet.

    Args:
        runs: runs or their folders.
        judge: whose verdicts, by spec; each run's only judge when None.
        release: the release they were played with, where its name does not find it.
        choices: how they are scored, as the benchmark's choices or as names and plain values; the usual ones
            when None.

    Raises:
        UsageError: there is none, they are of several benchmarks, or the release is another one.
        RunError: a run has no verdicts.
        ReleaseError: the release cannot be found.
    """
    folders = [run if isinstance(run, RunFolder) else open_run(run) for run in runs]
    benchmark = _one_benchmark(folders)
    scoring = benchmark.scoring
    if choices is None or isinstance(choices, Mapping):
        choices = read_options(scoring.choices, choices or {}, of=benchmark.name, word="choice")
    else:
        check_options(scoring.choices, choices, of=benchmark.name, word="choice")
    # Checking a release takes seconds; runs of one release share it.
    loaded: dict[str, tuple[Release, Any]] = {}
    opened = []
    for folder, name in zip(folders, _short_names(folders), strict=True):
        wanted = release_name(folder)
        if wanted not in loaded:
            found = played_release(folder, release)
            loaded[wanted] = found, scoring.known(found)
        elif (found := loaded[wanted][0]) and folder.record.release is not None:
            played_release(folder, found)
        opened.append(Scored(folder, named_judge(folder, judge), *loaded[wanted], choices, name))
    return opened


def score(run: AnyScored) -> AnyScored:
    """The run with its scores, those of agreement between its judges last; nothing is written.

    Raises:
        RunError: no or damaged verdicts.
    """
    scoring = run.benchmark.scoring
    run = replace(run, counted=run.state)
    records = scoring.score(run)
    agreement = agreement_records(run.folder, run.judge, scoring.interval(run.choices))
    return replace(run, records=_with_what_is_missing(run, [*records, *agreement]))


def _with_what_is_missing(run: AnyScored, records: Sequence[ScoreRecord]) -> list[ScoreRecord]:
    """The scores, each with what the run lacks, its bounds, and a word on a run of the first cases only."""
    state, scoring = run.state, run.benchmark.scoring
    missing: list[Verdict] = []
    if not state.whole:
        missing += missing_verdicts(run.folder, run.judge, run.benchmark, run.release)
    if scoring.bounds is not None:
        bounds = scoring.bounds(run, missing)
    else:
        unread = (one for one in run.folder.verdicts(run.judge) if one.label is None)
        bounds = bounds_by_case(records, [*missing, *unread])
    smoke = {} if state.limit is None else {"cases": f"smoke test: the first {state.limit}, no sample"}
    told: dict[str, Any] = {}
    if state.unfinished:
        told |= {"planned": state.planned, "played": state.played}
    if state.unjudged or state.unread:
        told |= {"judged": state.judged, "unread": state.unreads}
    if not (told or smoke or bounds):
        return list(records)
    return [
        replace(
            record,
            choices={**record.choices, **smoke},
            bounds=_apart(record, bounds.get(score_name(record.metric, record.by))),
            **told,
        )
        for record in records
    ]


def _apart(record: ScoreRecord, bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    """The bounds of a score; None where it could be nothing else than it is."""
    if bounds is None or record.value is None or max(abs(end - record.value) for end in bounds) > _ROUNDING:
        return bounds
    return None


def score_runs(
    runs: Sequence[RunFolder | Path],
    *,
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - as open_runs
) -> list[AnyScored]:
    """Open runs of one benchmark, score each and write its ``scores.json``; see ``open_runs``."""
    scored = [score(run) for run in open_runs(runs, judge=judge, release=release, choices=choices)]
    for run in scored:
        write_document(run.folder.path / SCORES_FILE, scores_json(run.records))
    return scored


def score_run(
    run: RunFolder | Path,
    *,
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - as open_runs
) -> list[ScoreRecord]:
    """Score a run and write its ``scores.json``.

    Args:
        run: the run or its folder.
        judge: whose verdicts, by spec; the only judge's when None.
        release: the release it was played with, where its name does not find it.
        choices: what the benchmark's scores have to be told, or None for the usual choices.

    Raises:
        UsageError: several judges and none chosen, or the release is not the one that was played.
        RunError: no or damaged verdicts.
        ReleaseError: the release cannot be found.
    """
    (scored,) = score_runs([run], judge=judge, release=release, choices=choices)
    return list(scored.records)


def played_release(folder: RunFolder, given: str | Path | Release | None = None) -> Release:
    """The release a run was played with; for an import the one given, or the newest known.

    It is looked up by its name, then where the run's sessions found it.

    Raises:
        UsageError: the release is not the one that was played.
        ReleaseError: it cannot be found.
    """
    from ...releases.load import load_release
    from ...releases.release import Release

    if given is not None:
        release = given if isinstance(given, Release) else load_release(given)
        if not _is_played(folder, release):
            raise _other_release(folder, release)
        return release
    try:
        found = load_release(release_name(folder))
    except ReleaseError as error:
        kept = _kept_where_it_was(folder)
        if kept is None:
            raise error
        return kept
    if _is_played(folder, found):
        return found
    kept = _kept_where_it_was(folder)
    if kept is None:
        raise _other_release(folder, found)
    return kept


def _is_played(folder: RunFolder, release: Release) -> bool:
    played = folder.record.release
    return release.benchmark == folder.record.benchmark and (
        played is None or release.digest == played["digest"]
    )


def _other_release(folder: RunFolder, release: Release) -> UsageError:
    return UsageError(
        f"{folder.name} was played with another {release_name(folder)}",
        where=str(release.folder),
        fix="give the folder of that release with --release",
    )


def _kept_where_it_was(folder: RunFolder) -> Release | None:
    """The release in a folder that a session of the run loaded it from, if it still lies there unchanged."""
    from ...releases.load import load_release

    places = dict.fromkeys(one.get("release_folder") for one in read_sessions(folder.sessions_path))
    for place in places:
        if place is not None and Path(place).is_dir():
            with suppress(ReleaseError):
                release = load_release(Path(place))
                if _is_played(folder, release):
                    return release
    return None


def release_name(folder: RunFolder) -> str:
    """The release a run names; its benchmark for an import."""
    played = folder.record.release
    return folder.record.benchmark if played is None else str(played["name"])


def _one_benchmark(folders: Sequence[RunFolder]) -> Benchmark:
    names = sorted({folder.record.benchmark for folder in folders})
    if not names:
        raise UsageError("there is no run", fix="give the folder of a run")
    if len(names) > 1:
        raise UsageError(f"these are runs of {' and '.join(names)}", fix="take one benchmark at a time")
    return benchmark_of(names[0])


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
