"""Commands about data: build, validate, freeze, verify, releases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Benchmark = Annotated[str, typer.Argument(help="The benchmark: bias or sharp.", metavar="BENCHMARK")]
BuildFolder = Annotated[
    Path | None, typer.Option("--from", help="Folder of the build.", show_default="builds/BENCHMARK")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast build bias")(build)
    app.command(epilog="Example: standfast validate bias")(validate)
    app.command(epilog="Example: standfast freeze bias 1.0.0 --to releases/frozen")(freeze)
    app.command(epilog="Example: standfast verify bias@1.0.0")(verify)
    app.command(epilog="Example: standfast releases --json")(releases)


def build(
    benchmark: Benchmark,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to.", show_default="builds/BENCHMARK")
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
    from .relations import intimacy_settings, report_conflicts
    from .show import print_table, say

    settings = intimacy_settings(hpd, book, chapter, relations, story_time)
    built = build_tables(benchmark, settings)
    folder = out or Path("builds") / benchmark
    save_build(built, folder)
    print_table(
        f"{benchmark}: built and valid",
        ["table", "rows", "columns"],
        [[name, f"{table.height:,}", str(table.width)] for name, table in built.tables.items()],
    )
    if report is not None:
        report_conflicts(benchmark, report, settings)
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


def freeze(
    benchmark: Benchmark,
    version: Annotated[str, typer.Argument(help="MAJOR.MINOR.PATCH", metavar="VERSION")],
    source: BuildFolder = None,
    to: Annotated[
        Path | None, typer.Option(help="Store to freeze into.", show_default="the local store")
    ] = None,
    change: Annotated[
        list[str] | None, typer.Option(help="What is new since the version before; may be repeated.")
    ] = None,
) -> None:
    """Freeze a build into an immutable, digested release."""
    from ..builders.folder import read_build
    from ..releases.freeze import freeze as freeze_build
    from ..releases.stores import local_store, release_folder
    from .show import say

    store = to or local_store()
    built = read_build(source or Path("builds") / benchmark)
    manifest = freeze_build(built, version, store, changes=tuple(change or ()))
    say(f"Frozen {manifest.name} in {release_folder(store, benchmark, version)}")
    say(f"release digest {manifest.digest}")


def verify(
    release: Annotated[str, typer.Argument(help="NAME@VERSION or a release folder.", metavar="RELEASE")],
) -> None:
    """Compare a release's files and rows with the digests it was frozen with."""
    from ..releases.load import load_release
    from .show import print_table, say

    loaded = load_release(release)
    print_table(
        f"{loaded.name}: every file and row is as frozen",
        ["table", "rows", "content digest"],
        [
            [name, f"{record.rows:,}", record.content_sha256[:16]]
            for name, record in loaded.manifest.tables.items()
        ],
    )
    say(f"release digest {loaded.digest}")
    say(f"folder {loaded.folder}")


def releases(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """List the releases at hand: the local store, then those that ship with the package."""
    from ..releases.manifest import read_manifest
    from ..releases.stores import list_releases
    from .show import print_json, print_table

    found = [(read_manifest(folder), folder) for _, _, folder in list_releases()]
    if as_json:
        print_json(
            [
                {"name": manifest.name, "digest": manifest.digest, "folder": str(folder)}
                for manifest, folder in found
            ]
        )
        return
    print_table(
        "Releases at hand",
        ["release", "folder", "rows", "digest"],
        [
            [
                manifest.name,
                str(folder),
                f"{sum(t.rows for t in manifest.tables.values()):,}",
                manifest.digest[:16],
            ]
            for manifest, folder in found
        ],
        numeric=2,
    )
