"""Work through many items at once and lose none: finished ones are on disk, failed ones recorded and retried.

The engine knows neither benchmark nor agent. An item is anything with a name; doing it gives a record, and
the record's line in the journal is what makes the item done. Items are drawn one by one as workers get free
and let go when they are written, so memory does not grow with their number. Items that failed in an earlier
call come last, so that they never keep others from being done.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from ...errors import (
    AgentError,
    AgentUnusableError,
    BudgetSpentError,
    JudgeError,
    RequestRefusedError,
    RunStoppedError,
    StandfastError,
)
from ..records.journal import Journal, named_lines, read_lines

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

_SYNC_SECONDS = 2.0
# So many failures in a row, with nothing finished in between, mean that going on is of no use.
FAILURES_IN_A_ROW = 25
# So many calls in which the server refused an item's request for what it holds, and it is done without.
REFUSALS = 3
REFUSED = "refused"


@dataclass(frozen=True)
class Progress:
    """How far a piece of work is.

    Attributes:
        done: items finished in this call.
        failed: items that failed in this call.
        skipped: items that were finished before.
        spent: whether a budget ended the work early.
        left: whether items that had failed before were left, because nothing but failures came of them.
        refused: of those that failed, those whose request the server refused for what it holds.
        first: why the first of them failed.
    """

    done: int = 0
    failed: int = 0
    skipped: int = 0
    spent: bool = False
    left: bool = False
    refused: int = field(default=0, compare=False)
    first: str | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Work(Generic[ItemT]):
    """What is to be done, and where its results go.

    Attributes:
        items: the items, drawn as workers get free.
        name: an item's name, unique among them.
        do: does one item; its record is appended to ``results``.
        results: journal of what is done.
        name_of_record: the name of the item that a record of ``results`` or of ``failures`` belongs to.
        failures: journal of what failed, in every call; an item may have failed in several and be done since.
        failed: the record of an item that failed; ``problem``, ``kind`` and ``tries`` are added to it.
        may_begin: whether another item may be begun, given how many are under way; asked before each.
        do_without: as ``do``, for an item whose request the server has refused in so many calls; the refusal
            is part of its record. None where such an item fails as ever.
    """

    items: Iterable[ItemT]
    name: Callable[[ItemT], str]
    do: Callable[[ItemT], Awaitable[Mapping[str, Any]]]
    results: Path
    name_of_record: Callable[[Mapping[str, Any]], str]
    failures: Path
    failed: Callable[[ItemT, Exception], Mapping[str, Any]]
    may_begin: Callable[[int], bool] = lambda _: True
    do_without: Callable[[ItemT], Awaitable[Mapping[str, Any]]] | None = None


@dataclass
class _State:
    """Counts of a call of ``work_through``, shared by its workers.

    Attributes:
        tries: of items that failed in earlier calls and are not done: how often.
        refusals: of these, how often because the server refused their request.
        retrying: whether new items are all begun, and those that failed before are drawn.
    """

    done: int = 0
    failed: int = 0
    skipped: int = 0
    spent: bool = False
    left: bool = False
    refused: int = 0
    first: str | None = None
    under_way: int = 0
    failed_in_a_row: int = 0
    failures: Journal | None = field(default=None)
    tries: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    retrying: bool = False

    def progress(self) -> Progress:
        return Progress(self.done, self.failed, self.skipped, self.spent, self.left, self.refused, self.first)


async def work_through(
    work: Work[ItemT],
    *,
    concurrency: int = 8,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Do every item whose record is not in the journal yet.

    Whatever an item raises is that item's failure, and is recorded as such. The work ends early, with
    everything finished on disk, when a budget is spent or nothing comes of items that had failed before (said
    in the result), when an agent turns out unusable, when new items keep failing without one success between
    them, or when cancelled. What the server refuses for what an item holds does not count towards that.

    Args:
        work: what to do.
        concurrency: items under way at once.
        on_progress: told after each item.

    Raises:
        AgentUnusableError: no request of an agent can succeed.
        RunStoppedError: too many failures in a row.
        RunError: the journal is damaged or cannot be written.
    """
    finished = {name for name, _ in named_lines(work.results, work.name_of_record)}
    state = _State()
    _count_failures(work, finished, state)
    draw = _drawing(work, finished, state)
    with Journal(work.results) as journal:

        async def worker() -> None:
            while (item := draw()) is not None:
                state.under_way += 1
                try:
                    await _do(work, item, journal, state)
                finally:
                    state.under_way -= 1
                on_progress(state.progress())
                # Items that wait for nothing would keep signals and other workers out.
                await asyncio.sleep(0)

        try:
            await _all_or_none([*(worker() for _ in range(concurrency))], _keep_synced(journal))
        finally:
            if state.failures is not None:
                state.failures.close()
    return state.progress()


