"""Commands about tables not yet frozen: build, validate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..builders.benchmarks import BENCHMARKS
from .options import AgentsFile
from .translation import TranslationsFile, TranslatorOption, translation_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..builders.scan.finding import Finding
    from ..builders.schemas.rules import BenchmarkSchema, Tables

Benchmark = Annotated[
    str, typer.Argument(help=f"The benchmark: {', '.join(BENCHMARKS)}.", metavar="BENCHMARK")
]
BuildFolder = Annotated[
    Path | None, typer.Option("--from", help="Folder of the build.", show_default="builds/BENCHMARK")
]
ConceptNet = Annotated[
    list[Path] | None,
    typer.Option(
        help="sharp: ConceptNet file to make claims from: a dump, a page of the API (or a folder of "
        "them), or triples; may be repeated.",
        show_default="curated",
    ),
]
MinWeight = Annotated[
    float | None, typer.Option(help="sharp: weakest edge to make a claim of.", show_default="2.0")
]
TriplesLicence = Annotated[
    str | None,
    typer.Option(
        help="sharp: licence under which triples were given out, CC-BY-4.0 or CC-BY-SA-4.0; their files do "
        "not say. Without it no claim is made of them.",
        show_default="not stated",
    ),
]
Strict = Annotated[
    bool | None,
    typer.Option("--strict", help="sharp: stop at the first bad row of a file.", show_default=False),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast build sharp --conceptnet conceptnet-assertions-5.7.0.csv.gz")(
        build
    )
    app.command(epilog="Example: standfast validate bias")(validate)


def build(
    benchmark: Benchmark,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to.", show_default="builds/BENCHMARK")
    ] = None,
    conceptnet: ConceptNet = None,
    claims: Annotated[int | None, typer.Option(help="sharp: how many claims.", show_default="1153")] = None,
    counterfactual: Annotated[
        int | None, typer.Option(help="sharp: how many of them false.", show_default="481")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="sharp: seed of the choice.", show_default="7")] = None,
    min_weight: MinWeight = None,
    triples_licence: TriplesLicence = None,
    strict: Strict = None,
    translator: TranslatorOption = None,
    translations: TranslationsFile = None,
    concurrency: Annotated[int, typer.Option(help="sharp: sentences translated at once.", min=1)] = 8,
    agents: AgentsFile = None,
    decisions: Annotated[
        Path | None,
        typer.Option(help="sharp: decisions file to apply.", show_default="the one that ships"),
    ] = None,
    hpd: Annotated[
        Path | None, typer.Option(help="sharp: take Harry Potter from HPD's workbook or session file.")
    ] = None,
    book: Annotated[int | None, typer.Option(help="sharp: book of HPD's file.")] = None,
    chapter: Annotated[
        int | None, typer.Option(help="sharp: chapter of HPD's file.", show_default="the last by number")
    ] = None,
    relations: Annotated[
        list[Path] | None, typer.Option(help="sharp: further relations, from 'sources relations'.")
    ] = None,
    story_time: Annotated[
        list[str] | None,
        typer.Option(help="sharp: SCRIPT=TIME, TIME as book-6, chapter-44 or work; may be repeated."),
    ] = None,
    report: Annotated[str | None, typer.Option(help="sharp: conflicts or agreement.")] = None,
) -> None:
    """Build a benchmark's tables from its sources and check them."""
    from ..builders.build import build as build_tables
    from ..builders.folder import save_build
    from ..terminal import print_table, say
    from .relations import intimacy_settings, report_conflicts

    settings = given(
        conceptnet=tuple(conceptnet) if conceptnet else None,
        claims=claims,
        counterfactual=counterfactual,
        seed=seed,
        min_weight=min_weight,
        triples_licence=triples_licence,
        strict=strict,
        decisions=decisions,
    )
    folder = out or Path("builds") / benchmark
    settings |= translation_settings(translator, translations, folder, concurrency, agents)
    intimacy = intimacy_settings(hpd, book, chapter, relations, story_time)
    built = build_tables(benchmark, {**settings, **intimacy})
    save_build(built, folder)
    print_table(
        f"{benchmark}: built and valid",
        ["table", "rows", "columns"],
        [[name, f"{table.height:,}", str(table.width)] for name, table in built.tables.items()],
    )
    for note in built.notes:
        say(note)
    if report is not None:
        report_conflicts(benchmark, report, intimacy)
    say(f"Written to {folder}. Next: standfast freeze {benchmark} VERSION")


