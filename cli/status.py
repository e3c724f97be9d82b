"""The command ``status``: how runs stand, also while they are being played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .options import AsJson, Runs
from .runs import RunPaths

if TYPE_CHECKING:
    from ..runner.play.status import RunStatus


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast status; of some runs: standfast status runs/sabia-4 --json")(
        status
    )


def status(run_folders: RunPaths = None, runs: Runs = Path("runs"), as_json: AsJson = False) -> None:
    """Say of runs, a line each, what is planned, played, failed, judged and unread, and what to type next."""
    from ..errors import RunError
    from ..runner.play.status import run_paths, run_status
    from ..runner.records.run_folder import open_run
    from ..terminal import print_json, say

    paths = run_folders or run_paths(runs)
    if not paths:
        raise RunError("there are no runs here", where=str(runs), fix="run or import something first")
    records = []
    for path in paths:
        try:
            found = run_status(open_run(path))
        except RunError as error:
            records.append({"run": str(path), "error": str(error)})
            if not as_json:
                say(f"{path}: cannot be read: {error}")
            continue
        records.append(found.record())
        if not as_json:
            say(_line(found))
    if as_json:
        print_json(records)


def _line(found: RunStatus) -> str:
    from ..runner.records.run_state import counted, outcome_words

    state = found.state
    planned = "" if state.planned is None else f" of {state.planned:,}"
    parts = [f"{state.played:,}{planned} {found.case_word} played"]
    if state.limit is not None:
        parts.append("a smoke test (--limit)")
    if state.failures:
        parts.append(f"{state.failures:,} failed ({counted(state.failed)})")
    if found.judge is None:
        parts.append("not judged")
    else:
        of = f" of {state.judged + state.unjudged:,}" if state.unjudged else ""
        parts.append(f"{state.judged:,}{of} replies judged by {found.judge}")
    if state.unread:
        parts.append(f"{state.unreads:,} unread ({counted(state.unread)})")
    parts += [f"{count:,} {words}" for words, count in outcome_words(state.outcomes)]
    spent = f"{found.calls:,} calls" + (f", cost {found.cost:,.4f}" if found.cost else "")
    subject = found.folder.record.agents.get("subject", "nobody")
    todo = f"; next: {found.next}" if found.next else ""
    return (
        f"{found.folder.path}: {found.stage}: {', '.join(parts)}; {subject} on {found.release}; {spent}{todo}"
    )
