"""Judge a run's transcripts: by several judges, again, or for the first time."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import FingerprintMismatchError, RequestRefusedError, RunError, UsageError
from ..agents.agent import Agent
from ..agents.making import make_agent
from ..judges.judge import RULES, Judge, JudgingOptions, as_pass, judge_of
from ..records.conversation import Transcript, case_name
from ..records.journal import run_lock
from ..records.run_folder import RunFolder, differing_fields, write_document
from ..records.verdict import UNREAD_KINDS, UnreadKind, Verdict, unread_kind, verdict_record
from .benchmark import Benchmark, CaseFinder, benchmark_of
from .engine import Progress, Work, run_to_end, sentence_of, work_through
from .meter import Meter, metered
from .session import OnWait, session

if TYPE_CHECKING:
    from ...releases.release import Release

JudgedTurn = tuple[Transcript, int]
_AGAIN = ", again"


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
    retry: Collection[UnreadKind] = (),
    on_progress: Callable[[Progress], None] = lambda _: None,
    on_wait: OnWait = lambda _: None,
) -> tuple[Progress, str]:
    """Judge what this judge has not judged yet of a run, or ask again what it could not be read on.

    Args:
        run: the run, played or imported.
        judge: spec of the judge.
        release: the release that was played.
        concurrency: turns under way at once.
        catalogue: the ``agents.toml``.
        options: which turns are judged, and whether blind; the benchmark's turns, seeing, when None.
        number: which pass of the judge this is; from 2 on its verdicts are kept apart from the first.
        retry: kinds of unread verdicts: turns with such a one are judged again, and nothing else is. What
            the judge said before is kept; the last verdict of a turn counts.
        on_progress: told after each turn.
        on_wait: told while all wait for a server that does not answer; an empty text when they go on.

    Returns:
        How many turns were judged, and the judge's spec as its verdicts carry it.

    Raises:
        UsageError, AgentError, JudgeError: there is no such judge, or a later pass or another try without a
            first.
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
    if retry and not run.verdicts_path(judging.spec).exists():
        raise UsageError(
            f"{judging.spec} has not judged {run.name} yet", fix="leave out --retry the first time"
        )
    benchmark = benchmark_of(release.benchmark)

    about = {
        "judge": judging.spec,
        "release_folder": str(Path(release.folder).resolve()),
        "concurrency": concurrency,
    }

    async def judge_all() -> Progress:
        find = benchmark.playing.find(release)
        try:
            async with session(run, about, {} if agent is None else {"judge": agent}, meter, on_wait):
                return await judge_turns(
                    run, judging, benchmark, find, meter, concurrency, on_progress, options, retry
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
    retry: Collection[UnreadKind] = (),
) -> Progress:
    """As ``judge_run``, for a judge that is made and inside an event loop."""
    _check_judge(run, judge)
    again = _unread_turns(run, judge.spec, retry) if retry else frozenset()

    def turns() -> Iterator[JudgedTurn]:
        if retry:
            return (
                (transcript, turn)
                for transcript in run.transcripts()
                for turn in range(1, len(transcript.turns) + 1)
                if f"{transcript.name}@{turn}" in again
            )
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

    async def do_without(item: JudgedTurn) -> dict[str, Any]:
        transcript, turn = item
        try:
            return await do(item)
        except RequestRefusedError as error:
            problem = f"failed: {error.problem}"
            unread = Verdict(transcript.key, transcript.repeat, turn, None, judge.spec, problem=problem)
            return verdict_record(unread)

    work = Work(
        items=turns(),
        # No record has the name of a turn that is asked again, so that none of them counts as done.
        name=lambda item: f"{item[0].name}@{item[1]}{_AGAIN if retry else ''}",
        do=do,
        results=run.verdicts_path(judge.spec),
        name_of_record=_name_of_verdict,
        failures=run.judging_failures_path(judge.spec),
        failed=_failure_record,
        may_begin=meter.may_begin,
        do_without=do_without,
    )
    return await work_through(work, concurrency=concurrency, on_progress=on_progress)


def unread_kinds(name: str) -> frozenset[UnreadKind]:
    """The kinds of unread verdicts that a word names: ``unread`` for all, or a kind with hyphens for spaces.

    Replies that had nothing to judge are asked again only by their own name, ``no-reply``.

    Raises:
        UsageError: there is no such kind.
    """
    if name == "unread":
        return frozenset(UNREAD_KINDS) - {"no reply"}
    words = {kind.replace(" ", "-").casefold(): kind for kind in UNREAD_KINDS}
    if name.casefold() not in words:
        known = ", ".join(kind.replace(" ", "-") for kind in UNREAD_KINDS)
        raise UsageError(f"no verdict is unread for {name!r}", fix=f"use unread, or one of: {known}")
    return frozenset({words[name.casefold()]})


def _unread_turns(run: RunFolder, judge: str, kinds: Collection[UnreadKind]) -> frozenset[str]:
    return frozenset(
        f"{case_name(verdict.key, verdict.repeat)}@{verdict.turn}"
        for verdict in run.verdicts(judge)
        if unread_kind(verdict) in kinds
    )


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


def _failure_record(item: JudgedTurn, error: Exception) -> dict[str, Any]:
    transcript, turn = item
    said = sentence_of(error)
    return {"case": dict(transcript.key), "repeat": transcript.repeat, "turn": turn, "error": said}
