"""The engine on items that know nothing of benchmarks."""

import asyncio
import resource
import tracemalloc
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from standfast.errors import (
    AgentError,
    AgentUnusableError,
    BudgetSpentError,
    RequestRefusedError,
    RunError,
    RunStoppedError,
    UsageError,
)
from standfast.runner.play.engine import (
    FAILURES_IN_A_ROW,
    REFUSED,
    Progress,
    Work,
    run_to_end,
    sentence_of,
    work_through,
)
from standfast.runner.records.journal import Journal, read_lines, run_lock, write_lines

RESULTS, FAILURES = Path("results.jsonl"), Path("failures.jsonl")


def work(items: Iterable[int], do: Any, **more: Any) -> Work[int]:
    return Work(
        items=items,
        name=str,
        do=do,
        results=RESULTS,
        name_of_record=lambda record: str(record["item"]),
        failures=FAILURES,
        failed=lambda item, error: {"item": item, "error": sentence_of(error)},
        **more,
    )


def go(items: Iterable[int], do: Any, concurrency: int = 4, **more: Any) -> Progress:
    return asyncio.run(work_through(work(items, do, **more), concurrency=concurrency))


async def square(item: int) -> Mapping[str, int]:
    await asyncio.sleep(0)
    return {"item": item, "square": item * item}


def results() -> list[int]:
    return sorted(record["item"] for record in read_lines(RESULTS))


def test_every_item_is_done_once_and_again_none() -> None:
    assert go(range(50), square) == Progress(done=50)
    assert go(range(60), square) == Progress(done=10, skipped=50)
    assert results() == list(range(60))


def test_no_more_items_are_under_way_than_allowed() -> None:
    under_way, most = 0, 0

    async def do(item: int) -> Mapping[str, int]:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.001)
        under_way -= 1
        return {"item": item}

    go(range(40), do, concurrency=5)
    assert most == 5


def test_items_are_drawn_only_as_workers_get_free() -> None:
    drawn = 0

    def items() -> Iterator[int]:
        nonlocal drawn
        for item in range(100):
            drawn += 1
            yield item

    async def do(item: int) -> Mapping[str, int]:
        assert drawn <= item + 4
        return await square(item)

    go(items(), do, concurrency=4)


def test_a_failed_item_is_recorded_and_retried() -> None:
    broken = {3, 7}

    async def do(item: int) -> Mapping[str, int]:
        if item in broken:
            raise AgentError("no reply")
        return await square(item)

    assert go(range(10), do) == Progress(done=8, failed=2)
    assert {record["item"]: record["error"] for record in read_lines(FAILURES)} == {
        3: "no reply",
        7: "no reply",
    }
    broken.clear()
    assert go(range(10), do) == Progress(done=2, skipped=8)
    assert results() == list(range(10))
    # What failed is history, which no later call takes back.
    assert [(record["item"], record["kind"], record["tries"]) for record in read_lines(FAILURES)] == [
        (3, "AgentError", 1),
        (7, "AgentError", 1),
    ]


def test_failures_without_end_stop_the_run() -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item < 5:
            return await square(item)
        raise AgentError("the line is dead", where="agent")

    with pytest.raises(
        RunStoppedError, match="cases in a row failed, the last one so: the line is dead"
    ) as caught:
        go(range(10_000), do, concurrency=1)
    assert f"{FAILURES_IN_A_ROW} cases in a row" in str(caught.value)
    assert results() == list(range(5))


def test_an_unusable_agent_ends_everything_at_once_and_keeps_what_is_done() -> None:
    begun = []

    async def do(item: int) -> Mapping[str, int]:
        begun.append(item)
        if item == 5:
            raise AgentUnusableError("the key is wrong")
        await asyncio.sleep(0 if item < 4 else 60)
        return {"item": item}

    with pytest.raises(AgentUnusableError, match="the key is wrong"):
        go(range(1000), do)
    assert results() == [0, 1, 2, 3]
    assert len(begun) < 10


def test_a_spent_budget_ends_the_run_without_failures() -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item >= 6:
            raise BudgetSpentError("all calls are made")
        return await square(item)

    assert go(range(100), do) == Progress(done=6, spent=True)
    assert not FAILURES.exists()


def test_no_item_is_begun_that_the_budget_does_not_allow() -> None:
    begun: list[int] = []

    async def do(item: int) -> Mapping[str, int]:
        begun.append(item)
        return await square(item)

    assert go(range(9), do, may_begin=lambda under_way: len(begun) < 9) == Progress(done=9)
    RESULTS.unlink()
    begun.clear()
    assert go(range(100), do, may_begin=lambda under_way: len(begun) < 7) == Progress(done=7, spent=True)


@pytest.mark.parametrize(
    "odd",
    [ZeroDivisionError("by zero"), RecursionError("too deep"), UnicodeEncodeError("utf-8", "x", 0, 1, "no")],
)
def test_whatever_an_item_raises_is_that_items_failure(odd: Exception) -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item == 3:
            raise odd
        return await square(item)

    assert go(range(10), do, concurrency=1) == Progress(done=9, failed=1)
    assert results() == [item for item in range(10) if item != 3]
    (failure,) = read_lines(FAILURES)
    assert failure["kind"] == type(odd).__name__
    assert failure["error"].startswith(f"{type(odd).__name__}: ")


