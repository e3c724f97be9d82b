"""Charts of many runs: a block for each run under its name, so that long names have the whole width."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from ....records.figures import clipped
from ....report.theme import label_room

if TYPE_CHECKING:
    from .run_topics import ChartedRun

Row = dict[str, Any]
Drawing = Any  # Altair's operators and methods return unions that say less than nothing
_LONGEST = 56


@dataclass(frozen=True)
class Place:
    """Where a block stands.

    Attributes:
        first: above all others.
        last: below all others.
    """

    first: bool
    last: bool


def blocks(
    runs: Sequence[ChartedRun], rows: Sequence[Row], draw: Callable[[pl.DataFrame, Place], Drawing]
) -> Drawing:
    """One chart below the other.

    Args:
        runs: in this order; runs without a row are left out.
        rows: data; the field ``run`` says whose.
        draw: draws the rows of a run; the first block names its panels, the last has the axis.
    """
    schema = list(rows[0])
    of_run = {
        run.name: pl.DataFrame(found, schema=schema, infer_schema_length=None)
        for run in runs
        if (found := [row for row in rows if row["run"] == run.name])
    }
    charts = [
        draw(frame, Place(place == 0, place == len(of_run) - 1)).properties(title=clipped(name, _LONGEST))
        for place, (name, frame) in enumerate(of_run.items())
    ]
    return charts[0] if len(charts) == 1 else alt.vconcat(*charts, spacing=6)


def panels(
    chart: Drawing, frame: pl.DataFrame, order: Sequence[str], *, named: bool, spacing: int = 10
) -> Drawing:
    """The chart once for every value of the field ``panel``, side by side.

    Args:
        chart: without data.
        frame: its data.
        order: of the panels.
        named: whether their names stand above them: once a figure is enough.
        spacing: between them, in pixels.
    """
    header = alt.Header(labelFontWeight="normal", labelPadding=2, labels=named)
    column = alt.Column("panel:N", sort=list(order), title=None, header=header)
    # Flush: panels stand below each other whatever the width of their axes' labels.
    return chart.facet(column=column, data=frame, spacing=spacing, bounds="flush")


def mode_lanes() -> alt.Y:
    """A lane for each mode."""
    return lanes("mode:N", ["direct", "indirect"])


def lanes(field: str, order: Sequence[str]) -> alt.Y:
    """A lane for each value, in this order."""
    axis = alt.Axis(domain=False, ticks=False, minExtent=label_room(order), labelLimit=320, labelPadding=8)
    return alt.Y(field, title=None, sort=list(order), axis=axis)


def share_axis(
    *, shown: bool, title: str | None = None, ticks: Sequence[float] = (0, 0.25, 0.5, 0.75, 1)
) -> alt.Axis:
    """An axis in percent, of which all but the last block of a chart keep the grid lines only."""
    return alt.Axis(
        values=list(ticks), format=".0%", title=title if shown else None, labels=shown, ticks=shown,
        domain=False, grid=True, labelFlush=True,
    )  # fmt: skip
