"""A table of text: one form for the terminal, the page, a spreadsheet and a paper."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# Controls (save tab and line feed), format and bidirectional marks, fillers, tags, half surrogates.
_UNSEEN = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f"
    "\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ud800-\\udfff\\ufeff\\uffa0\\ufff9-\\ufffb\\U000e0000-\\U000e01ef]"
)
_JOINER = "\u200d"


def visible(text: str) -> str:
    """The text with every such character as ``⟨U+202E⟩``; a joiner within a word or emoji is kept."""
    return _UNSEEN.sub(_named, text)


def visible_throughout(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value with all its texts made visible, names too."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [visible_throughout(item) for item in value]
    if isinstance(value, dict):
        return {visible(name): visible_throughout(item) for name, item in value.items()}
    return value


def _named(found: re.Match[str]) -> str:
    if found[0] == _JOINER and found.start() > 0:
        return _JOINER
    return f"⟨U+{ord(found[0]):04X}⟩"


_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "−": "$-$",
}  # fmt: skip


@dataclass(frozen=True)
class Cell:
    """A cell with more than its text.

    Attributes:
        text: what it says.
        href: where it leads inside the page, or None.
        tone: name of a colour of ``page.css`` (``agree``, ``refusal`` …), or None. Never the only carrier of
            a meaning: the text says the same.
        title: a longer text for pointer and screen reader, or None.
    """

    text: str
    href: str | None = None
    tone: str | None = None
    title: str | None = None


@dataclass(frozen=True)
class Table:
    """A table.

    Attributes:
        key: its name in file names and links: lower-case letters, digits and hyphens.
        title: what it shows.
        columns: their heads.
        rows: the cells of each row, as many as there are columns.
        numeric: the first column of figures.
        note: how to read it, or an empty text.
        folded: whether a page shows it only when asked to.
    """

    key: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str | Cell]]
    numeric: int = 1
    note: str = ""
    folded: bool = False


def cell_text(cell: str | Cell) -> str:
    """What a cell says."""
    return cell.text if isinstance(cell, Cell) else cell


def table_csv(table: Table) -> str:
    """The table as CSV (RFC 4180, heads first)."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(table.columns)
    writer.writerows([cell_text(cell) for cell in row] for row in table.rows)
    return stream.getvalue()


def table_latex(table: Table) -> str:
    r"""The table as a LaTeX ``table`` with the rules of the booktabs package; its label is ``tab:KEY``."""
    kinds = "l" * table.numeric + "r" * (len(table.columns) - table.numeric)
    lines = [
        r"\begin{table}",
        r"  \centering",
        rf"  \caption{{{_latex(table.title)}}}",
        rf"  \label{{tab:{table.key}}}",
        rf"  \begin{{tabular}}{{{kinds}}}",
        r"    \toprule",
        f"    {_latex_row(table.columns)}",
        r"    \midrule",
        *(f"    {_latex_row([cell_text(cell) for cell in row])}" for row in table.rows),
        r"    \bottomrule",
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _latex_row(cells: Sequence[str]) -> str:
    row = " & ".join(map(_latex, cells)) + r" \\"
    # After the end of a row LaTeX takes these for an option of it.
    return f"{{}}{row}" if row.startswith(("[", "*")) else row


def _latex(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in visible(" ".join(text.split())))
