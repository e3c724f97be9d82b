"""HPD's scores up to one point of the story."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from ...errors import SourceError, UsageError
from ..story_time import story_time
from .sessions import read_sessions
from .workbook import read_workbook


def read_hpd(path: Path, book: int | None = None) -> pl.DataFrame:
    """Scores of a workbook (``.xlsx``) or a session file (``.json``).

    Raises:
        UsageError: the file is neither, or it is not clear which book it is about.
        SourceError: the file cannot be read.
    """
    if path.suffix.lower() == ".xlsx":
        return read_workbook(path, book)
    if path.suffix.lower() == ".json":
        return read_sessions(path)
    raise UsageError("HPD's files end in .xlsx or .json", where=path.name, fix="name one of them")


def scores_until(
    scores: pl.DataFrame, book: int | None = None, chapter: int | None = None, *, where: str
) -> pl.DataFrame:
    """The scores up to a chapter: by default the last of the last book, by number, not by place.

    Args:
        scores: as ``read_hpd`` gives them.
        book: the book asked for.
        chapter: the chapter asked for.
        where: name of the file, for messages. A workbook's sheet lists everyone, so of a workbook only the
            chapter itself counts; a session file names only who is present, so earlier scores still hold.

    Returns:
        ``name``, ``direction``, ``affection``, ``familiarity``, ``story_time``, ``where``, in story order;
        the last statement of a chapter where it has several.

    Raises:
        UsageError: a chapter without a book, where the file holds several books.
        SourceError: the file has no such book or chapter.
    """
    books = scores["book"].unique().sort().to_list()
    if book is None and chapter is not None and len(books) > 1:
        raise UsageError("a chapter needs its book", where=where, fix="add --book N")
    last_book = book if book is not None else (books[-1] if books else None)
    chapters = scores.filter(pl.col("book") == last_book)["chapter"].unique().sort().to_list()
    if not chapters:
        raise SourceError(f"there is no book {last_book}", where=where, fix=f"it holds {_listed(books)}")
    last = chapter if chapter is not None else chapters[-1]
    if last not in chapters:
        raise SourceError(
            f"there is no chapter {last} of book {last_book}",
            where=where,
            fix=f"it holds {_listed(chapters)}",
        )
    on_time = (pl.col("book") == last_book) & (pl.col("chapter") == last)
    if not where.lower().endswith(".xlsx"):
        on_time = (pl.col("book") < last_book) | ((pl.col("book") == last_book) & (pl.col("chapter") <= last))
    times = pl.struct("book", "chapter").map_elements(
        lambda place: story_time(place["book"], place["chapter"]), return_dtype=pl.String
    )
    return (
        scores.filter(on_time)
        .sort("book", "chapter", maintain_order=True)
        .unique(["book", "chapter", "name", "direction"], keep="last", maintain_order=True)
        .select("name", "direction", "affection", "familiarity", times.alias("story_time"), "where")
    )


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers)) or "nothing"
