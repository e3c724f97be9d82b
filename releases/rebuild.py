"""Build a frozen release again from its sources, and compare."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..builders.build import Build, build
from ..builders.schemas import schema_of
from ..errors import SourceError
from .diff import Contents, ReleaseDiff, contents_of, diff
from .digest import content_sha256
from .release import Release


@dataclass(frozen=True)
class TableRebuild:
    """One table, frozen and built again: a digest is None where the table is missing."""

    table: str
    frozen: str | None
    rebuilt: str | None

    @property
    def same(self) -> bool:
        """Whether the rows are the same."""
        return self.frozen == self.rebuilt


@dataclass(frozen=True)
class Rebuild:
    """What came of building a release again.

    Attributes:
        tables: every table of either.
        difference: what differs, by key; sources count here too, though other source bytes that give the
            same rows make no other release.
        built: the build.
    """

    tables: tuple[TableRebuild, ...]
    difference: ReleaseDiff
    built: Build

    @property
    def same(self) -> bool:
        """Whether every table has the rows that were frozen."""
        return all(table.same for table in self.tables)


def rebuild(release: Release) -> Rebuild:
    """Build a release again with its settings and compare row digests table by table.

    Files that somebody gave (a dump, a workbook) are looked for in the working folder, under their names.

    Raises:
        SourceError: a file it was built from is not there or cannot be read.
        UsageError: it holds translated texts: they are not made again.
        BuildError, SchemaError: its sources no longer give its tables.
    """
    try:
        built = build(release.benchmark, release.manifest.settings)
    except SourceError as error:
        raise SourceError(
            f"{release.name} was built from this file, but {error.problem}",
            where=error.where,
            fix="run the command in the folder where the files it was built from lie, under the same names",
        ) from error
    return compare_build(release, built)


def compare_build(release: Release, built: Build) -> Rebuild:
    """Compare a build with a release; tables that came with a later version are no part of it."""
    manifest = release.manifest
    known = {table.name for table in schema_of(built.benchmark).as_of(manifest.version).tables}
    built = replace(built, tables={name: table for name, table in built.tables.items() if name in known})
    rows = {name: content_sha256(table) for name, table in built.tables.items()}
    names = dict.fromkeys((*manifest.tables, *rows))
    after = Contents(built.benchmark, built.tables, built.sources, built.settings, manifest.licence)
    return Rebuild(
        tables=tuple(
            TableRebuild(
                name,
                manifest.tables[name].content_sha256 if name in manifest.tables else None,
                rows.get(name),
            )
            for name in names
        ),
        difference=diff(contents_of(manifest, release.tables), after),
        built=built,
    )
