"""How results are printed: tables for people, JSON for machines, errors in one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rich.console import Console
from rich.markup import escape
from rich.table import Table

if TYPE_CHECKING:
    from .errors import StandfastError

# Where the output is no terminal nothing is cut to a width that nobody sees.
_WIDE = 240
console = Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else _WIDE)
_errors = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """One line of plain text."""
    console.print(escape(text))


def say_error(text: str) -> None:
    """One line of plain text on standard error, beside a result that may be read by a program."""
    _errors.print(escape(text))


def print_error(error: StandfastError) -> None:
    """The sentence of an error, and the notes that go with it, on standard error."""
    _errors.print(f"[bold red]error:[/] {escape(str(error))}")
    for note in getattr(error, "__notes__", []):
        _errors.print(f"  {escape(note)}")


def print_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """A JSON document on standard output."""
    print(json.dumps(value, indent=1, ensure_ascii=False))


class Tabular(Protocol):
    """A table of text (``runner.records.table.Table``)."""

    @property
    def title(self) -> str:
        """What it shows."""

    @property
    def columns(self) -> Sequence[str]:
        """Their heads."""

    @property
    def rows(self) -> Sequence[Sequence[Any]]:
        """Cells: text, or something with a ``text``."""

    @property
    def numeric(self) -> int:
        """The first column of figures."""

    @property
    def note(self) -> str:
        """How to read it, line by line, or an empty text."""


def show_table(table: Tabular) -> None:
    """A table with its note below; a table without rows is its note alone."""
    if table.rows:
        rows = [[cell if isinstance(cell, str) else str(cell.text) for cell in row] for row in table.rows]
        print_table(table.title, table.columns, rows, table.numeric)
    for line in table.note.splitlines():
        say(f"  {line}")


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], numeric: int = 1) -> None:
    """A table; columns from the ``numeric``-th on are right-aligned figures."""
    table = Table(title=escape(title), title_justify="left", header_style="bold", box=None, pad_edge=False)
    for position, name in enumerate(columns):
        figures = position >= numeric
        table.add_column(name, justify="right" if figures else "left", no_wrap=figures, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)
