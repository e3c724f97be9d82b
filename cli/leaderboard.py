"""The command that writes a leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .choices import GivenChoices, score_choices
from .options import Runs
from .runs import (
    Interval,
    IntervalOption,
    JudgeOption,
    Missing,
    MissingOption,
    ReadingOption,
    Readings,
    ReferenceOption,
    RunPaths,
    chosen_runs,
)
from .sharp import NeutralOption, NeutralReplies, SamplesOption, SeedOption


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
    release: Annotated[
        str | None, typer.Option("--release", help="Their release.", show_default="as the run says")
    ] = None,
    title: Annotated[
        str | None, typer.Option(help="Heading of the page.", show_default="the release")
    ] = None,
    missing: MissingOption = Missing.strict,
    interval: IntervalOption = Interval.wilson,
    neutral: NeutralOption = NeutralReplies.keep,
    reference: ReferenceOption = None,
    samples: SamplesOption = 1000,
    seed: SeedOption = 0,
    reading: ReadingOption = Readings.paper,
) -> None:
    """Write a static site over runs of one release, ranked as far as their intervals lie apart."""
    from ..runner.report.leaderboard import leaderboard as write_leaderboard
    from ..terminal import say

    folders = chosen_runs(run_folders, runs)
    given = GivenChoices(missing, interval, neutral, reference, samples, seed, reading)
    choices = score_choices(context, folders, given)
    page = write_leaderboard(folders, out, judge=judge, release=release, choices=choices, title=title)
    say(f"Leaderboard of {len(folders)} run{'' if len(folders) == 1 else 's'}: {page.resolve()}")
