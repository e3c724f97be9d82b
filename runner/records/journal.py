"""Append-only JSON lines: whole lines only, a torn last line is dropped on reading.

A line is handed to the system in one write, so a killed process leaves at most its last line torn. It is on
the disk itself once ``sync`` was called; the engine does that every few seconds and at the end, so a power
cut costs at most the cases of the last seconds.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from ...errors import RunBusyError, RunError

_BLOCK = 65536


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a journal, one by one; a missing file holds none.

    A last line without its newline was torn by a crash and is passed over.

    Raises:
        RunError: a line before the last is not a JSON object; names the line.
    """
    for number, line in raw_lines(path):
        yield _object(line, number, path)


def raw_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The whole lines of a journal as they stand, with their numbers from 1; a torn last line is left out.

    Raises:
        RunError: the file cannot be read.
    """
    try:
        if not path.exists():
            return
        stream = path.open("rb")
    except OSError as error:
        raise RunError(
            f"cannot be read ({error.strerror})", where=str(path), fix="mend the permissions"
        ) from error
    with stream:
        for number, line in enumerate(stream, start=1):
            if not line.endswith(b"\n"):
                return
            yield number, line


def named_lines(path: Path, name: Callable[[Mapping[str, Any]], str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects of a journal, each with the name of the item that it is about.

    Args:
        path: the journal.
        name: an object's name.

    Raises:
        RunError: a line is damaged, or lacks what its name is made of; names the line.
    """
    for number, record in enumerate(read_lines(path), start=1):
        try:
            found = name(record)
        except (KeyError, TypeError, AttributeError) as error:
            raise RunError(
                f"line {number} does not say what it is about (it lacks {error})",
                where=str(path),
                fix="mend or delete the line",
            ) from error
        yield found, record


def _object(line: bytes, number: int, path: Path) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RunError(
            f"line {number} is not JSON", where=str(path), fix="mend or delete the line"
        ) from error
    if not isinstance(record, dict):
        raise RunError(f"line {number} is not a JSON object", where=str(path), fix="mend or delete the line")
    return record


class Journal:
    """A journal open for appending; a torn last line is cut off when it is opened."""

    def __init__(self, path: Path) -> None:
        """Open or create it.

        Raises:
            RunError: the file cannot be written.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(
                path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644
            )
            self._size = _cut_torn_line(self._file)
        except OSError as error:
            raise _not_written(path, error) from error
        self._unsynced = False

    def append(self, record: Mapping[str, Any]) -> None:
        """Write one object as one line and hand it to the system at once.

        Raises:
            RunError: the disk is full or failing; the file still ends with its last whole line.
        """
        line = json_line(record)
        try:
            written = os.write(self._file, line)
            while written < len(line):
                written += os.write(self._file, line[written:])
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise _not_written(self.path, error) from error
        self._size += len(line)
        self._unsynced = True

    def sync(self) -> None:
        """Have the system put on the disk what was appended.

        Raises:
            RunError: the disk is full or failing.
        """
        if not self._unsynced:
            return
        self._unsynced = False
        try:
            os.fsync(self._file)
        except OSError as error:
            raise _not_written(self.path, error) from error

    def close(self) -> None:
        """Sync and close."""
        try:
            self.sync()
        finally:
            os.close(self._file)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def write_lines(path: Path, records: Iterable[Mapping[str, Any]]) -> None:
    """Write a whole journal at once; the file appears complete or not at all.

    Raises:
        RunError: it cannot be written.
    """
    write_whole(path, (json_line(record) for record in records))


def write_whole(path: Path, parts: bytes | Iterable[bytes]) -> None:
    """Write a file beside its place and put it there when it is whole and on the disk.

    Args:
        path: the file; its folder is made if it is missing.
        parts: what it holds.

    Raises:
        RunError: it cannot be written; what stood there before stands there still.
    """
    draft = path.with_name(f".{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as stream:
            stream.writelines([parts] if isinstance(parts, bytes) else parts)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise RunError(
            f"cannot be written ({error.strerror})", where=str(path), fix="make room or mend the permissions"
        ) from error


def json_line(record: Mapping[str, Any]) -> bytes:
    """One object as one line of UTF-8."""
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"
    except UnicodeEncodeError:
        # A reply may hold half a surrogate pair, which UTF-8 cannot say; an escape can.
        return json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"


def _cut_torn_line(file: int) -> int:
    """Cut off what follows the last newline; the size that is left."""
    end = size = os.fstat(file).st_size
    while end > 0:
        start = max(0, end - _BLOCK)
        os.lseek(file, start, os.SEEK_SET)
        newline = os.read(file, end - start).rfind(b"\n")
        if newline >= 0:
            end = start + newline + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)
    return end


def _not_written(path: Path, error: OSError) -> RunError:
    return RunError(
        f"cannot be written ({error.strerror})",
        where=str(path),
        fix="make room or mend the permissions, then run the same command again: finished cases are kept",
    )


LOCK_FILE = ".lock"
# Whoever asks whether a run is under way holds its lock for an instant; that must not end another's start.
_ASKED = 0.2


@contextmanager
def run_lock(folder: Path) -> Iterator[None]:
    """Hold the folder; the system lets go of it when the process ends, however it ends.

    Args:
        folder: a run folder; made if it is missing.

    Raises:
        RunBusyError: another process holds it.
    """
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK_FILE, timeout=_ASKED)
        lock.acquire()
    except Timeout as error:
        raise RunBusyError(
            "another process works on this run",
            where=str(folder),
            fix="wait for it or stop it, or give another --name",
        ) from error
    except OSError as error:
        raise _not_written(folder, error) from error
    try:
        yield
    finally:
        lock.release()


def is_locked(folder: Path) -> bool:
    """Whether a process works on a run folder; nothing is written to find out."""
    from filelock import FileLock, Timeout

    if not (folder / LOCK_FILE).exists():
        return False
    lock = FileLock(folder / LOCK_FILE, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        return True
    except OSError:
        # Who may not write here cannot ask either.
        return False
    lock.release()
    return False
