"""The command ``settings``: what can be set of a benchmark, chosen when it is scored, and who plays in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson

if TYPE_CHECKING:
    from typing import Any


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast settings bias")(settings)


def settings(
    benchmark: Annotated[str, typer.Argument(help="The benchmark.", metavar="BENCHMARK")],
    as_json: AsJson = False,
) -> None:
    """List what can be set of a benchmark, its roles and baselines, and the choices of its scores."""
    from ..builders.building import settings_of
    from ..registry import wing_of
    from ..runner.play.benchmark import Benchmark
    from ..terminal import print_json, print_table, say

    found = Benchmark(wing_of(benchmark))
    playing = found.playing
    builds = settings_of(benchmark)
    parts = {
        "build": _rows(builds) if builds else [],
        "settings": _rows(playing.settings),
        "choices": _rows(found.scoring.choices),
    }
    roles = [[role, f"--{role}", about.default, about.help] for role, about in playing.roles.items()]
    if as_json:
        names = ("name", "option", "takes", "usual", "what it decides")
        print_json(
            {
                **{
                    part: [dict(zip(names, row, strict=True)) for row in rows] for part, rows in parts.items()
                },
                "roles": [dict(zip(("role", "option", "usual", "help"), row, strict=True)) for row in roles],
                "baselines": list(playing.baselines),
            }
        )
        return
    columns = ["", "option", "takes", "usual", "what it decides"]
    if parts["build"]:
        print_table(f"{benchmark}: settings of build", columns, parts["build"], numeric=5)
    print_table(f"{benchmark}: settings of run", columns, parts["settings"], numeric=5)
    if roles:
        print_table(
            f"{benchmark}: roles beside subject and judge", columns[:2] + columns[3:], roles, numeric=4
        )
    print_table(
        f"{benchmark}: choices of score, compare, report and leaderboard",
        columns,
        parts["choices"],
        numeric=5,
    )
    say(f"Baselines: {', '.join(f'baseline:{name}' for name in playing.baselines) or 'none'}")


def _rows(kind: type[Any]) -> list[list[str]]:
    from ..options import default_words, options_of

    return [
        [one.name, one.about.flag or "–", one.takes, default_words(one), one.about.help]
        for one in options_of(kind).values()
    ]
