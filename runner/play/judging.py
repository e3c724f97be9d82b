"""Judge a run's transcripts: by several judges, again, or for the first time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import AgentError, FingerprintMismatchError, JudgeError, RunError, UsageError
from ..agents.agent import Agent
from ..agents.making import make_agent
from ..judges.judge import RULES, Judge, JudgingOptions, as_pass, judge_of
from ..records.conversation import Transcript, case_name
from ..records.journal import run_lock
from ..records.run_folder import RunFolder, differing_fields, write_document
from ..records.verdict import verdict_record
from .benchmark import Benchmark, CaseFinder, benchmark_of
from .engine import Progress, Work, run_to_end, work_through
from .meter import Meter, metered

if TYPE_CHECKING:
    from ...releases.release import Release

JudgedTurn = tuple[Transcript, int]


def make_judge(
    spec: str,
    release: Release,
    wrap: Callable[[Agent], Agent] = lambda agent: agent,
    catalogue: Path | None = None,
    *,
    blind: bool = False,
) -> tuple[Judge, Agent | None]:
    """The judge a spec names, and the agent behind it, which has to be closed.

    Args:
        spec: ``rules``, the offline judge, or an agent that is given the release's rubric.
        release: the release that was played.
        wrap: what is done to the agent first (counting, caching).
        catalogue: the ``agents.toml``.
        blind: whether it is not told which side the user takes.

    Raises:
        UsageError, AgentError, JudgeError: there is no such judge.
    """
    benchmark = benchmark_of(release.benchmark)
    own = benchmark.playing.kinds(benchmark.name)
    agent = None if spec == RULES else wrap(make_agent(spec, own, catalogue))
    return judge_of(benchmark.judging, release, agent, blind=blind), agent


def judge_run(
    run: RunFolder,
    judge: str,
    release: Release,
    *,
    concurrency: int = 8,
    catalogue: Path | None = None,
    options: JudgingOptions | None = None,
    number: int = 1,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> tuple[Progress, str]:
    """Judge what this judge has not judged yet of a run.

    Args:
        run: the run, played or imported.
        judge: spec of the judge.
        release: the release that was played.
        concurrency: turns under way at once.
        catalogue: the ``agents.toml``.
        options: which turns are judged, and whether blind; the benchmark's turns, seeing, when None.
        number: which pass of the judge this is; from 2 on its verdicts are kept apart from the first.
        on_progress: told after each turn.

    Returns:
        How many turns were judged, and the judge's spec as its verdicts carry it.

    Raises:
        UsageError, AgentError, JudgeError: there is no such judge, or a later pass without a first.
        FingerprintMismatchError: it judged this run before with other prompts.
        RunError: some turns could not be judged; the verdicts that could are kept.
    """
    meter = Meter()
    options = options or JudgingOptions()
    judging, agent = make_judge(
        judge, release, lambda agent: metered(agent, "judge", meter), catalogue, blind=options.blind
    )
    if number > 1 and not run.verdicts_path(judging.spec).exists():
        raise UsageError(
            f"{judging.spec} has not judged {run.name} yet", fix="leave out --pass the first time"
        )
    judging = as_pass(judging, number)
    benchmark = benchmark_of(release.benchmark)

    async def judge_all() -> Progress:
        try:
            return await judge_turns(
                run,
                judging,
                benchmark,
                benchmark.playing.find(release),
                meter,
                concurrency,
                on_progress,
                options,
            )
        finally:
            if agent is not None:
                await agent.close()

    with run_lock(run.path):
        progress = run_to_end(judge_all())
    if progress.failed:
        raise judging_failed(run, judging.spec, progress)
    return progress, judging.spec


def search_run_again(
    run: RunFolder,
    release: Release,
    evidence: str | None = None,
    *,
    concurrency: int = 8,
    catalogue: Path | None = None,
) -> Progress:
    """Make searches again that failed when a run was played; judging it then goes on with what they found.

    Args:
        run: the run.
        release: the release that was played.
        evidence: who searches; as in the run when None.
        concurrency: exchanges at once.
        catalogue: the ``agents.toml``.

    Returns:
        Exchanges for which something was found out, and those whose searches failed again.

    Raises:
        UsageError: the benchmark searches for nothing, or there is no such searcher.
    """
    playing = benchmark_of(release.benchmark).playing
    again = playing.search_again
    if again is None:
        raise UsageError(f"{release.benchmark} searches for nothing", fix="leave --search-again out")
    # What follows a hash is the digest of the documents, which is no part of how a searcher is named.
    spec = evidence or run.record.agents["evidence"].partition("#")[0]
    agent = make_agent(spec, playing.kinds(release.benchmark), catalogue)

    async def search_all() -> Progress:
        try:
            return await again(run, agent, playing.find(release), concurrency, lambda _: None)
        finally:
            await agent.close()

    with run_lock(run.path):
        return run_to_end(search_all())


async def judge_turns(
    run: RunFolder,
    judge: Judge,
    benchmark: Benchmark,
    find: CaseFinder,
    meter: Meter,
    concurrency: int,
    on_progress: Callable[[Progress], None],
    options: JudgingOptions,
) -> Progress:
    """As ``judge_run``, for a judge that is made and inside an event loop."""
    _check_judge(run, judge)

    def turns() -> Iterator[JudgedTurn]:
        return (
            (transcript, turn)
            for transcript in run.transcripts()
            for turn in options.judged_turns(transcript, benchmark.judging.turns)
        )

    async def do(item: JudgedTurn) -> dict[str, Any]:
        transcript, turn = item
        case = find(transcript.key, transcript.repeat)
        try:
            return verdict_record(await judge.judge(case, transcript, turn))
        finally:
            meter.end_item(case.name)

    work = Work(
        items=turns(),
        name=lambda item: f"{item[0].name}@{item[1]}",
        do=do,
        results=run.verdicts_path(judge.spec),
        name_of_record=_name_of_verdict,
        failures=run.judging_failures_path(judge.spec),
        failed=_failure_record,
        may_begin=meter.may_begin,
    )
    return await work_through(work, concurrency=concurrency, on_progress=on_progress)


def judging_failed(run: RunFolder, judge: str, progress: Progress) -> RunError:
    """The error that says that some turns could not be judged."""
    total = progress.done + progress.failed + progress.skipped
    return RunError(
        f"{progress.failed} of {total} replies could not be judged",
        where=str(run.judging_failures_path(judge)),
        fix="run the same command again to retry them",
    )


def _check_judge(run: RunFolder, judge: Judge) -> None:
    """Refuse to mix verdicts that were given with other prompts."""
    path = run.judge_path(judge.spec)
    record = {"spec": judge.spec, "demo_only": judge.demo_only, "prompts": dict(judge.prompts)}
    if not path.exists():
        write_document(path, record)
        return
    differing = differing_fields(json.loads(path.read_text(encoding="utf-8")), record)
    if differing:
        raise FingerprintMismatchError(
            f"{judge.spec} judged this run before with other prompts (differing: {', '.join(differing)})",
            where=str(path),
            fix="delete its verdicts, or judge a copy of the run",
        )


def _name_of_verdict(record: Mapping[str, Any]) -> str:
    return f"{case_name(record['case'], record['repeat'])}@{record['turn']}"


def _failure_record(item: JudgedTurn, error: AgentError | JudgeError) -> dict[str, Any]:
    transcript, turn = item
    return {"case": dict(transcript.key), "repeat": transcript.repeat, "turn": turn, "error": str(error)}
