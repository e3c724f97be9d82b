"""A leaderboard's runs, its scores in words, and one small chart for each score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..play.scored import AnyScored
from ..play.trust import Trust
from ..records.metric import Headline, figure
from ..records.run_state import outcome_words
from ..records.score import bounds_text
from ..records.section import Figure
from ..records.table import Table
from .ranks import Standing
from .theme import BLUE, GREY, label_room

UNDEFINED = "–"
_BETTER = {
    "lower": "Less is better.",
    "higher": "More is better.",
    None: "Not ranked: neither end is better.",
}


@dataclass(frozen=True)
class Entry:
    """A run of the leaderboard.

    Attributes:
        run: the run.
        trust: what to know before believing it.
        page: address of its own report, from the front page.
        apart: settings unlike those of most runs; it is not ranked if there are any.
        standings: its scores, in the order of the headlines.
    """

    run: AnyScored
    trust: Trust
    page: str
    apart: Sequence[str]
    standings: Sequence[Standing]

    @property
    def lacks(self) -> Sequence[tuple[str, int]]:
        """What it lacks, by name with counts: cases, verdicts, replies that were not simply said."""
        state = self.run.state
        counts = (
            ("failed", state.failures),
            ("not played yet", state.untried),
            *outcome_words(state.outcomes),
            ("not judged", state.unjudged),
            ("unread verdicts", state.unreads),
            ("first cases only, a smoke test", state.limit or 0),
        )
        return [(name, count) for name, count in counts if count]


def score_cell(standing: Standing, headline: Headline) -> tuple[str, str, str, str]:
    """Value, interval, places and bounds as text; empty what is not known, a dash an undefined value."""
    record = standing.record
    if record is None or record.value is None:
        return UNDEFINED, "", "", ""
    low, high = record.low, record.high
    interval = "" if low is None or high is None else f"[{_figure(low, headline)}, {_figure(high, headline)}]"
    places = "" if standing.places is None else str(standing.places)
    bounds = bounds_text(record, lambda value: _figure(value, headline)).strip()
    return _figure(record.value, headline), interval, places, bounds


def scores_table(entries: Sequence[Entry], headlines: Sequence[Headline]) -> Table:
    """The table for a spreadsheet: a column each for value, ends of the interval and places."""
    columns = ["run", "subject", "other settings", "lacks"]
    for headline in headlines:
        columns += [headline.key, f"{headline.key} low", f"{headline.key} high", f"{headline.key} rank"]
    rows = [
        [
            entry.run.name,
            entry.run.folder.record.agents["subject"],
            "; ".join(entry.apart),
            "; ".join(f"{count} {name}" for name, count in entry.lacks),
            *(text for standing in entry.standings for text in _exact(standing)),
        ]
        for entry in entries
    ]
    return Table("leaderboard", "Leaderboard", columns, rows, numeric=4)


def _exact(standing: Standing) -> list[str]:
    record = standing.record
    figures = (None, None, None) if record is None else (record.value, record.low, record.high)
    places = "" if standing.places is None else str(standing.places)
    return [*("" if figure is None else f"{figure:.6g}" for figure in figures), places]


def _figure(value: float, headline: Headline) -> str:
    return figure(headline.about, value).replace("-", "−")


def interval_chart(place: int, headline: Headline, entries: Sequence[Entry]) -> Figure:
    """Values and 95 % intervals of all runs.

    Args:
        place: which of the entries' standings.
        headline: the score.
        entries: the runs, in the order of the table.
    """
    import altair as alt
    import polars as pl

    factor = 100 if headline.percent else 1
    rows = [
        {
            "run": entry.run.name,
            "value": factor * record.value,
            "low": None if record.low is None else factor * record.low,
            "high": None if record.high is None else factor * record.high,
            "ranked": not entry.apart,
        }
        for entry in entries
        if (record := entry.standings[place].record) is not None and record.value is not None
    ]
    columns = {
        "run": pl.String,
        "value": pl.Float64,
        "low": pl.Float64,
        "high": pl.Float64,
        "ranked": pl.Boolean,
    }
    order = [entry.run.name for entry in entries]
    room = alt.Axis(minExtent=label_room(order), labelLimit=260)
    run = alt.Y("run:N", title=None, sort=order, scale=alt.Scale(domain=order), axis=room)
    title = "%" if headline.percent else ""
    base = alt.Chart(pl.DataFrame(rows, schema=columns))
    colour = alt.condition("datum.ranked", alt.value(BLUE), alt.value(GREY))
    ranges = base.transform_filter("isValid(datum.low)").mark_rule(strokeWidth=2).encode(
        x=alt.X("low:Q", title=title, axis=alt.Axis(tickCount=5)), x2="high:Q", y=run, color=colour
    )  # fmt: skip
    values = base.mark_point(size=60).encode(x="value:Q", y=run, color=colour, fill=colour)
    best = _best(place, entries)
    return Figure(
        f"intervals-{headline.key}",
        headline.label,
        f"Value and 95 % interval. {_BETTER[headline.better]} Grey: other settings, not ranked.",
        f"{headline.label} of {len(rows)} runs with 95 % intervals. {best}".strip(),
        (ranges + values).properties(width=300, height=alt.Step(22)),
    )


def _best(place: int, entries: Sequence[Entry]) -> str:
    names = [
        entry.run.name
        for entry in entries
        if (places := entry.standings[place].places) is not None and places.first == 1
    ]
    if not names:
        return ""
    return f"No run is surely better than: {', '.join(names)}."
