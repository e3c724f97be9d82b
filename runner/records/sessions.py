"""The sessions of a run: each call that played or judged it, what it was asked for and what it spent.

``sessions.jsonl`` is appended to when a session begins (``start``) and when it ends (``end``). What it has
spent so far stands in ``spending.json`` meanwhile, overwritten in place as replies come: one small write
that outlives a kill. The next session finds it there and appends it (``spend``): no call is forgotten.
Earlier versions wrote one line when a session ended; such lines are read as they are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .journal import Journal, json_line, read_lines

SPENDING_FILE = "spending.json"
KILLED = "killed"
# One page, so that a kill finds it written or not written, never in between.
_ROOM = 4096


def read_sessions(path: Path) -> list[dict[str, Any]]:
    """The sessions of a run, oldest first.

    Args:
        path: its ``sessions.jsonl``.

    Returns:
        Of each: ``started``, ``ended`` (``finished``, ``budget spent``, ``interrupted``, the name of an
        error, or ``killed`` for one that has not said how it ended: it may be under way), ``seconds`` (where
        known), ``release_folder``, ``concurrency``, ``selection``, ``wanted`` (number of cases selected,
        where known), ``budget``, ``spent`` by role; ``judge`` where it only judged.

    Raises:
        RunError: a line is damaged.
    """
    sessions: dict[str, dict[str, Any]] = {}
    for number, line in enumerate(read_lines(path)):
        name = str(line.pop("session", number))
        event = line.pop("event", "end")
        if event == "start":
            sessions[name] = {**line, "ended": KILLED, "spent": {}}
        else:
            sessions.setdefault(name, {}).update(line)
    left = _left_spending(path.with_name(SPENDING_FILE))
    if left is not None and sessions.get(left["session"], {}).get("ended") == KILLED:
        sessions[left["session"]].update(spent=left["spent"])
    return list(sessions.values())


def spent_so_far(path: Path) -> tuple[int, float]:
    """Calls and cost of all sessions of a run, all roles together.

    Args:
        path: its ``sessions.jsonl``.
    """
    roles = [role for session in read_sessions(path) for role in session.get("spent", {}).values()]
    return sum(role["calls"] for role in roles), sum(role["cost"] for role in roles)


@dataclass
class SessionLog:
    """A session under way."""

    path: Path
    name: str
    _file: int

    @classmethod
    def begin(cls, path: Path, about: Mapping[str, Any]) -> SessionLog:
        """Note that a session begins, and what the last one spent if it was killed.

        Args:
            path: the run's ``sessions.jsonl``.
            about: what it is asked for.

        Raises:
            RunError: the file cannot be written.
        """
        started = datetime.now(UTC)
        name = f"{started.isoformat(timespec='microseconds')}/{os.getpid()}"
        spending = path.with_name(SPENDING_FILE)
        left = _left_spending(spending)
        with Journal(path) as journal:
            if left is not None:
                journal.append({"session": left["session"], "event": "spend", "spent": left["spent"]})
            start = {"started": started.isoformat(timespec="seconds"), **about}
            journal.append({"session": name, "event": "start", **start})
        file = os.open(spending, os.O_RDWR | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o644)
        return cls(path, name, file)

    def spend(self, spent: Mapping[str, Any]) -> None:
        """Note what was spent so far, by role."""
        text = json_line({"session": self.name, "spent": spent}).rstrip(b"\n")
        # A full disk must not end the run here: what was spent is said once more when the session ends.
        with suppress(OSError):
            os.lseek(self._file, 0, os.SEEK_SET)
            os.write(self._file, text.ljust(_ROOM - 1) + b"\n")

    def end(self, about: Mapping[str, Any]) -> None:
        """Note how the session ended and what it spent.

        Raises:
            RunError: the file cannot be written.
        """
        os.close(self._file)
        with Journal(self.path) as journal:
            journal.append({"session": self.name, "event": "end", **about})
        self.path.with_name(SPENDING_FILE).unlink(missing_ok=True)


def _left_spending(path: Path) -> dict[str, Any] | None:
    """What a session that was killed had spent, or None where the last one ended by itself."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and {"session", "spent"} <= found.keys() else None
