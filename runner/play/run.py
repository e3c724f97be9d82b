"""Play a release with a subject, judge what it said, and score it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import BudgetSpentError, RequestRefusedError, RunError, RunStoppedError, UsageError
from ..agents.agent import Agent, JsonSchema
from ..agents.reply_cache import ReplyCache, cached
from ..judges.judge import JudgingOptions
from ..records.conversation import FAILED, Case, Message, Reply, case_name, transcript_record
from ..records.journal import read_lines, run_lock
from ..records.run_folder import RunFolder, create_run, file_name
from ..records.score import ScoreRecord
from ..records.sessions import spent_so_far
from .engine import REFUSALS, Progress, Work, run_to_end, sentence_of, work_through
from .judging import judge_turns, judging_failed
from .meter import Budget, Meter, Spending, metered
from .plan import JUDGE, Plan, Subject, make_plan
from .rehearsal import Estimate, count_cases, rehearse, selected
from .scored import score_run
from .selection import Selection
from .session import session

if TYPE_CHECKING:
    from ...releases.release import Release

RUNS = Path("runs")
EVIDENCE = "evidence"
Wrapping = Callable[[str, Agent], Agent]


@dataclass(frozen=True)
class RunProgress:
    """How far a run is.

    Attributes:
        stage: ``playing`` or ``judging``.
        done, failed, skipped: as in ``engine.Progress``.
        total: cases or turns in all, or None while unknown.
        spending: what was spent in this call, all roles together.
        waiting: for whom all wait, in words; empty while nobody has to wait.
    """

    stage: str
    done: int
    failed: int
    skipped: int
    total: int | None
    spending: Spending
    waiting: str = ""


@dataclass(frozen=True)
class Conduct:
    """How a run is carried out; nothing here changes what a case says, so it may differ between calls.

    Attributes:
        concurrency: cases at once.
        selection: which cases.
        budget: caps of this call and of the run.
        cache: file of kept replies, or None for no cache.
        command: the command that a person typed, to be shown where it has to be typed again; None for none.
    """

    concurrency: int = 8
    selection: Selection = field(default_factory=Selection)
    budget: Budget = field(default_factory=Budget)
    cache: Path | None = None
    command: str | None = None


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


def fresh_folder(folder: Path) -> Path:
    """A folder for a new run beside one that has been played: its name, the date, a number if need be."""
    dated = folder.with_name(f"{folder.name}-{datetime.now().astimezone():%Y-%m-%d}")
    number, fresh = 1, dated
    while fresh.exists():
        number += 1
        fresh = dated.with_name(f"{dated.name}-{number}")
    return fresh


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
    replies = ReplyCache(conduct.cache) if conduct.cache else None
    cases = count_cases(plan, conduct.selection)
    agents = {**plan.agents, **({JUDGE: plan.judge} if plan.judge else {})}
    meter = Meter(conduct.budget, spent_so_far(run.sessions_path))
    screen = _Screen(on_progress, meter)
    about = {
        "release_folder": str(Path(plan.release.folder).resolve()),
        "concurrency": conduct.concurrency,
        "selection": asdict(conduct.selection),
        "wanted": cases,
        "budget": asdict(conduct.budget),
        "judge": plan.make_judge().spec,
        **({} if conduct.command is None else {"command": conduct.command, "cwd": str(Path.cwd())}),
    }
    try:
        async with session(run, about, agents, meter, screen.wait) as current:
            wrap = _wrapping(meter, replies)
            played, judged, judge = await _play_and_judge(plan, run, conduct, meter, wrap, screen, cases)
            if played.spent or judged.spent:
                current.ended = "budget spent"
    finally:
        if replies is not None:
            replies.close()
        await plan.close()
    _complain(run, conduct.budget, cases, played, judged, judge)
    return Run(run, played, judge, meter.roles, plan.release)


async def _play_and_judge(
    plan: Plan,
    run: RunFolder,
    conduct: Conduct,
    meter: Meter,
    wrap: Wrapping,
    screen: _Screen,
    cases: int,
) -> tuple[Progress, Progress, str]:
    """Play, then judge; how far each got, and the judge."""
    judge = plan.make_judge(wrap)
    expected = await rehearse(plan, conduct.selection) if meter.caps else None
    if expected:
        _expect_playing(meter, expected, plan, run, conduct.selection, judge.spec)
    played = await _play(plan, run, conduct, meter, wrap, screen.stage("playing", cases))
    await _search_again(plan, run, conduct, wrap, screen.stage("searching", None))
    if expected:
        judging = expected.of_judging()
        meter.expect(judging.items, judging.calls, judging.cost)
    tell = screen.stage("judging", None)
    find = plan.benchmark.playing.find(plan.release)
    judged = await judge_turns(
        run, judge, plan.benchmark, find, meter, conduct.concurrency, tell, plan.judging
    )
    return played, judged, judge.spec


def _expect_playing(
    meter: Meter, expected: Estimate, plan: Plan, run: RunFolder, selection: Selection, judge: str
) -> None:
    """Tell the meter what the cases that are left need, and what is to be kept free for judging."""
    played = {case_name(one["case"], one["repeat"]) for one in read_lines(run.transcripts_path)}
    left = sum(case.name not in played for case in selected(plan, selection))
    judged = sum(1 for _ in read_lines(run.verdicts_path(judge)))
    playing, judging = expected.of_playing(), expected.of_judging()
    unjudged = max(0.0, len(played) * expected.turns - judged)
    meter.expect(
        left,
        playing.calls,
        playing.cost,
        share=(judging.calls * expected.turns, judging.cost * expected.turns),
        owed=(unjudged * judging.calls, unjudged * judging.cost),
    )


async def _play(
    plan: Plan,
    run: RunFolder,
    conduct: Conduct,
    meter: Meter,
    wrap: Wrapping,
    on_progress: Callable[[Progress], None],
) -> Progress:
    agents = plan.cast(wrap).agents
    ending = [agent.end_case for agent in agents.values()]

    @cache
    def putting_up() -> Mapping[str, Agent]:
        return plan.cast(lambda role, agent: _putting_up(wrap(role, agent))).agents

    async def play(case: Case, agents: Mapping[str, Agent]) -> Mapping[str, Any]:
        try:
            return transcript_record(await plan.benchmark.playing.play(case, agents, plan.settings))
        finally:
            for end_case in ending:
                end_case(case)
            meter.end_item(case.name)

    def do(case: Case) -> Awaitable[Mapping[str, Any]]:
        return play(case, agents)

    def do_without(case: Case) -> Awaitable[Mapping[str, Any]]:
        return play(case, putting_up())

    work = Work(
        items=selected(plan, conduct.selection),
        name=lambda case: case.name,
        do=do,
        results=run.transcripts_path,
        name_of_record=lambda record: case_name(record["case"], record["repeat"]),
        failures=run.failures_path,
        failed=_failure_record,
        may_begin=meter.may_begin,
        do_without=do_without,
    )
    return await work_through(work, concurrency=conduct.concurrency, on_progress=on_progress)


def _putting_up(agent: Agent) -> Agent:
    """The agent; that a server refuses a request of it is a reply too: an empty one of outcome ``failed``."""

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        try:
            return await agent.reply(messages, case)
        except RequestRefusedError as error:
            return _no_reply(error)

    structured = agent.reply_as
    if structured is None:
        return replace(agent, reply=reply)

    async def reply_as(messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        try:
            return await structured(messages, case, schema)
        except RequestRefusedError as error:
            return _no_reply(error)

    return replace(agent, reply=reply, reply_as=reply_as)


def _no_reply(error: RequestRefusedError) -> Reply:
    return Reply("", finish_reason=FAILED, attempts=error.attempts or None)


async def _search_again(
    plan: Plan,
    run: RunFolder,
    conduct: Conduct,
    wrap: Wrapping,
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


def _wrapping(meter: Meter, replies: ReplyCache | None) -> Wrapping:
    def wrap(role: str, agent: Agent) -> Agent:
        counted = metered(agent, role, meter)
        return counted if replies is None else cached(counted, replies, lambda: meter.count_cached(role))

    return wrap


class _Screen:
    """Tells whoever watches how far a run is."""

    def __init__(self, on_progress: Callable[[RunProgress], None], meter: Meter) -> None:
        self._on_progress = on_progress
        self._spending = meter.total
        self._last = RunProgress("playing", 0, 0, 0, None, meter.total)

    def stage(self, stage: str, total: int | None) -> Callable[[Progress], None]:
        """A function to be told of progress in a stage of the run."""
        self._last = RunProgress(stage, 0, 0, 0, total, self._spending)

        def tell(now: Progress) -> None:
            self._last = RunProgress(stage, now.done, now.failed, now.skipped, total, self._spending)
            self._on_progress(self._last)

        return tell

    def wait(self, waiting: str) -> None:
        """Say that all wait."""
        self._on_progress(replace(self._last, waiting=waiting))


def _check_budget(plan: Plan, budget: Budget) -> None:
    if not budget.caps_cost:
        return
    for role, agent in {**plan.agents, **({"judge": plan.judge} if plan.judge else {})}.items():
        if agent.remote and agent.price is None:
            raise UsageError(
                f"the cost cannot be capped: nobody says what the tokens of the {role} cost",
                fix="give price_in and price_out (per million tokens) in its spec or in agents.toml",
            )


def _failure_record(case: Case, error: Exception) -> dict[str, Any]:
    return {"case": dict(case.key), "repeat": case.repeat, "error": sentence_of(error)}


def _complain(
    run: RunFolder, budget: Budget, cases: int, played: Progress, judged: Progress, judge: str
) -> None:
    """Say what is missing, once everything that could be done is done.

    Raises:
        BudgetSpentError: a cap was reached.
        RunError: conversations or judgements failed.
    """
    if played.spent or judged.spent:
        of_the_run = budget.max_calls_total is not None or budget.max_cost_total is not None
        raise BudgetSpentError(
            f"the budget ({budget.given}) allows no further case: {played.done + played.skipped} of {cases} "
            f"are finished, {judged.done + judged.skipped} replies judged",
            where=str(run.path),
            fix="raise it, or run the same command again if there is room in that of the run"
            if of_the_run
            else "run the same command again to go on with a new budget of the same size",
        )
    if played.failed:
        missing = cases - played.done - played.skipped
        refused = (
            f"; what the server has refused in {REFUSALS} calls becomes an outcome of its case"
            if played.refused
            else ""
        )
        raise RunError(
            f"{missing} of {cases} conversations failed (first: {played.first})",
            where=str(run.failures_path),
            fix=f"run the same command again to retry them{refused}",
        )
    if judged.failed:
        raise judging_failed(run, judge, judged)
