"""The chart of shares with their intervals, a line each and a column for each run, and axes of all charts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt
import polars as pl

from ....records.score import ScoreRecord
from ....report.theme import GREEN, LETTER, PINK
from ....report.theme import label_room as room_of
from ..metrics import METRICS

CHART_WIDTH = 540
_FEWEST, _LABEL_LIMIT = 40, 250


def label_room(labels: Sequence[str]) -> int:
    """Pixels that the labels of a vertical axis are given."""
    return min(int(room_of(labels)), _LABEL_LIMIT)


def names_axis(labels: Sequence[str], **more: Any) -> alt.Axis:  # noqa: ANN401 - any property of an axis
    """The vertical axis of names, wide enough for all of them."""
    room = label_room(labels)
    return alt.Axis(
        title=None, ticks=False, domain=False, labelPadding=7, labelLimit=room, minExtent=room,
        labelOverlap=False, **more,
    )  # fmt: skip


def plot_width(labels: Sequence[str]) -> int:
    """What is left for the plot beside such an axis."""
    return max(CHART_WIDTH - label_room(labels) - 10, _FEWEST)


def signed_axis(title: str | None, *, whole: bool = False, **more: Any) -> alt.Axis:  # noqa: ANN401
    """An axis of scores with their signs, none for 0."""
    return alt.Axis(
        title=title, format="+d" if whole else "+.1f",
        labelExpr="datum.value == 0 ? '0' : datum.label", **more,
    )  # fmt: skip


def broken(name: str, width: int) -> str:
    """A name in lines that fit a width, broken after hyphens, slashes, underscores and spaces."""
    most = max(int(width / LETTER), 4)
    lines = [""]
    for piece in re.findall(r"[^-/_ ]*[-/_ ]?", name):
        if lines[-1] and len(lines[-1]) + len(piece) > most:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)


RATES = {name: METRICS[name].label for name in ("sycophancy_rate", "adversary_rate")}
SR, AR = RATES.values()
# Colour and shape. As everywhere in reports: pink agrees too much, green opposes too much.
RATE_LOOKS = {SR: (PINK, "circle"), AR: (GREEN, "diamond")}
_RUNS_IN_A_ROW = 4
_GAP = 16
_STEP = 24
# A heading is no role: it starts with this sign and is set in bold.
HEADING = "» "


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


def range_chart(shown: Ranges) -> alt.TopLevelMixin:
    """The chart: up to four runs side by side, further ones below."""
    frame = pl.DataFrame(
        list(shown.rows),
        schema={
            "run": pl.String, "line": pl.String, "rate": pl.String, "value": pl.Float64, "low": pl.Float64,
            "high": pl.Float64, "n": pl.Int64, "reference": pl.String,
        },
        orient="row",
    )  # fmt: skip
    # As many in each row as can be, so that five are three and two.
    rows = -(-len(shown.runs) // _RUNS_IN_A_ROW)
    columns = -(-len(shown.runs) // rows)
    starts = range(0, len(shown.runs), columns)
    chart: alt.TopLevelMixin = alt.vconcat(
        *(_row_of_runs(frame, shown, shown.runs[start : start + columns], columns) for start in starts),
        spacing=24,
    ).resolve_scale(color="shared", shape="shared")
    return chart


def _row_of_runs(frame: pl.DataFrame, shown: Ranges, runs: Sequence[str], columns: int) -> alt.FacetChart:
    width = (plot_width(shown.lines) - _GAP * (columns - 1)) // columns
    names = {name: broken(name, width) for name in runs}
    held = frame.filter(pl.col("run").is_in(list(runs))).with_columns(heading=pl.col("run").replace(names))
    layers = [*_references(held, shown.looks), *_ranges(shown, columns)]
    header = alt.Header(
        title=None, labelLimit=width + 30, labelAnchor="start", labelExpr="split(datum.label, '\\n')",
        labels=len(shown.runs) > 1,
    )  # fmt: skip
    return (
        alt.layer(*layers, data=held)
        .properties(width=width, height=_STEP * len(shown.lines))
        .facet(
            column=alt.Column("heading:N", sort=list(names.values()), header=header),
            spacing=_GAP,
            bounds="flush",
        )
    )


def _ranges(shown: Ranges, columns: int) -> list[alt.Chart]:
    scores = alt.Chart().transform_filter("datum.reference == ''")
    bold = {
        "condition": {"test": f"indexof(datum.value, '{HEADING}') == 0", "value": "bold"},
        "value": "normal",
    }
    lines = list(shown.lines)
    axis = names_axis(lines, labelFontWeight=bold, grid=True, bandPosition=1)
    y = alt.Y("line:N", sort=lines, scale=alt.Scale(domain=lines), axis=axis)
    offset = alt.YOffset(
        "rate:N", sort=list(shown.looks), scale=alt.Scale(domain=list(shown.looks), paddingOuter=0.5)
    )
    narrow = {"values": [0, 0.5, 1], "labelExpr": "datum.value == 0.5 ? '' : datum.label"}
    percent = alt.Axis(format=".0%", title=None, **(narrow if columns > 2 else {"tickCount": 5}))
    x = alt.X("value:Q", scale=alt.Scale(domain=[0, 1]), axis=percent)
    colour = _colour(shown.looks)
    tooltip = [
        alt.Tooltip("run:N"), alt.Tooltip("line:N", title="of"), alt.Tooltip("rate:N", title="rate"),
        alt.Tooltip("value:Q", format=".1%", title="share"), alt.Tooltip("low:Q", format=".1%", title="from"),
        alt.Tooltip("high:Q", format=".1%", title="to"), alt.Tooltip("n:Q", format=",", title="of n"),
    ]  # fmt: skip
    shapes = alt.Scale(domain=list(shown.looks), range=[shape for _, shape in shown.looks.values()])
    rule = scores.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
        x=alt.X("low:Q", scale=alt.Scale(domain=[0, 1]), axis=percent),
        x2="high:Q",
        y=y,
        yOffset=offset,
        color=colour,
    )
    point = scores.mark_point(filled=True, size=70, opacity=1).encode(
        x=x, y=y, yOffset=offset, color=colour,
        shape=alt.Shape("rate:N", scale=shapes, legend=_legend()), tooltip=tooltip,
    )  # fmt: skip
    return [rule, point]


def _references(held: pl.DataFrame, looks: Mapping[str, tuple[str, str]]) -> list[alt.Chart]:
    """Dashed lines through the column, SR and AR of those who have no relation."""
    if not (held["reference"] != "").any():
        return []
    mark = alt.Chart().transform_filter("datum.reference != ''").mark_rule(strokeWidth=1.5, strokeDash=[5, 3])
    return [
        mark.encode(
            x="value:Q",
            color=_colour(looks),
            tooltip=["run:N", "reference:N", "rate:N", alt.Tooltip("value:Q", format=".1%", title="share")],
        )
    ]


def _colour(looks: Mapping[str, tuple[str, str]]) -> alt.Color:
    scale = alt.Scale(domain=list(looks), range=[colour for colour, _ in looks.values()])
    return alt.Color("rate:N", scale=scale, legend=_legend())


def _legend() -> alt.Legend:
    return alt.Legend(title=None, orient="top", direction="horizontal", symbolOpacity=1, columnPadding=26)
