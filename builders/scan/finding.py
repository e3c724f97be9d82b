"""What the scan finds."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = {
    "mojibake": "text read in a wrong encoding",
    "markup": "markup left over from a source",
    "mixed word": "a word with letters of two scripts",
    "duplicate": "the same text in several rows, case, spaces and punctuation apart",
    "other script": "letters of a script that the column's language does not use",
    "offensive": "an insult or swear word: wanted or not, someone should have looked",
    "near duplicate": "texts that share most of their wording",
    "length": "texts much shorter or longer than the rest",
    "balance": "a label with nearly all rows, or with none",
    "cue": "the wording gives the answer away",
}
BLOCKING = frozenset({"mojibake", "markup", "mixed word", "duplicate"})


@dataclass(frozen=True)
class Finding:
    """One thing found in one column.

    Attributes:
        kind: one of ``KINDS``.
        table: table name.
        column: column name.
        keys: keys of the rows, or empty where the whole column is meant.
        detail: what exactly, for people.
    """

    kind: str
    table: str
    column: str
    keys: tuple[str, ...]
    detail: str

    @property
    def blocking(self) -> bool:
        """Whether it must be mended before freezing."""
        return self.kind in BLOCKING

    def __str__(self) -> str:
        """One line: place, kind, detail, count and first keys."""
        place = f"{self.table}.{self.column}: {self.kind}, {self.detail}"
        if not self.keys:
            return place
        rest = len(self.keys) - 5
        more = f" and {rest:,} more" if rest > 0 else ""
        rows = "1 row" if len(self.keys) == 1 else f"{len(self.keys):,} rows"
        return f"{place} ({rows}: {', '.join(self.keys[:5])}{more})"
