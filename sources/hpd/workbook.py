"""HPD's relation workbooks: one file a book, one sheet a chapter, sheets in any order."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from ...errors import SourceError, UsageError
from .scores import FLAGS, SCHEMA, SCORES, score_rows

_SHEET = re.compile(r"^\s*chapter[\s_-]*(?P<chapter>\d+)\s*$", re.IGNORECASE)
_BOOK = re.compile(r"book[\s_-]*(?P<book>\d+)", re.IGNORECASE)
# "His affection to Harry (0 to 10, 0 is the initial value)": the note is wrong for some columns, so unread.
_RANGE_NOTE = re.compile(r"\s*[(（].*[)）]\s*$")


def read_workbook(path: Path, book: int | None = None) -> pl.DataFrame:
    """All scores of a workbook, chapters in order of their numbers.

    Args:
        path: the ``.xlsx`` file.
        book: number of the book; by default the number in the file's name (``book-1_…``).

    Returns:
        ``book``, ``chapter``, ``name`` (as written, trimmed), ``direction`` (``to``: Harry's feelings),
        ``affection``, ``familiarity`` (null where the cell is blank), ``flags``, ``where``.

    Raises:
        UsageError: the book's number is not given, or another than the file's name says.
        SourceError: not a workbook, no chapter sheets, a column missing or a value out of range.
    """
    if not path.is_file():
        raise SourceError("the workbook is missing", where=str(path), fix="name HPD's workbook of relations")
    number = book_number(path, book)
    rows: list[tuple[object, ...]] = []
    sheets = _read_sheets(path)
    for chapter in sorted(sheets):
        sheet, frame = sheets[chapter]
        for position, entry in enumerate(_entries(frame, f"{path.name} sheet {sheet}"), start=2):
            place = f"sheet {sheet} row {position}"
            rows += score_rows(entry, book=number, chapter=chapter, file=path.name, place=place)
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def book_number(path: Path, book: int | None) -> int:
    """The book a workbook is about.

    Raises:
        UsageError: neither the file's name nor the caller says, or they say different things.
    """
    match = _BOOK.search(path.name)
    named = int(match["book"]) if match else None
    if named is None and book is None:
        raise UsageError(
            "the file's name does not say which book it is about", where=path.name, fix="say it: --book N"
        )
    if named is not None and book is not None and named != book:
        raise UsageError(
            f"book {book} was asked for, the file's name says book {named}",
            where=path.name,
            fix="give the workbook of that book",
        )
    return named if named is not None else book or 0


def _read_sheets(path: Path) -> dict[int, tuple[str, pl.DataFrame]]:
    from fastexcel import FastExcelError

    try:
        sheets = pl.read_excel(path, sheet_id=0, infer_schema_length=0, drop_empty_rows=False)
    except (FastExcelError, pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).splitlines()[0]
        raise SourceError(
            f"the file is not a workbook ({reason})", where=str(path), fix="name HPD's workbook of relations"
        ) from error
    chapters: dict[int, tuple[str, pl.DataFrame]] = {}
    for sheet, frame in sheets.items():
        match = _SHEET.match(sheet)
        if match is None:
            raise SourceError(
                f"the sheet {sheet!r} is not a chapter", where=path.name, fix="name sheets Chapter-N"
            )
        chapter = int(match["chapter"])
        if chapter in chapters:
            raise SourceError(f"chapter {chapter} has two sheets", where=path.name, fix="keep one of them")
        chapters[chapter] = (sheet, frame)
    return chapters


def _entries(frame: pl.DataFrame, where: str) -> list[dict[str, object]]:
    plain = frame.rename({name: _RANGE_NOTE.sub("", name).strip() for name in frame.columns})
    for header in ("name", *FLAGS, *SCORES):
        if header not in plain.columns:
            raise SourceError(
                f"there is no column {header!r}", where=where, fix="name the columns as HPD does"
            )
    return list(plain.iter_rows(named=True))