def _count_failures(work: Work[ItemT], finished: set[str], state: _State) -> None:
    for record in read_lines(work.failures):
        try:
            name = work.name_of_record(record)
        except (KeyError, TypeError, AttributeError):
            # A failure that nobody can place keeps nothing from being done.
            continue
        if name not in finished:
            state.tries[name] += 1
            state.refusals[name] += record.get("kind") == REFUSED


async def _do(work: Work[ItemT], item: ItemT, journal: Journal, state: _State) -> None:
    do = work.do
    if work.do_without is not None and state.refusals and state.refusals[work.name(item)] >= REFUSALS:
        do = work.do_without
    try:
        record = await do(item)
    except AgentUnusableError:
        raise
    except BudgetSpentError:
        state.spent = True
    except (AgentError, JudgeError) as error:
        _note_failure(work, item, error, state)
    except StandfastError:
        raise
    except Exception as error:  # noqa: BLE001 - one odd item must not end the work on all the others
        _note_failure(work, item, error, state)
    else:
        journal.append(record)
        state.done += 1
        state.failed_in_a_row = 0


def _note_failure(work: Work[ItemT], item: ItemT, error: Exception, state: _State) -> None:
    if state.failures is None:
        state.failures = Journal(work.failures)
    refused = isinstance(error, RequestRefusedError)
    kind = REFUSED if refused else type(error).__name__
    state.failures.append(
        {
            **work.failed(item, error),
            "problem": problem_of(error),
            "kind": kind,
            "tries": state.tries[work.name(item)] + 1,
        }
    )
    state.failed += 1
    state.first = state.first or sentence_of(error)
    if refused:
        state.refused += 1
        return
    state.failed_in_a_row += 1
    if state.failed_in_a_row < FAILURES_IN_A_ROW:
        return
    if state.retrying:
        state.left = True
        return
    raise RunStoppedError(
        f"{state.failed_in_a_row} cases in a row failed, the last one so: {problem_of(error)}",
        where=error.where if isinstance(error, StandfastError) else None,
        fix=f"mend the cause and run the same command again ({state.done} finished now are kept)",
    ) from error


def problem_of(error: Exception) -> str:
    """What went wrong, in words, without where and what to do."""
    return error.problem if isinstance(error, StandfastError) else f"{type(error).__name__}: {error}"


def sentence_of(error: Exception) -> str:
    """What went wrong, as a failure's record holds it."""
    return str(error) if isinstance(error, StandfastError) else problem_of(error)


def _drawing(work: Work[ItemT], finished: set[str], state: _State) -> Callable[[], ItemT | None]:
    """A function that gives the next item to begin, or None when there is none or none may be begun."""
    pending = _pending(work, finished, state)
    held: list[ItemT] = []

    def draw() -> ItemT | None:
        # Looked at before the budget is asked: a budget that just suffices is not spent early.
        if not held:
            held.extend(islice(pending, 1))
        if state.spent or state.left or not held:
            return None
        if not work.may_begin(state.under_way):
            state.spent = state.under_way == 0
            return None
        return held.pop()

    return draw


def _pending(work: Work[ItemT], finished: set[str], state: _State) -> Iterator[ItemT]:
    failed_before: list[ItemT] = []
    for item in work.items:
        name = work.name(item)
        if name in finished:
            state.skipped += 1
        elif name in state.tries:
            failed_before.append(item)
        else:
            yield item
    if failed_before:
        state.retrying, state.failed_in_a_row = True, 0
        yield from failed_before


async def _keep_synced(journal: Journal) -> None:
    while True:
        await asyncio.sleep(_SYNC_SECONDS)
        await asyncio.to_thread(journal.sync)


async def _all_or_none(workers: list[Coroutine[Any, Any, None]], beside: Coroutine[Any, Any, None]) -> None:
    """Run workers until all end or one fails; then nothing of them is left running."""
    tasks = [asyncio.ensure_future(worker) for worker in workers]
    extra = asyncio.ensure_future(beside)
    try:
        waiting: set[asyncio.Future[None]] = {*tasks, extra}
        while not all(task.done() for task in tasks):
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in (*tasks, extra):
            task.cancel()
        await asyncio.gather(*tasks, extra, return_exceptions=True)


def run_to_end(main: Coroutine[Any, Any, ResultT]) -> ResultT:
    """Run a coroutine from plain code, also where an event loop already runs (a notebook)."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(main)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main).result()
