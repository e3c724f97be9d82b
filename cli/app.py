"""The commands, gathered in panels by job."""

from __future__ import annotations

from importlib import import_module

import typer
from typer.models import CommandInfo, TyperInfo

from ..registry import known_wings
from . import (
    agents,
    compare,
    data,
    demo,
    leaderboard,
    play,
    publish,
    releases,
    report,
    runs,
    settings,
    sources,
    status,
)

app = typer.Typer(
    name="standfast",
    help="Build, freeze and run benchmarks of how language agents hold up under social pressure.",
    epilog=(
        "Begin with: standfast demo. Any command takes --debug for a traceback. Exit status: 0 done, 1 the "
        "work failed or is not complete, 2 wrong usage, 3 a gate (--fail-if) closed, 4 a budget is used up, "
        "5 interrupted (Ctrl-C or SIGTERM; what is finished is kept)."
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
_HALLS = (
    demo,
    sources,
    data,
    play,
    runs,
    status,
    compare,
    report,
    leaderboard,
    settings,
    agents,
    releases,
    publish,
)
# Commands by job, in the order in which the help lists them; those of no job stand with their benchmarks.
_PANELS = {
    "Begin here": ("demo", "settings"),
    "Regenerate": ("sources", "build", "validate", "review"),
    "Publish": ("freeze", "verify", "diff", "rebuild", "releases", "load", "publish", "eval-result"),
    "Evaluate": ("run", "status", "judge", "score", "compare", "agents"),
    "Look": ("report", "leaderboard"),
}
_OTHERS = "Of one benchmark"


def _gather() -> None:
    for hall in _HALLS:
        hall.register(app)
    for wing in known_wings():
        for commands in wing.commands:
            import_module(commands).register(app)
    panels = {name: panel for panel, names in _PANELS.items() for name in names}
    order = list(panels)
    registered: list[CommandInfo | TyperInfo] = [*app.registered_commands, *app.registered_groups]
    for one in registered:
        one.rich_help_panel = panels.get(_name(one), _OTHERS)
    app.registered_commands.sort(
        key=lambda one: order.index(_name(one)) if _name(one) in order else len(order)
    )


def _name(one: CommandInfo | TyperInfo) -> str:
    """What the command is called: as it was told, or as its function with hyphens."""
    if isinstance(one, CommandInfo) and one.name is None and one.callback is not None:
        return one.callback.__name__.strip("_").replace("_", "-")
    return str(one.name)


_gather()


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
