"""Progress of a run: a live bar in a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..terminal import console, say

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from ..runner.play.run import RunProgress

_SECONDS_BETWEEN_LINES = 10.0
Watch = Callable[["RunProgress"], None]


@contextmanager
def watch_run(what: str) -> Iterator[Watch]:
    """Show how far a run is, what it spends, and when it will end.

    Args:
        what: what is run, in a word or two.
    """
    if not console.is_terminal:
        yield _plain_lines(what)
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), TextColumn("{task.fields[facts]}"))
    with Progress(*columns, console=console, transient=True) as bar:
        yield _live(bar, what)


def _live(bar: Bar, what: str) -> Watch:
    task = bar.add_task(what, total=None, facts="")
    began = _Began()

    def watch(progress: RunProgress) -> None:
        finished = progress.done + progress.failed + progress.skipped
        bar.update(
            task,
            description=f"{what}: {progress.stage}",
            completed=finished,
            total=progress.total,
            facts=facts_of(progress, began.seconds(progress.stage)),
        )

    return watch


def _plain_lines(what: str) -> Watch:
    began = _Began()
    last, waiting = time.monotonic(), False

    def watch(progress: RunProgress) -> None:
        nonlocal last, waiting
        now = time.monotonic()
        # That all begin to wait is said at once, since nothing else happens for a while.
        if now - last >= _SECONDS_BETWEEN_LINES or (progress.waiting and not waiting):
            last, waiting = now, bool(progress.waiting)
            say(f"{what}: {progress.stage} {facts_of(progress, began.seconds(progress.stage))}")

    return watch


def say_now_and_then() -> Callable[[str], None]:
    """A function that says what it is told, but not more often than every few seconds."""
    last = float("-inf")

    def tell(text: str) -> None:
        nonlocal last
        if text and time.monotonic() - last >= _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            say(text)

    return tell


class _Began:
    """When each stage began, so that rates are of the stage at hand."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {"playing": time.monotonic()}

    def seconds(self, stage: str) -> float:
        now = time.monotonic()
        return now - self._at.setdefault(stage, now)


def facts_of(progress: RunProgress, seconds: float) -> str:
    """Counts, spending, rate and time left of a run in one line.

    Args:
        progress: how far it is.
        seconds: since the stage began.
    """
    finished = progress.done + progress.failed + progress.skipped
    parts = [f"{finished:,}" + (f"/{progress.total:,}" if progress.total else "")]
    if progress.failed:
        parts.append(f"{progress.failed:,} failed")
    if progress.waiting:
        return " · ".join([*parts, progress.waiting])
    spent = progress.spending
    if spent.calls:
        tries = f" (+{spent.retries:,} tries)" if spent.retries else ""
        parts.append(f"{spent.calls:,} calls{tries}")
        parts.append(f"{short(spent.tokens_in)} in, {short(spent.tokens_out)} out")
    if spent.from_cache:
        parts.append(f"{spent.from_cache:,} from cache")
    if spent.cost:
        parts.append(f"cost {spent.cost:.2f}")
    now_done = progress.done + progress.failed
    if now_done and seconds > 1:
        rate = now_done / seconds
        parts.append(f"{rate:.1f}/s" if rate >= 1 else f"{60 * rate:.1f}/min")
        if progress.total:
            parts.append(f"{duration((progress.total - finished) / rate)} left")
    return " · ".join(parts)


def short(count: float) -> str:
    """A count in thousands or millions where it is large."""
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if count >= unit:
            return f"{count / unit:.1f}{name}"
    return f"{count:.0f}"


def duration(seconds: float) -> str:
    """Seconds, minutes or hours."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
