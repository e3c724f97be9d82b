"""Play many cases at once and lose none: finished ones are on disk, failed ones are recorded and retried."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass

from ..errors import AgentError
from .conversation import Case, Transcript, transcript_record
from .journal import append_line, open_journal, read_lines
from .run_folder import RunFolder

Play = Callable[[Case], Awaitable[Transcript]]


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        done: cases finished in this call.
        failed: cases that failed in this call.
        skipped: cases that were finished before.
    """

    done: int = 0
    failed: int = 0
    skipped: int = 0


async def play_cases(
    cases: Iterable[Case],
    play: Play,
    folder: RunFolder,
    *,
    concurrency: int = 8,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Play every case that the run folder does not hold yet.

    Each finished case is one whole line of ``transcripts.jsonl``, each failed one a line of
    ``failures.jsonl``; a failed case is played again by the next call.

    Args:
        cases: the cases, drawn as workers get free.
        play: plays one case.
        folder: where transcripts go.
        concurrency: cases in flight at once.
        on_progress: told after each case.
    """
    finished = {_record_name(record) for record in read_lines(folder.transcripts_path)}
    folder.failures_path.unlink(missing_ok=True)
    counts = {"done": 0, "failed": 0, "skipped": 0}
    pending = _pending(iter(cases), finished, counts)
    with open_journal(folder.transcripts_path) as journal:

        async def work() -> None:
            for case in pending:
                try:
                    transcript = await play(case)
                except AgentError as error:
                    with open_journal(folder.failures_path) as failures:
                        append_line(
                            failures, {"case": dict(case.key), "repeat": case.repeat, "error": str(error)}
                        )
                    counts["failed"] += 1
                else:
                    append_line(journal, transcript_record(transcript))
                    counts["done"] += 1
                on_progress(Progress(**counts))

        await asyncio.gather(*(work() for _ in range(concurrency)))
    return Progress(**counts)


def _pending(cases: Iterator[Case], finished: set[str], counts: dict[str, int]) -> Iterator[Case]:
    for case in cases:
        if case.name in finished:
            counts["skipped"] += 1
        else:
            yield case


def _record_name(record: dict[str, object]) -> str:
    return Case("", record["case"], {}, record["repeat"]).name  # type: ignore[arg-type]
