"""Ctrl-C and SIGTERM: both end the work at once, with everything that is finished on disk."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer


@contextmanager
def stopping_with(sentences: Callable[[], list[str]]) -> Iterator[None]:
    """End the program with some sentences when it is interrupted or told to terminate.

    Args:
        sentences: what is said then.
    """
    from ..errors import RunInterruptedError
    from ..terminal import say

    try:
        with _terminated_as_interrupted():
            yield
    except KeyboardInterrupt:
        for sentence in sentences():
            say(sentence)
        raise typer.Exit(RunInterruptedError.exit_status) from None


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """While it lasts, SIGTERM does what Ctrl-C does; only the main thread can arrange that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_: int, frame: FrameType | None) -> None:
    # An event loop has a handler of its own, which ends its tasks in good order.
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)
