"""The engine on items that know nothing of benchmarks."""

import asyncio
import resource
import tracemalloc
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from standfast.errors import AgentError, AgentUnusableError, BudgetSpentError, RunError, RunStoppedError
from standfast.runner.play.engine import FAILURES_IN_A_ROW, Progress, Work, run_to_end, work_through
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
        failed=lambda item, error: {"item": item, "error": str(error)},
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
    assert not FAILURES.exists()


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


def test_an_error_of_the_program_is_not_swallowed() -> None:
    async def do(item: int) -> Mapping[str, int]:
        if item == 3:
            raise ZeroDivisionError
        return await square(item)

    with pytest.raises(ZeroDivisionError):
        go(range(10), do, concurrency=1)
    assert results() == [0, 1, 2]


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
