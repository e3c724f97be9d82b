"""The difference of two releases in sentences, for cards, changelogs and the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .diff import ReleaseDiff, SourceChange, TableDiff

_NAMED = 5


def change_sentences(diff: ReleaseDiff) -> list[str]:
    """One sentence per kind of change, with the first few keys; empty when nothing differs."""
    sentences = [f"{name}: new table" for name in diff.tables_added]
    sentences += [f"{name}: table removed" for name in diff.tables_removed]
    for table in diff.tables:
        sentences += _of_table(table)
    sentences += [_of_source(change) for change in diff.sources]
    for name, (before, after) in (diff.settings or {}).items():
        sentences.append(f"setting {name}: {before!r} became {after!r}")
    if diff.licence:
        sentences.append("licence: {} became {}".format(*diff.licence))
    return sentences


def _of_table(table: TableDiff) -> Iterator[str]:
    if table.added:
        yield f"{table.table}: {_rows(table.added)} added ({_first(table.added)})"
    if table.removed:
        yield f"{table.table}: {_rows(table.removed)} removed ({_first(table.removed)})"
    for column in dict.fromkeys(cell.column for cell in table.cells):
        keys = [cell.key for cell in table.cells if cell.column == column]
        yield f"{table.table}.{column}: changed in {_rows(keys)} ({_first(keys)})"
    for column in table.columns_added:
        yield f"{table.table}.{column}: new column"
    for column in table.columns_removed:
        yield f"{table.table}.{column}: column removed"
    for column, before, after in table.columns_retyped:
        yield f"{table.table}.{column}: type {before} became {after}"


def _of_source(change: SourceChange) -> str:
    before, after = change.before, change.after
    if before is None:
        return f"source {change.name}: new"
    if after is None:
        return f"source {change.name}: no longer used"
    fields = [
        name
        for name in ("version", "url", "sha256", "licence", "state", "rows")
        if getattr(before, name) != getattr(after, name)
    ]
    return f"source {change.name}: " + ", ".join(
        f"{name} {_short(getattr(before, name))} became {_short(getattr(after, name))}" for name in fields
    )


def _short(value: object) -> str:
    text = str(value)
    return text[:12] if len(text) == 64 else text


def _rows(keys: Sequence[str]) -> str:
    return "1 row" if len(keys) == 1 else f"{len(keys):,} rows"


def _first(keys: Sequence[str]) -> str:
    rest = len(keys) - _NAMED
    return ", ".join(keys[:_NAMED]) + (f" and {rest:,} more" if rest > 0 else "")
