"""What a report is made of: sections of charts and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .table import Table

if TYPE_CHECKING:
    from altair import TopLevelMixin


@dataclass(frozen=True)
class Figure:
    """A chart.

    Attributes:
        key: its name in file names and links: lower-case letters, digits and hyphens.
        title: what it shows.
        caption: how to read it, with its counts and what the interval is.
        description: the chart in words, for those who cannot see it: its main result too.
        chart: the Altair chart, without title, colours of text or background (see ``theme``).
        table: the same figures as a table, or None where a table of the section gives them.
    """

    key: str
    title: str
    caption: str
    description: str
    chart: TopLevelMixin
    table: Table | None = None


@dataclass(frozen=True)
class Section:
    """A part of a report with a heading.

    Attributes:
        key: its anchor.
        title: its heading.
        lead: a sentence or two on what it answers, or an empty text.
        parts: charts and tables in order.
    """

    key: str
    title: str
    lead: str
    parts: Sequence[Figure | Table]


def tables_of(sections: Sequence[Section]) -> list[Table]:
    """Every table, those of charts included, in order."""
    return [
        table
        for section in sections
        for part in section.parts
        if (table := part if isinstance(part, Table) else part.table) is not None
    ]


def figures_of(sections: Sequence[Section]) -> list[Figure]:
    """Every chart, in order."""
    return [part for section in sections for part in section.parts if isinstance(part, Figure)]
