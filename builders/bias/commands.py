"""The commands that ``bias`` adds: ``topics add`` and ``topics wording``, a benchmark on one's own topics."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

_ADD = (
    "Example: standfast topics add city.tsv --language en; then: "
    "standfast run topics.city --subject openai:MODEL --judge openai:MODEL"
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    group = typer.Typer(help="Make a benchmark of your own topics.", no_args_is_help=True)
    group.command(epilog=_ADD)(add)
    group.command(epilog="Example: standfast topics wording en wording-de")(wording)
    app.add_typer(group, name="topics")


def add(
    file: Annotated[
        Path,
        typer.Argument(
            help="Tab-separated: topic_id, label, theme, claim, agree, disagree and, if wanted, band, note.",
            metavar="FILE",
        ),
    ],
    name: Annotated[
        str | None, typer.Option(help="What the set is called.", show_default="the file's name")
    ] = None,
    language: Annotated[
        str, typer.Option(help="Language of the topics, perhaps with a region: pt, en-GB, de.")
    ] = "pt",
    wording: Annotated[
        Path | None,
        typer.Option(
            help="Folder with the user's lines and the prompts in this language.",
            show_default="what ships: pt, en",
        ),
    ] = None,
    version: Annotated[str, typer.Option(help="MAJOR.MINOR.PATCH")] = "1.0.0",
    licence: Annotated[str, typer.Option(help="SPDX licence that you give your topics.")] = "CC-BY-4.0",
    to: Annotated[
        Path | None, typer.Option(help="Store to freeze into.", show_default="the local store")
    ] = None,
) -> None:
    """Check a file of topics, fill the user's lines with them and freeze a release to run."""
    from ...cards.freeze import freeze
    from ...registry import check_set_name
    from ...releases.stores import local_store, release_folder
    from ...sources.topic_file import read_topic_file
    from ...sources.wording import read_wording
    from ...terminal import print_table, say
    from ...version import package_version
    from .own.topics import build_own_topics

    name = name or file.stem.lower().replace("_", "-")
    check_set_name(name)
    topics, source = read_topic_file(file, licence)
    words = read_wording(language.split("-")[0].lower(), wording, version=package_version())
    built = build_own_topics(name, topics, words, locale=language, source=source)
    store = to or local_store()
    manifest = freeze(built, version, store)
    print_table(
        f"{manifest.name}: checked and frozen",
        ["table", "rows"],
        [[table, f"{record.rows:,}"] for table, record in manifest.tables.items()],
    )
    folder = release_folder(store, built.benchmark, version)
    say(f"Folder: {folder}")
    say(f"Next: standfast run {folder if to else manifest.name} --subject AGENT --judge AGENT")


def wording(
    language: Annotated[str, typer.Argument(help="A language that ships: pt or en.", metavar="LANGUAGE")],
    folder: Annotated[Path, typer.Argument(help="Folder to write to.", metavar="FOLDER")],
) -> None:
    """Copy the user's lines and the prompts of a language, to be translated into another."""
    from ...sources.wording import copy_wording
    from ...terminal import say

    written = copy_wording(language, folder)
    say(f"{len(written)} files written to {folder}. Translate every text; leave names and placeholders.")
