"""Play a release with a subject, judge what it said, and score it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import AgentError, BudgetSpentError, JudgeError, RunError, RunStoppedError, UsageError
from ..agents.agent import Agent
from ..agents.reply_cache import ReplyCache, cached
from ..judges.judge import JudgingOptions
from ..records.conversation import Case, case_name, transcript_record
from ..records.journal import Journal, read_lines, run_lock
from ..records.run_folder import RunFolder, create_run, file_name
from ..records.score import ScoreRecord
from .engine import Progress, Work, run_to_end, work_through
from .judging import judge_turns, judging_failed
from .meter import Budget, Meter, Spending, metered, spending_record
from .plan import Plan, Subject, make_plan
from .rehearsal import Estimate, Forecast, count_cases, rehearse, selected
from .scored import score_run
from .selection import Selection

if TYPE_CHECKING:
    from ...releases.release import Release

RUNS = Path("runs")
EVIDENCE = "evidence"


@dataclass(frozen=True)
class RunProgress:
    """How far a run is.

    Attributes:
        stage: ``playing`` or ``judging``.
        done, failed, skipped: as in ``engine.Progress``.
        total: cases or turns in all, or None while unknown.
        spending: what was spent in this call, all roles together.
    """

    stage: str
    done: int
    failed: int
    skipped: int
    total: int | None
    spending: Spending


@dataclass(frozen=True)
class Conduct:
    """How a run is carried out; nothing here changes what a case says, so it may differ between calls.

    Attributes:
        concurrency: cases at once.
        selection: which cases.
        budget: caps of this call.
        cache: file of kept replies, or None for no cache.
    """

    concurrency: int = 8
    selection: Selection = field(default_factory=Selection)
    budget: Budget = field(default_factory=Budget)
    cache: Path | None = None


@dataclass(frozen=True)
class Run:
    """A run that has been played and judged.

    Attributes:
        folder: its folder.
        progress: what the last call of ``evaluate`` did.
        judge: whose verdicts it was given.
        spending: what the last call spent, by role.
        release: what was played, which its name alone need not find again; None to go by its name.
    """

    folder: RunFolder
    progress: Progress
    judge: str
    spending: Mapping[str, Spending] = field(default_factory=dict)
    release: Release | None = None

    def score(
        self,
        choices: Any = None,  # noqa: ANN401 - the benchmark's own choices
        release: str | Path | Release | None = None,
    ) -> list[ScoreRecord]:
        """Score the run by this judge's verdicts and write ``scores.json`` (see ``score_run``)."""
        return score_run(self.folder, judge=self.judge, release=release or self.release, choices=choices)


def evaluate(
    release: Release,
    subject: Subject,
    *,
    user: str | None = None,
    judge: str | None = None,
    roles: Mapping[str, str] | None = None,
    settings: Any = None,  # noqa: ANN401 - the benchmark's own settings, or plain values
    judging: JudgingOptions | None = None,
    folder: Path | None = None,
    concurrency: int | None = None,
    conduct: Conduct | None = None,
    catalogue: Path | None = None,
    on_progress: Callable[[RunProgress], None] = lambda _: None,
) -> Run:
    """Play every case of the settings with the subject and judge it.

    A folder that holds part of the same run is continued: finished cases are not played again.

    Args:
        release: what to play.
        subject: an agent spec, an ``Agent``, or a function ``reply(messages) -> str``, plain or async.
        user: spec of the simulated user; the benchmark's own when None.
        judge: spec of the judge; the benchmark's own when None.
        roles: role to spec, for benchmarks with other roles than these.
        settings: the benchmark's settings, or names and values of them; the paper's when None.
        judging: which turns are judged, and whether blind.
        folder: run folder; ``runs/<release>-<subject>`` when None.
        concurrency: cases at once; short for ``conduct``.
        conduct: how the run is carried out.
        catalogue: the ``agents.toml``; that of the current folder when None.
        on_progress: told after each case and each judged turn.

    Raises:
        UsageError, AgentError, JudgeError: the settings or an agent's spec are wrong.
        FingerprintMismatchError: the folder holds another run.
        RunBusyError: another process works on it.
        AgentUnusableError: no request of an agent can succeed.
        BudgetSpentError: a cap was reached.
        RunError: some conversations failed. Whatever ends a run, finished cases are kept.
    """
    conduct = conduct or Conduct()
    if concurrency is not None:
        conduct = replace(conduct, concurrency=concurrency)
    plan = make_plan(
        release,
        subject,
        roles={**({} if user is None else {"user": user}), **(roles or {})},
        judge=judge,
        settings=settings,
        catalogue=catalogue,
        judging=judging,
    )
    return run_plan(plan, folder or default_folder(plan), conduct, on_progress)


