"""Commands about tables not yet frozen: build, validate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..registry import benchmark_names
from .options import AgentsFile
from .translation import TranslationsFile, TranslatorOption, translation_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..builders.scan.finding import Finding
    from ..builders.schemas.rules import BenchmarkSchema, Tables
    from ..errors import UsageError

Benchmark = Annotated[
    str, typer.Argument(help=f"The benchmark: {', '.join(benchmark_names())}.", metavar="BENCHMARK")
]
BuildFolder = Annotated[
    Path | None, typer.Option("--from", help="Folder of the build.", show_default="builds/BENCHMARK")
]

_EXAMPLE = (
    "Example: standfast build sharp --conceptnet conceptnet-assertions-5.7.0.csv.gz; settings of a benchmark "
    "are options: standfast settings BENCHMARK lists them."
)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog=_EXAMPLE)(build)
    app.command(epilog="Example: standfast validate bias")(validate)


def build(
    context: typer.Context,
    benchmark: Benchmark,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to.", show_default="builds/BENCHMARK")
    ] = None,
    translator: TranslatorOption = None,
    translations: TranslationsFile = None,
    concurrency: Annotated[int, typer.Option(help="Sentences translated at once.", min=1)] = 8,
    agents: AgentsFile = None,
    report: Annotated[
        str | None, typer.Option(help="Print a report of the build too, where the benchmark has one.")
    ] = None,
) -> None:
    """Build a benchmark's tables from its sources and check them."""
    from ..builders.build import build as build_tables
    from ..builders.building import building_of
    from ..builders.folder import save_build
    from ..terminal import print_table, say

    context.obj.refuse_foreign([benchmark])
    settings = context.obj.of(benchmark, "build")
    reports = building_of(benchmark).reports
    if report is not None and report not in reports:
        raise _no_report(benchmark, report, reports)
    folder = out or Path("builds") / benchmark
    translation = translation_settings(benchmark, translator, translations, folder, concurrency, agents)
    built = build_tables(benchmark, {**settings, **translation})
    save_build(built, folder)
    print_table(
        f"{benchmark}: built and valid",
        ["table", "rows", "columns"],
        [[name, f"{table.height:,}", str(table.width)] for name, table in built.tables.items()],
    )
    for note in built.notes:
        say(note)
    if report is not None:
        reports[report]({**settings, **translation})
    say(f"Written to {folder}. Next: standfast freeze {benchmark} VERSION")


def _no_report(benchmark: str, report: str, reports: Iterable[str]) -> UsageError:
    from ..errors import UsageError

    known = ", ".join(reports)
    return UsageError(
        f"{benchmark} has no report {report!r}",
        fix=f"{benchmark} has: {known}" if known else "leave out --report",
    )


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
            help="Look every assertion up in this file of a source and say how many exist there and which do "
            "not, where the benchmark has assertions; may be repeated.",
            show_default="not looked up",
        ),
    ] = None,
) -> None:
    """Check a build against its schema and list every broken rule; with --scan, read its texts too."""
    from ..builders.building import building_of
    from ..builders.folder import read_build
    from ..builders.schemas.validate import find_violations
    from ..errors import UsageError
    from ..terminal import say

    if attest and as_json:
        raise UsageError("--json is of the scan's findings", fix="leave out --json or --attest")
    folder = source or Path("builds") / benchmark
    building = building_of(benchmark)
    schema = building.schema
    if attest and building.attest is None:
        raise UsageError(f"{benchmark} has no assertions to look up", fix="leave out --attest")
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
    if attest and building.attest is not None:
        for line in building.attest(tables, attest, full=full):
            say(line)
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
