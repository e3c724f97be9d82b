"""The form in which HPD's scores are read, and their ranges."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from ...errors import SourceError

SOURCE = "hpd"
LICENCE = "LicenseRef-HPD-research-noncommercial"
FLAGS = (
    "friend", "classmate", "teacher", "family", "immediate family", "lover", "opponent", "colleague",
    "teammate", "enemy",
)  # fmt: skip
RANGES = {"affection": (-10, 10), "familiarity": (0, 10)}
# Header of a score, without its range note: (direction, score). One header says "0 to 10" and holds -10.
SCORES = {
    "Harry's affection to him": ("to", "affection"),
    "Harry's familiarity with him": ("to", "familiarity"),
    "His affection to Harry": ("from", "affection"),
    "His familiarity with Harry": ("from", "familiarity"),
}
SCHEMA: dict[str, pl.DataType | type[pl.DataType]] = {
    "book": pl.Int64,
    "chapter": pl.Int64,
    "name": pl.String,
    "direction": pl.String,
    "affection": pl.Int64,
    "familiarity": pl.Int64,
    "flags": pl.List(pl.String),
    "where": pl.String,
}


def score_rows(
    entry: Mapping[str, object], *, book: int, chapter: int, file: str, place: str
) -> list[tuple[object, ...]]:
    """The two rows (Harry to them, they to Harry) of one entry; a blank cell is null.

    Args:
        entry: name, flags and scores by header without range notes.
        book: number of the book.
        chapter: number of the chapter.
        file: name of the file, for messages.
        place: sheet and row, or session and name, for messages.

    Raises:
        SourceError: no name, a score that is missing, no whole number or out of range, a flag not 0 or 1.
    """
    where = f"{file} {place}"
    name = str(entry.get("name") or "").strip()
    if not name:
        raise SourceError("the row names nobody", where=where, fix="fill in the name or delete the row")
    flags = [flag for flag in FLAGS if _flag(entry, flag, where)]
    scores: dict[str, dict[str, int | None]] = {"to": {}, "from": {}}
    for header, (direction, kind) in SCORES.items():
        scores[direction][kind] = _score(entry, header, RANGES[kind], where)
    return [
        (book, chapter, name, direction, values["affection"], values["familiarity"], flags, where)
        for direction, values in scores.items()
    ]


def _score(entry: Mapping[str, object], header: str, bounds: tuple[int, int], where: str) -> int | None:
    if header not in entry:
        raise SourceError(f'the score "{header}" is missing', where=where, fix="name it as HPD does")
    value = entry[header]
    if value is None or value == "":
        return None
    low, high = bounds
    try:
        number = float(str(value))
    except ValueError:
        number = float("nan")
    if not (number.is_integer() and low <= number <= high):
        raise SourceError(
            f'the score "{header}" is {value}', where=where, fix=f"give a whole number from {low} to {high}"
        )
    return int(number)


def _flag(entry: Mapping[str, object], flag: str, where: str) -> bool:
    value = entry.get(flag)
    if value in (None, "", 0, "0", "0.0"):
        return False
    if value in (1, "1", "1.0"):
        return True
    raise SourceError(f"the flag {flag!r} is {value}", where=where, fix="give 0 or 1")