def default_folder(plan: Plan, runs: Path = RUNS) -> Path:
    """Where a run goes when nobody says."""
    return runs / file_name(f"{plan.release.name}-{plan.agents['subject'].spec}")


def estimate(plan: Plan, selection: Selection | None = None) -> Estimate:
    """What a run will take; asks no model and writes nothing."""
    return run_to_end(rehearse(plan, selection or Selection()))


def run_plan(
    plan: Plan,
    folder: Path,
    conduct: Conduct,
    on_progress: Callable[[RunProgress], None] = lambda _: None,
) -> Run:
    """Play and judge a plan; see ``evaluate``."""
    _check_budget(plan, conduct.budget)
    record = plan.record()
    with run_lock(folder):
        run = create_run(folder, record)
        return run_to_end(_session(plan, run, conduct, on_progress))


async def _session(
    plan: Plan, run: RunFolder, conduct: Conduct, on_progress: Callable[[RunProgress], None]
) -> Run:
    meter = Meter(conduct.budget)
    cache = ReplyCache(conduct.cache) if conduct.cache else None
    started = datetime.now(UTC)
    ended = "interrupted"
    try:
        wrap = _wrapping(meter, cache)
        expected = await rehearse(plan, conduct.selection) if meter.caps else None
        cases = expected.cases if expected else count_cases(plan, conduct.selection)
        if expected:
            _expect(meter, expected.of_playing())
        tell = _reporting("playing", cases, meter, on_progress)
        played = await _play(plan, run, conduct, meter, wrap, tell)
        await _search_again(plan, run, conduct, wrap, _reporting("searching", None, meter, on_progress))
        judge = plan.make_judge(wrap)
        if expected:
            _expect(meter, expected.of_judging())
        tell = _reporting("judging", None, meter, on_progress)
        find = plan.benchmark.playing.find(plan.release)
        judged = await judge_turns(
            run, judge, plan.benchmark, find, meter, conduct.concurrency, tell, plan.judging
        )
        ended = "budget spent" if played.spent or judged.spent else "finished"
    except Exception as error:
        ended = type(error).__name__
        raise
    finally:
        if cache is not None:
            cache.close()
        await plan.close()
        _note_session(run, plan, conduct, meter, started, ended)
    _complain(run, conduct.budget, cases, played, judged, judge.spec)
    return Run(run, played, judge.spec, meter.roles, plan.release)


async def _play(
    plan: Plan,
    run: RunFolder,
    conduct: Conduct,
    meter: Meter,
    wrap: Callable[[str, Agent], Agent],
    on_progress: Callable[[Progress], None],
) -> Progress:
    agents = plan.cast(wrap).agents
    ending = [agent.end_case for agent in agents.values()]

    async def do(case: Case) -> Mapping[str, Any]:
        try:
            return transcript_record(await plan.benchmark.playing.play(case, agents, plan.settings))
        finally:
            for end_case in ending:
                end_case(case)
            meter.end_item(case.name)

    work = Work(
        items=selected(plan, conduct.selection),
        name=lambda case: case.name,
        do=do,
        results=run.transcripts_path,
        name_of_record=lambda record: case_name(record["case"], record["repeat"]),
        failures=run.failures_path,
        failed=_failure_record,
        may_begin=meter.may_begin,
    )
    return await work_through(work, concurrency=conduct.concurrency, on_progress=on_progress)


