"""Play a release with a subject, judge what it said, and score it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RunError, UsageError
from ..version import package_version
from .agents.agent import Agent, agent_from_function
from .agents.spec import make_agent
from .conversation import Case, Transcript
from .engine import Progress, play_cases
from .journal import append_line, open_journal, read_lines
from .judges.judge import Judge, make_judge
from .metrics.bias import ScoreChoices, final_verdicts, score_bias
from .metrics.record import ScoreRecord
from .protocols.bias import BiasSettings, bias_cases, check_settings, play_bias
from .run_folder import RunFolder, RunRecord, create_run, file_name, open_run
from .verdict import verdict_record

if TYPE_CHECKING:
    from ..releases.release import Release

RUNS = Path("runs")
Subject = str | Agent | Callable[..., Any]


@dataclass(frozen=True)
class Run:
    """A run that has been played and judged.

    Attributes:
        folder: its folder.
        progress: what the last call of ``evaluate`` did.
        judge: whose verdicts it was given.
    """

    folder: RunFolder
    progress: Progress
    judge: str

    def score(
        self, choices: ScoreChoices | None = None, bands: dict[str, str] | None = None
    ) -> list[ScoreRecord]:
        """Score the run by this judge's verdicts and write ``scores.json`` (see ``score_run``)."""
        return score_run(self.folder, judge=self.judge, bands=bands, choices=choices)


def evaluate(
    release: Release,
    subject: Subject,
    *,
    user: str = "scripted",
    judge: str = "rules",
    settings: BiasSettings | None = None,
    folder: Path | None = None,
    concurrency: int = 8,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Run:
    """Play every case of the settings with the subject and judge the last replies.

    A folder that holds part of the same run is continued: finished cases are not played again.

    Args:
        release: what to play.
        subject: an agent spec, an ``Agent``, or a function ``reply(messages) -> str``, plain or async.
        user: spec of the simulated user.
        judge: spec of the judge.
        settings: protocol settings; the paper's when None.
        folder: run folder; ``runs/<release>-<subject>`` when None.
        concurrency: conversations at once.
        on_progress: told after each conversation.

    Raises:
        UsageError, AgentError: the settings or an agent's spec are wrong.
        FingerprintMismatchError: the folder holds another run.
        RunError: some conversations failed; the finished ones are kept.
    """
    settings = settings or BiasSettings()
    check_settings(release, settings)
    playing = _as_agent(subject, release.benchmark)
    asking = make_agent(user, release.benchmark)
    judging = make_judge(judge, release.benchmark)
    run = create_run(
        folder or RUNS / file_name(f"{release.name}-{playing.spec}"),
        _record(release, playing, asking, settings),
    )

    async def play(case: Case) -> Transcript:
        return await play_bias(case, playing, asking, settings)

    async def play_all() -> Progress:
        cases = bias_cases(release, settings)
        try:
            return await play_cases(cases, play, run, concurrency=concurrency, on_progress=on_progress)
        finally:
            await playing.close()
            await asking.close()

    progress = asyncio.run(play_all())
    judge_run(run, judging, bias_cases(release, settings))
    if progress.failed:
        raise RunError(
            f"{progress.failed} of {progress.done + progress.failed + progress.skipped} conversations failed "
            f"(first: {next(read_lines(run.failures_path))['error']})",
            where=str(run.failures_path),
            fix="run the same command again to retry them",
        )
    return Run(run, progress, judging.spec)


def judge_run(run: RunFolder, judge: Judge, cases: Iterable[Case]) -> int:
    """Judge the last turn of every finished case that this judge has not judged yet.

    Args:
        run: the run.
        judge: the judge.
        cases: cases with the facts a judge may know; those not played are passed over.

    Returns:
        How many verdicts were added.
    """
    facts = {case.name: case for case in cases}
    path = run.verdicts_path(judge.spec)
    judged = {Case("", record["case"], {}, record["repeat"]).name for record in read_lines(path)}

    async def judge_all() -> int:
        added = 0
        with open_journal(path) as journal:
            for transcript in _unjudged(run, judged):
                case = facts.get(transcript.name) or Case(
                    run.record.benchmark, transcript.key, {}, transcript.repeat
                )
                verdict = await judge.judge(case, transcript, len(transcript.turns))
                append_line(journal, verdict_record(verdict))
                added += 1
        return added

    return asyncio.run(judge_all())


def score_run(
    run: RunFolder | Path,
    *,
    judge: str | None = None,
    bands: dict[str, str] | None = None,
    choices: ScoreChoices | None = None,
) -> list[ScoreRecord]:
    """Score a run and write its ``scores.json``.

    Args:
        run: the run or its folder.
        judge: whose verdicts; the only judge's when None.
        bands: topic id to band, for scores by band.
        choices: how to treat missing verdicts, and which interval.

    Raises:
        UsageError: several judges and none chosen.
        RunError: no or damaged verdicts.
    """
    folder = run if isinstance(run, RunFolder) else open_run(run)
    if judge is None:
        judge = only_judge(folder)
    frame = final_verdicts(folder.verdicts(judge))
    records = score_bias(frame, bands, choices)
    text = json.dumps([asdict(record) for record in records], indent=1, ensure_ascii=False)
    (folder.path / "scores.json").write_text(text + "\n", encoding="utf-8")
    return records


def only_judge(folder: RunFolder) -> str:
    """The judge of a run that has one.

    Raises:
        RunError: it has none.
        UsageError: it has several.
    """
    judges = folder.judges()
    if not judges:
        raise RunError(
            "the run has no verdicts", where=str(folder.path), fix="judge it first: standfast judge"
        )
    if len(judges) > 1:
        raise UsageError(f"{folder.name} was judged by {', '.join(judges)}", fix="choose one with --judge")
    return judges[0]


def topic_bands(release: Release) -> dict[str, str]:
    """Topic id to band."""
    return dict(release.tables["topics"].select("topic_id", "band").iter_rows())


def _unjudged(run: RunFolder, judged: set[str]) -> Iterator[Transcript]:
    return (transcript for transcript in run.transcripts() if transcript.name not in judged)


def _as_agent(subject: Subject, benchmark: str) -> Agent:
    if isinstance(subject, Agent):
        return subject
    if isinstance(subject, str):
        return make_agent(subject, benchmark)
    module, name = getattr(subject, "__module__", "?"), getattr(subject, "__qualname__", "?")
    return agent_from_function(subject, f"python:{module}:{name}")


def _record(release: Release, subject: Agent, user: Agent, settings: BiasSettings) -> RunRecord:
    return RunRecord(
        benchmark=release.benchmark,
        origin="played",
        release={
            "name": release.name,
            "digest": release.digest,
            "comparability": release.manifest.comparability,
        },
        agents={"subject": subject.spec, "user": user.spec},
        settings=settings.record(),
        prompts={},
        package_version=package_version(),
    )
