"""The commands, gathered."""

from __future__ import annotations

import typer

from . import (
    agents,
    answers,
    compare,
    data,
    demo,
    leaderboard,
    play,
    publish,
    relations,
    releases,
    report,
    review,
    runs,
    sharp,
    sources,
    topics,
)

app = typer.Typer(
    name="standfast",
    help="Build, freeze and run benchmarks of how language agents hold up under social pressure.",
    epilog="Begin with: standfast demo. Any command takes --debug for a traceback.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
_GROUPS = (
    demo, sources, relations, data, topics, review, play, runs, report, leaderboard, compare, agents, answers,
    releases, publish, sharp,
)  # fmt: skip
for group in _GROUPS:
    group.register(app)


@app.callback(invoke_without_command=True)
def version(
    context: typer.Context,
    show: bool = typer.Option(False, "--version", help="Print the version and stop."),
) -> None:
    """Build, freeze and run benchmarks of how language agents hold up under social pressure."""
    if show:
        from ..version import package_version

        typer.echo(package_version())
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
