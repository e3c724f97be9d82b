"""The command ``score``, and how commands find the runs they are about."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, Choice, JudgeOption, ReleaseOption, Runs

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..runner.play.scored import AnyScored
    from ..runner.records.run_folder import RunFolder

RunPaths = Annotated[
    list[Path] | None,
    typer.Argument(help="Run folders; all below --runs when none is given.", metavar="[RUN]…"),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        epilog="Example: standfast score runs/sabia-4 --json. Choices: standfast settings BENCHMARK."
    )(score)


def score(
    context: typer.Context,
    run_folders: RunPaths = None,
    runs: Runs = Path("runs"),
    judge: JudgeOption = None,
    release: ReleaseOption = None,
    choice: Choice = None,
    as_json: AsJson = False,
) -> None:
    """Score runs: rates with counts and intervals, by group, each run by the release it was played with."""
    from ..runner.play.scored import score_runs
    from ..runner.records.score import scores_json
    from ..terminal import print_json
    from .show_runs import show_runs

    folders = chosen_runs(run_folders, runs)
    context.obj.refuse_foreign([folder.record.benchmark for folder in folders])
    scored: list[AnyScored] = []
    medians: list[Any] = []
    for benchmark, same in groupby(folders, key=lambda folder: folder.record.benchmark):
        choices = given_choices(context, benchmark, choice)
        found = score_runs(list(same), judge=judge, release=release, choices=choices)
        scored += found
        medians += found[0].benchmark.scoring.over_runs(found)
    if not as_json:
        show_runs(scored)
        return
    print_json(
        {
            "runs": [
                {
                    "run": run.name,
                    "judge": run.judge,
                    "release": run.release.name,
                    "state": run.state.record(),
                    "scores": scores_json(run.records),
                }
                for run in scored
            ],
            "medians": scores_json(medians),
        }
    )


def given_choices(context: typer.Context, benchmark: str, choice: Sequence[str] | None) -> Mapping[str, Any]:
    """The choices of a benchmark that were given, as options of their own or with ``--choice``.

    Args:
        context: of the command, whose object holds the benchmarks' options.
        benchmark: whose choices.
        choice: ``NAME=VALUE``, each.

    Raises:
        UsageError: one is given twice, or is no pair of name and value.
    """
    return merged(context.obj.of(benchmark, "choices"), choice or [], "--choice")


def merged(given: Mapping[str, Any], pairs: Sequence[str], option: str) -> dict[str, Any]:
    """Values given as options of their own and as ``NAME=VALUE``.

    Raises:
        UsageError: a name is given twice, or a text is no pair.
    """
    from ..errors import UsageError

    found = dict(given)
    for text in pairs:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f"{option} {text!r} sets nothing", fix=f"write {option} NAME=VALUE")
        if name in found:
            raise UsageError(f"{name} is given twice", fix="give it once")
        found[name] = value
    return found


def chosen_runs(run_folders: list[Path] | None, runs: Path) -> list[RunFolder]:
    """The runs that were named, or all below a folder, those of one benchmark together.

    Raises:
        RunError: there is none, or one cannot be read.
    """
    from ..errors import RunError
    from ..runner.records.run_folder import list_runs, open_run

    chosen = [open_run(path) for path in run_folders] if run_folders else list_runs(runs)
    if not chosen:
        raise RunError("there are no runs here", where=str(runs), fix="run or import something first")
    order = list(dict.fromkeys(folder.record.benchmark for folder in chosen))
    return sorted(chosen, key=lambda folder: order.index(folder.record.benchmark))
