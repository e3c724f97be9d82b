"""The commands that ``sharp`` adds for its builds: ``review`` and ``sources relations``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import relation_commands

DECISIONS = Path("sources/curated/sharp/decisions.tsv")


def register(app: typer.Typer) -> None:
    """Add the commands to the program, those about relations to its group ``sources``."""
    app.command(epilog="Example: standfast review sharp --out sheet.tsv, then --take sheet.tsv")(review)
    sources = next(group.typer_instance for group in app.registered_groups if group.name == "sources")
    assert sources is not None
    relation_commands.register(sources)


def review(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: sharp.", metavar="BENCHMARK")],
    out: Annotated[Path | None, typer.Option(help="Write a sheet of all wordings here.")] = None,
    take: Annotated[Path | None, typer.Option(help="Take the decisions of a filled sheet.")] = None,
    decisions: Annotated[
        Path | None,
        typer.Option(
            help="The decisions file to read and to add to.",
            show_default=f"{DECISIONS}; decisions.tsv with --conceptnet",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Put assertions in the sheet that are decided already, too.")
    ] = False,
    conceptnet: Annotated[
        list[Path] | None,
        typer.Option(help="ConceptNet file, as for build; may be repeated.", show_default="curated"),
    ] = None,
    min_weight: Annotated[float | None, typer.Option(help="As for build.", show_default="2.0")] = None,
    triples_licence: Annotated[
        str | None, typer.Option(help="As for build.", show_default="not stated")
    ] = None,
    strict: Annotated[bool | None, typer.Option("--strict", help="As for build.", show_default=False)] = None,
    translations: Annotated[
        Path | None, typer.Option(help="File of translations that a build has kept.")
    ] = None,
) -> None:
    """Review wordings in a spreadsheet: accept, edit or reject each assertion.

    The sheet shows both readings of each assertion in three languages. Write accept, edit (and change the
    texts in place) or reject (and give a reason) in the column 'decision'; leave it empty to decide later.
    """
    from ...errors import UsageError
    from ...sources.translation import kept_translator
    from ...terminal import say
    from .review import take_sheet, write_sheet

    if benchmark != "sharp":
        raise UsageError(f"{benchmark} has no sheet to review", fix="review sharp")
    if (out is None) == (take is None):
        raise UsageError("say what to do", fix="give either --out SHEET or --take SHEET")
    kept = decisions or (Path("decisions.tsv") if conceptnet else DECISIONS)
    given = {
        "conceptnet": conceptnet,
        "min_weight": min_weight,
        "triples_licence": triples_licence,
        "strict": strict,
        "translate": translations and kept_translator(translations),
    }
    settings = {name: value for name, value in given.items() if value is not None}
    if out is not None:
        rows = write_sheet(out, settings, kept, everything=everything)
        say(f"{rows:,} assertions to review in {out}. Next: standfast review sharp --take {out}")
    elif take is not None:
        counts = take_sheet(take, settings, kept)
        counted = ", ".join(f"{count:,} {decision}" for decision, count in counts.items()) or "none"
        say(f"Decisions taken: {counted}. They are in {kept}. Next: standfast build sharp --decisions {kept}")
