"""What a difference calls for: the next version number, and whether scores stay comparable.

A row or column removed, retyped or changed is a major change; rows, columns or tables added are a minor
one; everything else (remarks for readers, the card, sources that give the same rows) is a patch. Scores
stay comparable only where nothing that is run or scored differs: any of the first two makes them another
measurement, save in columns that are remarks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..errors import ReleaseError
from .diff import ReleaseDiff, TableDiff
from .stores import parse_version

Size = Literal["major", "minor", "patch"]


@dataclass(frozen=True)
class VersionVerdict:
    """What a difference calls for.

    Attributes:
        size: the part of the version number that must grow.
        comparable: whether scores of the two may stand in one table.
    """

    size: Size
    comparable: bool


def judge_diff(diff: ReleaseDiff) -> VersionVerdict:
    """The size of a difference and what it does to scores."""
    if diff.tables_removed or any(_breaks(table) for table in diff.tables):
        return VersionVerdict("major", comparable=False)
    if diff.tables_added or any(_adds(table) for table in diff.tables):
        changed = diff.tables_added or any(map(_adds_content, diff.tables))
        return VersionVerdict("minor", comparable=not changed)
    return VersionVerdict("patch", comparable=True)


def lowest_version(previous: str, size: Size) -> str:
    """The lowest version that may follow another one after a change of this size."""
    major, minor, patch = parse_version(previous)
    if size == "major":
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if size == "minor" else f"{major}.{minor}.{patch + 1}"


def check_version(version: str, previous: str, size: Size, reasons: list[str]) -> None:
    """Refuse a version number that the difference does not allow.

    Raises:
        ReleaseError: the number is too low; names the lowest one allowed, with the reasons as notes.
    """
    lowest = lowest_version(previous, size)
    if parse_version(version) >= parse_version(lowest):
        return
    error = ReleaseError(
        f"{version} after {previous} is too small a step for a {size} change"
        + (f" ({reasons[0]})" if reasons else ""),
        fix=f"freeze it as {lowest} or higher",
    )
    for reason in reasons[1:]:
        error.add_note(reason)
    raise error


def _breaks(table: TableDiff) -> bool:
    return bool(
        table.removed
        or table.columns_retyped
        or table.columns_removed
        or any(cell.column not in table.remarks for cell in table.cells)
    )


def _adds(table: TableDiff) -> bool:
    return bool(table.added or table.columns_added)


def _adds_content(table: TableDiff) -> bool:
    return bool(table.added or set(table.columns_added) - set(table.remarks))
