"""Scores of a leaderboard in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..records.table import Table
from .headlines import Headline
from .ranks import Standing

if TYPE_CHECKING:
    from .leaderboard import Entry

UNDEFINED = "–"


def score_cell(standing: Standing, headline: Headline) -> tuple[str, str, str]:
    """Value, interval and places as text; what is not known is empty, an undefined value is a dash."""
    record = standing.record
    if record is None or record.value is None:
        return UNDEFINED, "", ""
    low, high = record.low, record.high
    interval = "" if low is None or high is None else f"[{_figure(low, headline)}, {_figure(high, headline)}]"
    return _figure(record.value, headline), interval, "" if standing.places is None else str(standing.places)


def scores_table(entries: Sequence[Entry], headlines: Sequence[Headline]) -> Table:
    """The table for a spreadsheet: a column each for value, ends of the interval and places."""
    columns = ["run", "subject", "other settings"]
    for headline in headlines:
        columns += [headline.key, f"{headline.key} low", f"{headline.key} high", f"{headline.key} rank"]
    rows = [
        [
            entry.run.name,
            entry.run.folder.record.agents["subject"],
            "; ".join(entry.apart),
            *(text for standing in entry.standings for text in _exact(standing)),
        ]
        for entry in entries
    ]
    return Table("leaderboard", "Leaderboard", columns, rows, numeric=3)


def _exact(standing: Standing) -> list[str]:
    record = standing.record
    figures = (None, None, None) if record is None else (record.value, record.low, record.high)
    places = "" if standing.places is None else str(standing.places)
    return [*("" if figure is None else f"{figure:.6g}" for figure in figures), places]


def _figure(value: float, headline: Headline) -> str:
    return f"{100 * value:.1f}" if headline.percent else f"{value:.2f}".replace("-", "−")
