"""When in a story something holds: the whole work, the end of a book, or the end of a chapter."""

from __future__ import annotations

import re

from ..errors import UsageError

WORK = "work"
PATTERN = r"^(work|book-[1-9]\d*(/chapter-[1-9]\d*)?|chapter-[1-9]\d*)$"
_PARTS = re.compile(r"^(?:book-(?P<book>[1-9]\d*)(?:/|$))?(?:chapter-(?P<chapter>[1-9]\d*))?$")
_LATEST = 10**9

Position = tuple[int, int]


def story_time(book: int | None, chapter: int | None) -> str:
    """The text of a story time: ``work``, ``book-1``, ``book-1/chapter-17`` or ``chapter-50``.

    A chapter stands for a 回, an episode or an act as well, whatever the work is numbered by.
    """
    parts = [f"book-{book}" if book else "", f"chapter-{chapter}" if chapter else ""]
    return "/".join(part for part in parts if part) or WORK


def story_position(text: str) -> Position:
    """Where a story time lies, for comparison: (book, chapter).

    A book stands for its end, a chapter alone for a chapter of a work in one book, and ``work`` for the work
    as a whole, behind every book.

    Raises:
        UsageError: the text is no story time.
    """
    if text == WORK:
        return _LATEST, _LATEST
    match = _PARTS.match(text) if re.match(PATTERN, text) else None
    if match is None:
        raise UsageError(
            f"{text!r} is no story time",
            fix="write work, book-N, book-N/chapter-M or chapter-M, counting from 1",
        )
    return int(match["book"] or 1), int(match["chapter"] or _LATEST)
