"""One process at a time works on a run folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import RunBusyError

LOCK_FILE = ".lock"


@contextmanager
def run_lock(folder: Path) -> Iterator[None]:
    """Hold the folder; the system lets go of it when the process ends, however it ends.

    Args:
        folder: a run folder; made if it is missing.

    Raises:
        RunBusyError: another process holds it.
    """
    from filelock import FileLock, Timeout

    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / LOCK_FILE, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise RunBusyError(
            "another process works on this run",
            where=str(folder),
            fix="wait for it or stop it, or give another --name",
        ) from error
    try:
        yield
    finally:
        lock.release()
