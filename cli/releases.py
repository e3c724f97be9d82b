"""Commands about releases at hand: freeze, verify, releases, diff, rebuild, load."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .data import Benchmark, BuildFolder

if TYPE_CHECKING:
    from ..releases.diff import ReleaseDiff

ReleaseName = Annotated[
    str,
    typer.Argument(help="NAME@VERSION, a release folder, or ORG/NAME@TAG on the Hub.", metavar="RELEASE"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast freeze bias 1.1.0 --to store")(freeze)
    app.command(epilog="Example: standfast verify bias@1.0.0")(verify)
    app.command(epilog="Example: standfast releases --json")(releases)
    app.command(epilog="Example: standfast diff bias@1.0.0 store/bias/1.1.0 --full")(diff)
    app.command(epilog="Example: standfast rebuild bias@1.0.0")(rebuild)
    app.command(epilog="Example: standfast load bias@1.0.0 --to csv --out bias")(load)


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
    licence: Annotated[
        str | None,
        typer.Option(help="SPDX identifier.", show_default="the freest that all sources allow"),
    ] = None,
    scoring_changed: Annotated[
        bool,
        typer.Option("--scoring-changed", help="Replies are judged or scored in another way than before."),
    ] = False,
) -> None:
    """Freeze a build into an immutable, digested release.

    What differs from the version before decides the lowest version number allowed and whether scores stay
    comparable.
    """
    from ..builders.folder import read_build
    from ..cards.freeze import freeze as freeze_build
    from ..releases.stores import local_store, release_folder
    from ..terminal import say

    store = to or local_store()
    built = read_build(source or Path("builds") / benchmark)
    manifest = freeze_build(
        built,
        version,
        store,
        changes=tuple(change or ()),
        licence=licence,
        scoring_changed=scoring_changed,
    )
    say(f"Frozen {manifest.name} in {release_folder(store, benchmark, version)}")
    for sentence in manifest.changes:
        say(f"  {sentence}")
    since = f", after {manifest.previous}" if manifest.previous else ", the first version"
    say(f"comparability number {manifest.comparability}{since}; licence {manifest.licence}")
    say(f"release digest {manifest.digest}")


def verify(release: ReleaseName) -> None:
    """Compare a release's files and rows with the digests it was frozen with."""
    from ..releases.load import load_release
    from ..terminal import print_table, say

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


def releases(as_json: AsJson = False) -> None:
    """List the releases at hand: the local store, then those that ship with the package."""
    from ..releases.manifest import read_manifest
    from ..releases.stores import list_releases
    from ..terminal import print_json, print_table

    found = [(read_manifest(folder), folder) for _, _, folder in list_releases()]
    if as_json:
        print_json(
            [
                {
                    "name": manifest.name,
                    "comparability": manifest.comparability,
                    "digest": manifest.digest,
                    "folder": str(folder),
                }
                for manifest, folder in found
            ]
        )
        return
    print_table(
        "Releases at hand",
        ["release", "folder", "rows", "comparability", "digest"],
        [
            [
                manifest.name,
                str(folder),
                f"{sum(t.rows for t in manifest.tables.values()):,}",
                str(manifest.comparability),
                manifest.digest[:16],
            ]
            for manifest, folder in found
        ],
        numeric=2,
    )


def diff(
    before: ReleaseName,
    after: ReleaseName,
    as_json: AsJson = False,
    full: Annotated[bool, typer.Option("--full", help="List every row and cell.")] = False,
) -> None:
    """Show what differs between two releases, by key, and which version number that calls for."""
    from ..releases.changes import change_sentences
    from ..releases.diff import contents_of
    from ..releases.diff import diff as compare
    from ..releases.load import load_release
    from ..releases.versioning import judge_diff, lowest_version
    from ..terminal import print_json, say

    old, new = load_release(before), load_release(after)
    found = compare(contents_of(old.manifest, old.tables), contents_of(new.manifest, new.tables))
    verdict = judge_diff(found)
    sentences = change_sentences(found)
    lowest = lowest_version(old.manifest.version, verdict.size)
    if as_json:
        print_json(
            {
                "before": old.name,
                "after": new.name,
                "size": verdict.size,
                "lowest_version": lowest,
                "comparable": verdict.comparable,
                "changes": sentences,
                **asdict(found),
            }
        )
        return
    say(f"{old.name} -> {new.name}")
    for sentence in sentences or ["the same rows, columns, sources and settings"]:
        say(f"  {sentence}")
    if full:
        _list_rows(found)
    scores = "stay comparable" if verdict.comparable else "are not comparable"
    say(f"A {verdict.size} change: {lowest} or higher; scores {scores}, by what the tables show.")


def _list_rows(found: ReleaseDiff) -> None:
    from ..terminal import say

    for table in found.tables:
        for key in table.added:
            say(f"+ {table.table} {key}")
        for key in table.removed:
            say(f"- {table.table} {key}")
        for cell in table.cells:
            say(f"~ {table.table} {cell.key} {cell.column}")
            say(f"    before: {cell.before}")
            say(f"    after:  {cell.after}")


def rebuild(release: ReleaseName) -> None:
    """Build a release again from its sources and compare every table's rows by digest."""
    from ..releases.changes import change_sentences
    from ..releases.load import load_release
    from ..releases.rebuild import rebuild as build_again
    from ..terminal import print_table, say

    loaded = load_release(release)
    result = build_again(loaded)
    title = "rebuilds exactly" if result.same else "does not rebuild"
    print_table(
        f"{loaded.name} {title}",
        ["table", "frozen", "rebuilt", ""],
        [
            [
                table.table,
                (table.frozen or "missing")[:16],
                (table.rebuilt or "missing")[:16],
                "same" if table.same else "differs",
            ]
            for table in result.tables
        ],
    )
    for sentence in change_sentences(result.difference):
        say(f"  {sentence}")
    if not result.same:
        raise typer.Exit(1)


def load(
    release: ReleaseName,
    out: Annotated[Path, typer.Option(help="Folder to write to, one file per table.")],
    to: Annotated[str, typer.Option(help="csv, jsonl or parquet.", metavar="FORMAT")] = "csv",
) -> None:
    """Write a release's tables as CSV, JSON Lines or Parquet, once every digest has been checked."""
    from typing import get_args

    from ..errors import UsageError
    from ..releases.export import Format, export
    from ..releases.load import load_release
    from ..terminal import say

    formats: dict[str, Format] = {form: form for form in get_args(Format)}
    if to not in formats:
        raise UsageError(f"there is no format {to!r}", fix=f"choose one of {', '.join(formats)}")
    loaded = load_release(release)
    for path in export(loaded, out, formats[to]):
        say(str(path))
    say(f"{loaded.name}, release digest {loaded.digest}")
