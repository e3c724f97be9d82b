"""The triangle of the three axes, run by run, over those that were published."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from ....records.section import Figure
from ....report.theme import BLUE, GREY, ORANGE
from ..metrics import AXES, MEASURES
from .format import SPLIT_LINES, listed, score, short_names, wrapped
from .interviews import ReadRun
from .published import SOURCE, PublishedGroup, published_groups

if TYPE_CHECKING:
    from altair import FacetChart


RUN, PEOPLE, AGENTS = "the run", "people (published)", "agents (published)"
DEGREES = {"IC": 90.0, "EC": 210.0, "RC": 330.0}
_PALE = "#a3a3a3"
_RINGS = (0.25, 0.5, 0.75, 1.0)
_LABEL_AT = {"IC": (0.0, 1.14, "center"), "EC": (-1.2, -0.68, "left"), "RC": (1.2, -0.68, "right")}

Corners = Mapping[str, float | None]
Row = dict[str, Any]


def corner(value: float, axis: str) -> tuple[float, float]:
    """Where a share lies on its axis: the middle at 0, 0, the end of the axis at a distance of 1.

    Args:
        value: 0 to 1.
        axis: ``IC``, ``EC`` or ``RC``.
    """
    angle = radians(DEGREES[axis])
    return value * cos(angle), value * sin(angle)


def radar(runs: Sequence[ReadRun]) -> Figure:
    """A triangle for each run; an axis that is undefined leaves it open.

    Args:
        runs: in order.
    """
    corners = {run.name: _corners(run) for run in runs}
    names = short_names(list(corners), most=80)
    rows = [row for run, found in corners.items() for row in _panel(run, wrapped(names[run]), found)]
    return Figure(
        "radar",
        "Three axes of consistency",
        "Each corner is a mean over personas, from 0 in the middle to 1 at the end of its axis; the thin "
        f"rings are {', '.join(f'{ring:g}' for ring in _RINGS)}. Dashed: people; grey: the "
        f"{len(published_groups()) - 1} published groups of agents ({SOURCE}). They rest on other "
        "questions and other judges: lines of reference, not of comparison. An axis that is undefined has no "
        "corner and leaves the triangle open. Intervals stand in the next chart.",
        _described(corners),
        _chart(rows, [wrapped(names[run]) for run in corners]),
    )


def _corners(run: ReadRun) -> Corners:
    records = {axis: run.find(metric) for axis, metric in AXES.items()}
    return {axis: None if record is None else record.value for axis, record in records.items()}


def _panel(run: str, head: str, corners: Corners) -> Iterator[Row]:
    """All that one run's panel shows, in the order in which it is drawn."""
    shared = {"panel": head}
    for ring in _RINGS:
        yield from _outline(dict.fromkeys(AXES, ring), shared | {"part": "ring", "line": f"ring {ring}"})
    for axis in AXES:
        for value in (0.0, 1.0):
            x, y = corner(value, axis)
            yield shared | {"part": "ring", "line": f"axis {axis}", "place": value, "x": x, "y": y}
    for group in published_groups():
        who = PEOPLE if group.kind == "people" else AGENTS
        told = f"{group.name} ({group.kind}, published)"
        yield from _outline(
            _published(group), shared | {"part": "line", "line": group.name, "who": who, "tip": told}
        )
    for row in _outline(corners, shared | {"part": "line", "line": run, "who": RUN, "tip": run}):
        yield row
        if row["place"] < len(AXES):
            yield row | {"part": "corner"}
    for axis, (x, y, align) in _LABEL_AT.items():
        yield shared | {
            "part": "label",
            "text": f"{axis} {score(corners[axis])}",
            "x": x,
            "y": y,
            "align": align,
        }


def _outline(corners: Corners, shared: Row) -> Iterator[Row]:
    """The corners that are defined; where all are, the first once more to close the line."""
    known = [(axis, value) for axis, value in corners.items() if value is not None]
    closed = [*known, known[0]] if len(known) == len(AXES) else known
    for place, (axis, value) in enumerate(closed):
        x, y = corner(value, axis)
        tip = f"{shared.get('tip', '')}; {axis} {value:.2f}"
        yield shared | {"place": place, "x": x, "y": y, "tip": tip}


def _published(group: PublishedGroup) -> Corners:
    return {"IC": group.scores["internal"], "EC": group.scores["external"], "RC": group.scores["retest"]}


def _chart(rows: Sequence[Row], heads: Sequence[str]) -> FacetChart:
    wide = {1: 340, 2: 250}.get(len(heads), 164)
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-1.2, 1.2], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-0.8, 1.24], nice=False))
    kinds = [RUN, PEOPLE, AGENTS]
    base = alt.Chart().encode(x=x, y=y)
    line = base.mark_line().encode(order="place:Q", detail="line:N")
    legend = {
        "color": alt.Color("who:N", title=None, scale=alt.Scale(domain=kinds, range=[BLUE, ORANGE, _PALE])),
        "strokeDash": alt.StrokeDash(
            "who:N", title=None, scale=alt.Scale(domain=kinds, range=[[1, 0], [5, 3], [1, 0]])
        ),
        "description": "tip:N",
    }
    drawn = [
        line.transform_filter(f"datum.part == 'line' && datum.who == '{who}'")
        .mark_line(strokeWidth=width, strokeJoin="round")
        .encode(**legend)
        for who, width in ((AGENTS, 0.8), (PEOPLE, 2), (RUN, 2.5))
    ]
    area = line.transform_filter(f"datum.part == 'line' && datum.who == '{RUN}'")
    layers = alt.layer(
        line.transform_filter("datum.part == 'ring'").mark_line(color=GREY, strokeWidth=0.5, opacity=0.35),
        area.mark_line(filled=True, fill=BLUE, fillOpacity=0.2, strokeWidth=0),
        *drawn,
        base.transform_filter("datum.part == 'corner'")
        .mark_point(filled=True, size=50, color=BLUE, opacity=1)
        .encode(description="tip:N"),
        *(
            base.transform_filter(f"datum.part == 'label' && datum.align == '{align}'")
            .mark_text(fontSize=12 if len(heads) < 3 else 11, align=align)
            .encode(text="text:N")
            for align in ("left", "center", "right")
        ),
    ).properties(width=wide, height=wide * 0.86)
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return layers.facet(
        facet=alt.Facet(
            "panel:N",
            title=None,
            sort=list(heads),
            header=alt.Header(labelExpr=SPLIT_LINES),
        ),
        columns=min(len(heads), 3),
        data=frame,
    )


def _described(corners: Mapping[str, Corners]) -> str:
    told = [
        f"{run}: "
        + ", ".join(f"{MEASURES[AXES[axis]].label} {score(value)}" for axis, value in found.items())
        for run, found in corners.items()
    ]
    people = ", ".join(f"{axis} {score(value)}" for axis, value in _published(published_groups()[0]).items())
    shown = listed(told, most=8, joint="; ")
    return f"Triangles of {len(corners)} runs. {shown}. Published for people: {people}."
