"""One small chart for each score of a leaderboard: values and intervals, a line a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..records.section import Figure
from .headlines import Headline
from .theme import BLUE, GREY, label_room

if TYPE_CHECKING:
    from .leaderboard import Entry

_BETTER = {
    "lower": "Less is better.",
    "higher": "More is better.",
    None: "Not ranked: neither end is better.",
}


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
