"""Commands about sources: fetch; those that read relations join the group."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

sources = typer.Typer(
    help="Fetch and look into the raw material that benchmarks are built from.", no_args_is_help=True
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(sources, name="sources")


@sources.callback()
def about() -> None:
    """Fetch and look into the raw material that benchmarks are built from."""


@sources.command(epilog="Example: standfast sources fetch conceptnet --version 5.7.0")
def fetch(
    source: Annotated[str, typer.Argument(help="The source: conceptnet.", metavar="SOURCE")],
    version: Annotated[str, typer.Option(help="5.5.0, 5.5.5, 5.6.0 or 5.7.0.")] = "5.7.0",
    to: Annotated[Path, typer.Option(help="Folder to put the file in.")] = Path("sources"),
    url: Annotated[
        str | None, typer.Option(help="Another address of the same file.", show_default="the public one")
    ] = None,
) -> None:
    """Download a source; a download that broke off goes on where it stopped."""
    from ..errors import UsageError
    from ..sources.conceptnet.downloads import dump_of, next_step
    from ..sources.fetch import fetch as fetch_file
    from ..terminal import say
    from .transfer import transfer_bar

    if source != "conceptnet":
        raise UsageError(f"there is no source {source!r} to fetch", fix="choose conceptnet")
    dump = dump_of(version)
    with transfer_bar(dump.file_name) as progress:
        path = fetch_file(url or dump.url, to / dump.file_name, sha256=dump.sha256, progress=progress)
    checked = "its digest is the published one" if dump.sha256 else "no digest was ever published for it"
    say(f"{path} ({path.stat().st_size:,} bytes; {checked})")
    say(f"Next: {next_step(path)}")
