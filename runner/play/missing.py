"""What a score should rest on and does not: cases wanted and not played, replies not judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ...options import read_options
from ..records.conversation import Case, case_name
from ..records.run_folder import RunFolder
from ..records.score import ScoreRecord
from ..records.sessions import read_sessions
from ..records.verdict import Verdict
from .selection import Selection, select_cases

if TYPE_CHECKING:
    from ...releases.release import Release
    from .benchmark import Benchmark

# Metric and restrictions.
ScoreName = tuple[str, tuple[tuple[str, str], ...]]
Bounds = Mapping[ScoreName, tuple[float, float]]


def score_name(metric: str, by: Mapping[str, str]) -> ScoreName:
    """What tells a score of a run from its others."""
    return metric, tuple(sorted(by.items()))


def mean_bounds(repeats: Sequence[Bounds]) -> Bounds:
    """Bounds of scores that are means over repeats; those that some repeat lacks are left out."""
    names = [name for name in repeats[0] if all(name in of for of in repeats)] if repeats else []
    return {
        name: (
            sum(of[name][0] for of in repeats) / len(repeats),
            sum(of[name][1] for of in repeats) / len(repeats),
        )
        for name in names
    }


def share_bounds(count: float, n: float, missing: float) -> tuple[float, float]:
    """A share of ``n`` if of so many more none, and if all of them were counted."""
    return count / (n + missing), (count + missing) / (n + missing)


def missing_verdicts(
    folder: RunFolder, judge: str, benchmark: Benchmark, release: Release
) -> Iterator[Verdict]:
    """A verdict without a label for each that is missing: of cases not finished (turn 0), turns not judged.

    Unread verdicts are not among them: they stand with the others.

    Args:
        folder: the run.
        judge: whose verdicts.
        benchmark: its benchmark.
        release: what was played.
    """
    given = {
        hash((case_name(verdict.key, verdict.repeat), verdict.turn)) for verdict in folder.verdicts(judge)
    }
    finished: set[int] = set()
    for transcript in folder.transcripts():
        finished.add(hash(transcript.name))
        for turn in benchmark.judging.turns(transcript):
            if hash((transcript.name, turn)) not in given:
                yield Verdict(transcript.key, transcript.repeat, turn, None, judge)
    for case in _wanted(folder, benchmark, release):
        if (name := hash(case.name)) not in finished:
            finished.add(name)
            yield Verdict(case.key, case.repeat, 0, None, judge)


def _wanted(folder: RunFolder, benchmark: Benchmark, release: Release) -> Iterable[Case]:
    """The cases of every selection that a session asked for and counted."""
    asked = {
        Selection(**one["selection"])
        for one in read_sessions(folder.sessions_path)
        if one.get("wanted") is not None and one.get("selection") is not None
    }
    playing = benchmark.playing
    if not asked:
        return
    settings = read_options(playing.settings, folder.record.settings, of=benchmark.name)
    for selection in sorted(asked, key=repr):
        yield from select_cases(lambda: playing.cases(release, settings), playing.unit, selection)


def bounds_by_case(records: Sequence[ScoreRecord], missing: Iterable[Verdict]) -> Bounds:
    """Bounds of shares whose unit is a case, for a benchmark that gives none itself.

    A missing case is one of a share if it meets all of its restrictions; where these are no part of a case's
    key, as a label is, nothing is said of it.

    Args:
        records: the scores.
        missing: verdicts that are missing or unread.
    """
    cases = Counter(frozenset(verdict.key.items()) for verdict in missing)
    found: dict[ScoreName, tuple[float, float]] = {}
    for record in records:
        if record.count is None or record.value is None or not cases:
            continue
        under = record.by.items()
        of_record = sum(count for key, count in cases.items() if under <= dict(key).items())
        if of_record:
            found[score_name(record.metric, record.by)] = share_bounds(record.count, record.n, of_record)
    return found