def test_an_error_of_the_program_in_every_item_ends_the_work() -> None:
    async def do(item: int) -> Mapping[str, int]:
        raise KeyError("user")

    with pytest.raises(RunStoppedError, match="cases in a row failed, the last one so: KeyError: 'user'"):
        go(range(1000), do)


@pytest.mark.parametrize("error", [RunError("the cache cannot be used"), UsageError("no such thing")])
def test_what_is_wrong_for_all_items_ends_the_work_at_once(error: Exception) -> None:
    async def do(item: int) -> Mapping[str, int]:
        raise error

    with pytest.raises(type(error), match=str(error)):
        go(range(10), do)
    assert not FAILURES.exists()


def test_new_items_come_first_and_those_that_failed_last() -> None:
    order: list[int] = []

    async def do(item: int) -> Mapping[str, int]:
        order.append(item)
        if item % 2:
            raise AgentError("no reply")
        return await square(item)

    go(range(6), do, concurrency=1)
    go(range(10), do, concurrency=1)
    assert order == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 3, 5]


def test_a_run_is_not_locked_by_items_that_always_fail() -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item < 40:
            raise AgentError("the same again")
        return await square(item)

    with pytest.raises(RunStoppedError):
        go(range(60), do, concurrency=1)
    # New ones first: those that never fail are done, and what failed before does not end the work with an error.
    for _ in range(3):
        try:
            progress = go(range(60), do, concurrency=1)
        except RunStoppedError:
            continue
    assert results() == list(range(40, 60))
    assert progress.left
    assert progress.failed == FAILURES_IN_A_ROW


def test_what_the_server_refuses_does_not_end_the_work_and_is_done_without_at_last() -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item < 40:
            raise RequestRefusedError("the server answered 400")
        return await square(item)

    async def do_without(item: int) -> Mapping[str, Any]:
        return {"item": item, "refused": True}

    for tries in (1, 2, 3):
        progress = go(range(50), do, do_without=do_without)
        assert (progress.failed, progress.refused) == (40, 40)
        assert {(record["kind"], record["tries"]) for record in list(read_lines(FAILURES))[-40:]} == {
            (REFUSED, tries)
        }
    assert go(range(50), do, do_without=do_without) == Progress(done=40, skipped=10)
    assert results() == list(range(50))


def test_failures_that_nobody_can_place_keep_nothing_from_being_done() -> None:
    write_lines(FAILURES, [{"error": "of an earlier version"}, {"item": 2, "error": "no kind"}])
    assert go(range(4), square) == Progress(done=4)


def test_a_full_disk_ends_with_a_sentence_and_whole_lines() -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, limits[1]))
    try:
        with pytest.raises(RunError, match=r"results.jsonl: cannot be written \(File too large\); make room"):
            go(range(100), square)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    whole = RESULTS.read_bytes()
    assert whole.endswith(b"\n")
    assert 150 < len(whole) <= 200
    assert go(range(100), square).done == 100 - whole.count(b"\n")
    assert results() == list(range(100))


def test_memory_does_not_grow_with_the_number_of_items() -> None:
    async def do(item: int) -> Mapping[str, Any]:
        return {"item": item, "text": "x" * 2000}

    def peak(count: int) -> int:
        RESULTS.unlink(missing_ok=True)
        tracemalloc.start()
        go(range(count), do)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak

    peak(100)
    # 2,000 further items of 2 kB would add 4 MB if they were kept.
    assert peak(2100) - peak(100) < 500_000


def test_a_reply_that_utf_8_cannot_say_is_kept() -> None:
    with Journal(RESULTS) as journal:
        journal.append({"item": 1, "text": "half a pair \ud83d, é"})
    assert next(read_lines(RESULTS))["text"] == "half a pair \ud83d, é"


def test_opening_a_long_journal_cuts_only_its_torn_line() -> None:
    write_lines(RESULTS, ({"item": item, "text": "x" * 1000} for item in range(200)))
    whole = RESULTS.read_bytes()
    for torn in (b"", b'{"item": 7, ', b"\x00" * 70_000):
        RESULTS.write_bytes(whole + torn)
        Journal(RESULTS).close()
        assert RESULTS.read_bytes() == whole


def test_one_folder_has_one_worker() -> None:
    with run_lock(Path("run")), pytest.raises(RunError, match="run: another process works on this run; wait"):  # noqa: SIM117
        with run_lock(Path("run")):
            pass
    with run_lock(Path("run")):
        pass


def test_a_coroutine_runs_also_where_a_loop_runs_already() -> None:
    async def inner() -> int:
        return 7

    async def notebook() -> int:
        return run_to_end(inner())

    assert asyncio.run(notebook()) == run_to_end(inner()) == 7