async def _search_again(
    plan: Plan,
    run: RunFolder,
    conduct: Conduct,
    wrap: Callable[[str, Agent], Agent],
    on_progress: Callable[[Progress], None],
) -> None:
    """Make failed searches again, once; those that fail again are left to the next call and to the scores."""
    search_again = plan.benchmark.playing.search_again
    if search_again is None:
        return
    agent = wrap(EVIDENCE, plan.agents[EVIDENCE])
    find = plan.benchmark.playing.find(plan.release)
    with suppress(RunStoppedError):
        await search_again(run, agent, find, conduct.concurrency, on_progress)


def _wrapping(meter: Meter, cache: ReplyCache | None) -> Callable[[str, Agent], Agent]:
    def wrap(role: str, agent: Agent) -> Agent:
        counted = metered(agent, role, meter)
        return counted if cache is None else cached(counted, cache, lambda: meter.count_cached(role))

    return wrap


def _reporting(
    stage: str, total: int | None, meter: Meter, on_progress: Callable[[RunProgress], None]
) -> Callable[[Progress], None]:
    def tell(progress: Progress) -> None:
        on_progress(RunProgress(stage, progress.done, progress.failed, progress.skipped, total, meter.total))

    return tell


def _expect(meter: Meter, forecast: Forecast) -> None:
    meter.expect(forecast.items, forecast.calls, forecast.cost)


def _check_budget(plan: Plan, budget: Budget) -> None:
    if budget.max_cost is None:
        return
    for role, agent in {**plan.agents, **({"judge": plan.judge} if plan.judge else {})}.items():
        if agent.remote and agent.price is None:
            raise UsageError(
                f"the cost cannot be capped: nobody says what the tokens of the {role} cost",
                fix="give price_in and price_out (per million tokens) in its spec or in agents.toml",
            )


def _failure_record(case: Case, error: AgentError | JudgeError) -> dict[str, Any]:
    return {"case": dict(case.key), "repeat": case.repeat, "error": str(error)}


def _note_session(
    run: RunFolder, plan: Plan, conduct: Conduct, meter: Meter, started: datetime, ended: str
) -> None:
    """One line on what this call was asked for and what it took."""
    record = {
        "started": started.isoformat(timespec="seconds"),
        "release_folder": str(Path(plan.release.folder).resolve()),
        "seconds": round((datetime.now(UTC) - started).total_seconds(), 1),
        "ended": ended,
        "concurrency": conduct.concurrency,
        "selection": asdict(conduct.selection),
        "budget": asdict(conduct.budget),
        "spent": spending_record(meter),
    }
    with Journal(run.sessions_path) as journal:
        journal.append(record)


def _complain(
    run: RunFolder, budget: Budget, cases: int, played: Progress, judged: Progress, judge: str
) -> None:
    """Say what is missing, once everything that could be done is done.

    Raises:
        BudgetSpentError: a cap was reached.
        RunError: conversations or judgements failed.
    """
    if played.spent or judged.spent:
        caps = {"--max-calls": budget.max_calls, "--max-cost": budget.max_cost}
        given = " and ".join(f"{name} {value:g}" for name, value in caps.items() if value is not None)
        raise BudgetSpentError(
            f"the budget ({given}) allows no further case: {played.done + played.skipped} of {cases} are "
            f"finished, {judged.done + judged.skipped} replies judged",
            where=str(run.path),
            fix="run the same command again to go on with a new budget of the same size",
        )
    if played.failed:
        total = played.done + played.failed + played.skipped
        first = next(read_lines(run.failures_path))["error"]
        raise RunError(
            f"{played.failed} of {total} conversations failed (first: {first})",
            where=str(run.failures_path),
            fix="run the same command again to retry them",
        )
    if judged.failed:
        raise judging_failed(run, judge, judged)
