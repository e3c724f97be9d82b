"""The command that sends claims out for review and takes decisions back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .data import ConceptNet, MinWeight, Strict, TriplesLicence, given
from .translation import TranslationsFile, translation_settings

DECISIONS = Path("sources/curated/sharp/decisions.tsv")


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast review sharp --out sheet.tsv, then --take sheet.tsv")(review)


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
    conceptnet: ConceptNet = None,
    min_weight: MinWeight = None,
    triples_licence: TriplesLicence = None,
    strict: Strict = None,
    translations: TranslationsFile = None,
) -> None:
    """Review wordings in a spreadsheet: accept, edit or reject each assertion.

    The sheet shows both readings of each assertion in three languages. Write accept, edit (and change the
    texts in place) or reject (and give a reason) in the column 'decision'; leave it empty to decide later.
    """
    from ..builders.sharp.review import take_sheet, write_sheet
    from ..errors import UsageError
    from ..terminal import say

    if benchmark != "sharp":
        raise UsageError(f"{benchmark} has no sheet to review", fix="review sharp")
    if (out is None) == (take is None):
        raise UsageError("say what to do", fix="give either --out SHEET or --take SHEET")
    kept = decisions or (Path("decisions.tsv") if conceptnet else DECISIONS)
    settings = given(
        conceptnet=tuple(conceptnet) if conceptnet else None,
        min_weight=min_weight,
        triples_licence=triples_licence,
        strict=strict,
    )
    settings |= translation_settings(None, translations, Path(benchmark), 1, None)
    if out is not None:
        rows = write_sheet(out, settings, kept, everything=everything)
        say(f"{rows:,} assertions to review in {out}. Next: standfast review sharp --take {out}")
    elif take is not None:
        counts = take_sheet(take, settings, kept)
        told = ", ".join(f"{count:,} {decision}" for decision, count in counts.items()) or "none"
        say(f"Decisions taken: {told}. They are in {kept}. Next: standfast build sharp --decisions {kept}")
