"""The command that writes a report."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .options import Choice, JudgeOption, ReleaseOption, Runs
from .runs import RunPaths, chosen_runs, given_choices


class FileFormat(StrEnum):
    """The form of exported charts (svg, png) and tables (csv, latex)."""

    svg = "svg"
    png = "png"
    csv = "csv"
    latex = "latex"


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        epilog="Example: standfast report runs/sabia-4 runs/sabiazinho-4 --out report.html --export figures"
    )(report)


def report(
    context: typer.Context,
    run_folders: RunPaths = None,
    runs: Runs = Path("runs"),
    out: Annotated[Path, typer.Option(help="File to write.")] = Path("report.html"),
    judge: JudgeOption = None,
    release: ReleaseOption = None,
    title: Annotated[
        str | None, typer.Option(help="Heading of the page.", show_default="benchmark and run")
    ] = None,
    export: Annotated[
        Path | None, typer.Option(help="Folder for every chart and table as files, fit for a paper.")
    ] = None,
    file_format: Annotated[
        list[FileFormat] | None,
        typer.Option("--format", help="What to export; may be repeated.", show_default="all four"),
    ] = None,
    choice: Choice = None,
) -> None:
    """Write one self-contained HTML page about runs of a benchmark: charts, tables and transcripts."""
    from ..errors import UsageError
    from ..runner.report.export import Export
    from ..runner.report.report import report as write_report
    from ..terminal import say

    if file_format and export is None:
        raise UsageError("--format says what to export, but not where to", fix="add --export FOLDER")
    folders = chosen_runs(run_folders, runs)
    context.obj.refuse_foreign([folder.record.benchmark for folder in folders])
    choices = given_choices(context, folders[0].record.benchmark, choice)
    wanted = None if export is None else Export(export, [one.value for one in file_format or FileFormat])
    page = write_report(
        folders, out, judge=judge, release=release, choices=choices, title=title, export=wanted
    )
    say(f"Report on {len(folders)} run{'' if len(folders) == 1 else 's'}: {page.resolve()}")
    beside = page.with_suffix(".cases")
    if beside.is_dir():
        say(f"Its chats are too large for one page and lie beside it: keep {beside.name} with it.")
    if export is not None:
        say(f"Charts and tables: {export.resolve()}")
