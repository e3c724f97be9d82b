"""A progress bar for files on their way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def transfer_bar(name: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar on standard error for bytes on their way; gives the function to tell it how far they are."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None)
        told = False

        def tell(done: int, total: int | None) -> None:
            nonlocal told
            if told:
                bar.update(task, completed=done, total=total)
            else:
                # What an earlier call left is no speed of this one.
                bar.reset(task, completed=done, total=total)
            told = True

        yield tell