def given(**options: object) -> dict[str, object]:
    """The options that were given; the builder knows its own defaults and refuses what it has no use for."""
    return {name: value for name, value in options.items() if value is not None}


def validate(
    benchmark: Benchmark,
    source: BuildFolder = None,
    scan: Annotated[
        bool, typer.Option("--scan", help="Look also for what a schema cannot state: duplicates, cues ...")
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="List every finding of the scan, and every assertion not found.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scan's findings as JSON.")] = False,
    attest: Annotated[
        list[Path] | None,
        typer.Option(
            help="sharp: look every assertion up in this ConceptNet file (as for build --conceptnet) and say "
            "how many exist there and which do not; may be repeated.",
            show_default="not looked up",
        ),
    ] = None,
) -> None:
    """Check a build against its schema and list every broken rule; with --scan, read its texts too."""
    from ..builders.folder import read_build
    from ..builders.schemas import schema_of
    from ..builders.schemas.validate import find_violations
    from ..errors import UsageError
    from ..terminal import say
    from .attest import report_attestation

    if attest and as_json:
        raise UsageError("--json is of the scan's findings", fix="leave out --json or --attest")
    folder = source or Path("builds") / benchmark
    schema = schema_of(benchmark)
    tables = read_build(folder).tables
    violations = find_violations(schema, tables)
    for violation in violations:
        say(str(violation))
    if violations:
        say(f"{len(violations)} broken rules in {folder}")
        raise typer.Exit(1)
    if not as_json:
        say(
            f"{folder} is valid: {len(schema.tables)} tables and {len(schema.rules)} rules between rows hold."
        )
    if attest:
        report_attestation(benchmark, tables, attest, full=full)
    if (scan or as_json or (full and not attest)) and _scan(schema, tables, full=full, as_json=as_json):
        raise typer.Exit(1)


def _scan(schema: BenchmarkSchema, tables: Tables, *, full: bool, as_json: bool) -> bool:
    """Print the findings; whether one blocks."""
    from dataclasses import asdict

    from ..builders.scan.scan import scan
    from ..terminal import print_json, say

    findings = scan(schema, tables)
    blocking = [finding for finding in findings if finding.blocking]
    if as_json:
        print_json([{**asdict(finding), "blocking": finding.blocking} for finding in findings])
        return bool(blocking)
    for line in map(str, findings) if full else _summary(findings):
        say(line)
    say(f"{len(findings)} findings, {len(blocking)} of which block a freeze.")
    return bool(blocking)


def _summary(findings: Sequence[Finding]) -> list[str]:
    """Findings by kind and column: one by one where they are few, counted where they are many."""
    from itertools import groupby

    from ..builders.scan.finding import KINDS

    lines = []
    for kind, of_kind in groupby(findings, key=lambda finding: finding.kind):
        found = list(of_kind)
        lines.append(f"{'blocking: ' if found[0].blocking else ''}{kind}: {KINDS[kind]}")
        for place in dict.fromkeys((one.table, one.column) for one in found):
            here = [one for one in found if (one.table, one.column) == place]
            lines += [f"  {one}" for one in here[:2]]
            if len(here) > 2:
                rows = sum(len(one.keys) for one in here[2:])
                lines.append(
                    f"  {'.'.join(place)}: {len(here) - 2:,} more of this kind, {rows:,} rows (--full)"
                )
    return lines
