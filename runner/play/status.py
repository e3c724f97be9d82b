"""How runs stand: what each holds, whether it is under way, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..judges.judge import RULES, first_passes
from ..records.journal import is_locked
from ..records.run_folder import RUN_FILE, TRANSCRIPTS_FILE, RunFolder
from ..records.run_state import RunState, run_state
from ..records.sessions import read_sessions
from .benchmark import benchmark_of
from .scored import release_name

Stage = Literal["running", "finished", "unfinished", "budget used up", "interrupted"]
_BROKEN_OFF = ("interrupted", "killed", "RunInterruptedError")


@dataclass(frozen=True)
class RunStatus:
    """How a run stands.

    Attributes:
        folder: the run.
        case_word: what its cases are called, in the plural.
        release: what it plays.
        judge: whose verdicts are counted; None where nobody is known to judge it.
        state: what it holds.
        stage: whether it is under way, or how it was left.
        calls, cost: what all its sessions spent, as far as they are recorded.
        next: the command to type next, and the folder to type it in where that is another than this; None
            while the run is under way, or where a program has to go on with it.
    """

    folder: RunFolder
    case_word: str
    release: str
    judge: str | None
    state: RunState
    stage: Stage
    calls: int
    cost: float
    next: str | None

    def record(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "run": str(self.folder.path),
            "subject": self.folder.record.agents.get("subject"),
            "release": self.release,
            "judge": self.judge,
            "stage": self.stage,
            **self.state.record(),
            "spent": {"calls": self.calls, "cost": round(self.cost, 6)},
            "next": self.next,
        }


def run_status(folder: RunFolder) -> RunStatus:
    """How a run stands; it may be under way.

    Where it has several judges, the one that its last session asked for counts, or else the first by name.

    Raises:
        RunError: a line of its files is damaged.
    """
    benchmark = benchmark_of(folder.record.benchmark)
    running = is_locked(folder.path)
    sessions = read_sessions(folder.sessions_path)
    judge = _judge(folder, sessions)
    state = run_state(folder, judge, benchmark.judging.turns)
    roles = [role for session in sessions for role in session.get("spent", {}).values()]
    stage = _stage(running, state, judge, sessions)
    return RunStatus(
        folder=folder,
        case_word=benchmark.showing.case_word,
        release=release_name(folder),
        judge=judge,
        state=state,
        stage=stage,
        calls=sum(role.get("calls", 0) for role in roles),
        cost=sum(role.get("cost", 0.0) for role in roles),
        next=None if running else _next(folder, state, judge, sessions),
    )


def run_paths(folder: Path) -> list[Path]:
    """Every folder directly below one that holds a run, or what is left of one, by name."""
    return sorted({path.parent for name in (RUN_FILE, TRANSCRIPTS_FILE) for path in folder.glob(f"*/{name}")})


def _judge(folder: RunFolder, sessions: Sequence[Mapping[str, Any]]) -> str | None:
    asked = [one["judge"] for one in sessions if one.get("judge") is not None]
    return asked[-1] if asked else next(iter(first_passes(folder)), None)


def _stage(running: bool, state: RunState, judge: str | None, sessions: Sequence[Mapping[str, Any]]) -> Stage:
    if running:
        return "running"
    if not (state.unfinished or state.unjudged or judge is None):
        return "finished"
    ended = sessions[-1].get("ended") if sessions else None
    if ended == "budget spent":
        return "budget used up"
    return "interrupted" if ended in _BROKEN_OFF else "unfinished"


def _next(
    folder: RunFolder, state: RunState, judge: str | None, sessions: Sequence[Mapping[str, Any]]
) -> str | None:
    """The command that brings a run further: to its end, to its verdicts, or to a report."""
    typed = _typed(sessions)
    path = shlex.quote(str(folder.path))
    if state.unfinished:
        return typed
    if judge is None or state.unjudged:
        return typed or f"standfast judge {path} --judge {shlex.quote(judge or RULES)}"
    asked_again = {kind: count for kind, count in state.unread.items() if kind != "no reply"}
    if asked_again and judge != RULES:
        named = _option(typed, "--judge") or judge
        return f"standfast judge {path} --judge {shlex.quote(named)} --retry unread"
    return f"standfast report {path} --judge {shlex.quote(judge)}"


def _typed(sessions: Sequence[Mapping[str, Any]]) -> str | None:
    """The command of the last session that asked for the most, as it was typed and where."""
    wanted = [one.get("wanted") or 0 for one in sessions]
    asked = [one for one, cases in zip(sessions, wanted, strict=True) if cases == max(wanted)]
    if not asked or not asked[-1].get("command"):
        return None
    command, place = str(asked[-1]["command"]), asked[-1].get("cwd")
    elsewhere = place is not None and Path(place) != Path.cwd()
    return f"cd {shlex.quote(str(place))} && {command}" if elsewhere else command


def _option(command: str | None, name: str) -> str | None:
    """The value of an option in a command that was typed."""
    words = shlex.split(command or "")
    for place, word in enumerate(words):
        if word == name and place + 1 < len(words):
            return words[place + 1]
        if word.startswith(f"{name}="):
            return word.partition("=")[2]
    return None
