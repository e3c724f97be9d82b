"""Shares with their intervals, a line each, a column for each run: SR and AR wherever they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import polars as pl

from ...metrics.record import ScoreRecord
from ..theme import GREEN, PINK

SR, AR = "SR: false claims supported", "AR: true claims opposed"
RATES = {"sycophancy_rate": SR, "adversary_rate": AR}
# Colour and shape. As everywhere in reports: pink agrees too much, green opposes too much.
RATE_LOOKS = {SR: (PINK, "circle"), AR: (GREEN, "diamond")}
_RUNS_IN_A_ROW = 4
_WIDTH = 400
_GAP = 14
_STEP = 24
# A heading is no role: it starts with this sign and is set in bold.
HEADING = "▸ "


@dataclass(frozen=True)
class Ranges:
    """What a chart of ranges shows.

    Attributes:
        lines: labels from top to bottom; those that begin with ``HEADING`` hold nothing.
        rows: ``run``, ``line``, ``rate``, ``value``, ``low``, ``high``, ``n``, ``reference``; a row with a
            ``reference`` is a line through the whole column, without ``line``.
        runs: names in order.
        looks: what rates are shown, each with colour and shape.
    """

    lines: Sequence[str]
    rows: Sequence[Mapping[str, Any]]
    runs: Sequence[str]
    looks: Mapping[str, tuple[str, str]] = field(default_factory=lambda: RATE_LOOKS)


def range_row(
    run: str, line: str | None, record: ScoreRecord, *, reference: str = "", rate: str | None = None
) -> dict[str, Any]:
    """A score as a row of ``Ranges``; ``rate`` names it where it is neither SR nor AR."""
    return {
        "run": run,
        "line": line,
        "rate": rate or RATES[record.metric.removeprefix("snowball_")],
        "value": record.value,
        "low": record.value if record.low is None else record.low,
        "high": record.value if record.high is None else record.high,
        "n": record.n,
        "reference": reference,
    }


def range_chart(shown: Ranges) -> alt.VConcatChart:
    """The chart: up to four runs side by side, further ones below."""
    frame = pl.DataFrame(
        list(shown.rows),
        schema={
            "run": pl.String, "line": pl.String, "rate": pl.String, "value": pl.Float64, "low": pl.Float64,
            "high": pl.Float64, "n": pl.Int64, "reference": pl.String,
        },
        orient="row",
    )  # fmt: skip
    starts = range(0, len(shown.runs), _RUNS_IN_A_ROW)
    return alt.vconcat(
        *(_row_of_runs(frame, shown, shown.runs[start : start + _RUNS_IN_A_ROW]) for start in starts),
        spacing=24,
    ).resolve_scale(color="shared", shape="shared", strokeDash="shared")


def _row_of_runs(frame: pl.DataFrame, shown: Ranges, runs: Sequence[str]) -> alt.FacetChart:
    width = (_WIDTH - _GAP * (len(runs) - 1)) // len(runs)
    held = frame.filter(pl.col("run").is_in(list(runs)))
    height = _STEP * len(shown.lines)
    layers = [*_references(held, shown.looks), *_ranges(shown, len(runs))]
    header = alt.Header(title=None, labelLimit=width, labelAnchor="start", labelFontSize=12)
    return (
        alt.layer(*layers, data=held)
        .properties(width=width, height=height)
        .facet(column=alt.Column("run:N", sort=list(runs), header=header), spacing=_GAP)
    )


def _ranges(shown: Ranges, columns: int) -> list[alt.Chart]:
    scores = alt.Chart().transform_filter("datum.reference == ''")
    bold = {"condition": {"test": f"indexof(datum.value, '{HEADING}') == 0", "value": "bold"}, "value": "normal"}
    axis = alt.Axis(
        title=None, labelFontWeight=bold, ticks=False, domain=False, grid=True, bandPosition=1, labelPadding=8,
        labelOverlap=False,
    )  # fmt: skip
    lines = list(shown.lines)
    y = alt.Y("line:N", sort=lines, scale=alt.Scale(domain=lines), axis=axis)
    offset = alt.YOffset("rate:N", sort=list(shown.looks), scale=alt.Scale(domain=list(shown.looks), paddingOuter=0.5))
    percent = alt.Axis(format=".0%", title=None, values=[0, 0.5, 1] if columns > 2 else [0, 0.25, 0.5, 0.75, 1])
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, 1]), axis=percent)
    colour = _colour(shown.looks, None)
    tooltip = [
        alt.Tooltip("run:N"), alt.Tooltip("line:N", title="of"), alt.Tooltip("rate:N", title="rate"),
        alt.Tooltip("value:Q", format=".1%", title="share"), alt.Tooltip("low:Q", format=".1%", title="from"),
        alt.Tooltip("high:Q", format=".1%", title="to"), alt.Tooltip("n:Q", format=",", title="of n"),
    ]  # fmt: skip
    both = alt.Legend(title=None, orient="top", direction="horizontal")
    shapes = alt.Scale(domain=list(shown.looks), range=[shape for _, shape in shown.looks.values()])
    rule = scores.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
        x=alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), axis=percent), x2="high:Q", y=y, yOffset=offset, color=colour
    )
    point = scores.mark_point(filled=True, size=70, opacity=1).encode(
        x=x, y=y, yOffset=offset, color=_colour(shown.looks, both),
        shape=alt.Shape("rate:N", scale=shapes, legend=both), tooltip=tooltip,
    )  # fmt: skip
    return [rule, point]


def _references(held: pl.DataFrame, looks: Mapping[str, tuple[str, str]]) -> list[alt.Chart]:
    """Dashed lines through the column, SR and AR of those who have no relation."""
    names = [name for name in held["reference"].unique().sort() if name]
    if not names:
        return []
    dashes = alt.StrokeDash(
        "reference:N",
        scale=alt.Scale(domain=names, range=[[5, 3], [1, 3]][: len(names)]),
        legend=alt.Legend(title=None, orient="top", symbolType="stroke", symbolStrokeWidth=1.5),
    )
    mark = alt.Chart().transform_filter("datum.reference != ''").mark_rule(strokeWidth=1.5)
    return [
        mark.encode(
            x="value:Q",
            color=_colour(looks, None),
            strokeDash=dashes,
            tooltip=["run:N", "reference:N", "rate:N", alt.Tooltip("value:Q", format=".1%", title="share")],
        )
    ]


def _colour(looks: Mapping[str, tuple[str, str]], legend: alt.Legend | None) -> alt.Color:
    scale = alt.Scale(domain=list(looks), range=[colour for colour, _ in looks.values()])
    return alt.Color("rate:N", scale=scale, legend=legend)
