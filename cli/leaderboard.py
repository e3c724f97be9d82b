"""The command that writes a leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .options import Choice, JudgeOption, ReleaseOption, Runs
from .runs import RunPaths, chosen_runs, given_choices


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast leaderboard runs/sabia-4 runs/sabiazinho-4 --out leaderboard")(
        leaderboard
    )


def leaderboard(
    context: typer.Context,
    run_folders: RunPaths = None,
    runs: Runs = Path("runs"),
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("leaderboard"),
    judge: JudgeOption = None,
    release: ReleaseOption = None,
    title: Annotated[
        str | None, typer.Option(help="Heading of the page.", show_default="the release")
    ] = None,
    choice: Choice = None,
) -> None:
    """Write a static site over runs of one release, ranked as far as their intervals lie apart."""
    from ..runner.report.leaderboard import leaderboard as write_leaderboard
    from ..terminal import say

    folders = chosen_runs(run_folders, runs)
    context.obj.refuse_foreign([folder.record.benchmark for folder in folders])
    choices = given_choices(context, folders[0].record.benchmark, choice)
    page = write_leaderboard(folders, out, judge=judge, release=release, choices=choices, title=title)
    say(f"Leaderboard of {len(folders)} run{'' if len(folders) == 1 else 's'}: {page.resolve()}")
