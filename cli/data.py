"""Commands about tables not yet frozen: build, validate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Benchmark = Annotated[str, typer.Argument(help="The benchmark: bias.", metavar="BENCHMARK")]
BuildFolder = Annotated[
    Path | None, typer.Option("--from", help="Folder of the build.", show_default="builds/BENCHMARK")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast build bias")(build)
    app.command(epilog="Example: standfast validate bias")(validate)


def build(
    benchmark: Benchmark,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to.", show_default="builds/BENCHMARK")
    ] = None,
) -> None:
    """Build a benchmark's tables from its sources and check them."""
    from ..builders.build import build as build_tables
    from ..builders.folder import save_build
    from .show import print_table, say

    built = build_tables(benchmark)
    folder = out or Path("builds") / benchmark
    save_build(built, folder)
    print_table(
        f"{benchmark}: built and valid",
        ["table", "rows", "columns"],
        [[name, f"{table.height:,}", str(table.width)] for name, table in built.tables.items()],
    )
    say(f"Written to {folder}. Next: standfast freeze {benchmark} VERSION")


def validate(benchmark: Benchmark, source: BuildFolder = None) -> None:
    """Check a build against its schema and list every broken rule."""
    from ..builders.folder import read_build
    from ..builders.schemas import schema_of
    from ..builders.schemas.validate import find_violations
    from .show import say

    folder = source or Path("builds") / benchmark
    schema = schema_of(benchmark)
    violations = find_violations(schema, read_build(folder).tables)
    for violation in violations:
        say(str(violation))
    if violations:
        say(f"{len(violations)} broken rules in {folder}")
        raise typer.Exit(1)
    say(f"{folder} is valid: {len(schema.tables)} tables and {len(schema.rules)} rules between rows hold.")
