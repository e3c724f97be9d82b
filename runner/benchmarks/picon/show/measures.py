"""All measures with their intervals, as dots; and as a table beside the published figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Cell, Table
from ....report.theme import BLUE, ORANGE, label_room
from ..metrics import MEASURES, narrow
from .format import UNDEFINED, counted, listed, score, short_names, with_interval
from .interviews import ReadRun
from .published import PRINTED_ELSEWHERE, SOURCE, PublishedGroup, published_groups, published_value

if TYPE_CHECKING:
    from altair import Chart, FacetChart, LayerChart

_MIDDLE = 0.5
# Axes first in each row of the chart, then their parts.
_PANELS = (
    "internal_consistency", "non_contradiction", "cooperativeness", "external_consistency", "non_refutation",
    "coverage", "retest_consistency", "later_consistency", "area", "trust", "trusted_external_consistency",
    "discarded_claims",
)  # fmt: skip
# Those of the table with the published groups; the others were not published, but for claims not confirmed.
_BESIDE = (
    "area", "internal_consistency", "external_consistency", "retest_consistency", "cooperativeness",
    "non_contradiction", "coverage", "non_refutation", "trust",
)  # fmt: skip


def measures(runs: Sequence[ReadRun]) -> Figure:
    """A dot and an interval for each measure of each run.

    Args:
        runs: in order.
    """
    names = short_names([run.name for run in runs])
    rows = [_row(run, metric) | {"row": names[run.name]} for run in runs for metric in _PANELS]
    missing = [f"{row['measure']} of {row['run']} ({row['why']})" for row in rows if row["value"] is None]
    told = f" Undefined, not 0: {listed(missing, most=6, joint='; ')}." if missing else ""
    return Figure(
        "measures",
        "All measures",
        "Mean over personas and its 95 % interval (Student’s t over personas; none where there is one "
        f"persona only, {_personas(runs)}). Orange diamond: published mean of people, a line of reference "
        "only. IC, EC and RC are internal, external and retest consistency; not confirmed is the share of "
        "claims that the persona would not confirm, the one measure that is better when low.",
        _described(runs) + told,
        _chart(rows, list(names.values())),
        _table(runs),
    )


def side_by_side(runs: Sequence[ReadRun]) -> Table:
    """A line for each run, and below them the published groups."""
    rows: list[list[str | Cell]] = [
        [run.name, *(_short_cell(run.find(metric), metric) for metric in _BESIDE)] for run in runs
    ]
    rows += [
        [
            Cell(f"{group.name}, published", title=group.kind),
            *(_published_cell(group, metric) for metric in _BESIDE),
        ]
        for group in published_groups()
    ]
    return Table(
        "runs-and-published",
        "Runs, and the published groups below them",
        ["run or group", *(narrow(metric) for metric in _BESIDE)],
        rows,
        note=f"Published: {SOURCE}. They rest on other questions, judges and personas and do not compare "
        "with the runs above. – : not published. *: the paper or its site prints another figure elsewhere, "
        "which the cell tells to the pointer.",
    )


def _row(run: ReadRun, metric: str) -> dict[str, Any]:
    record = run.find(metric)
    value = None if record is None else record.value
    low, high = (None, None) if record is None else (record.low, record.high)
    why = "" if value is not None else MEASURES[metric].undefined
    published = published_value(published_groups()[0], metric)
    return {
        "run": run.name,
        "measure": MEASURES[metric].label,
        "panel": narrow(metric),
        "value": value,
        # Where the word "undefined" does not stand on the published figure.
        "beside": 0.02 if published is None or published > _MIDDLE else 0.44,
        "low": low,
        "high": high,
        "published": published,
        "why": why,
        "tip": "; ".join(
            [run.name, MEASURES[metric].label, with_interval(value, low, high), *([why] if why else [])]
        ),
        "reference": f"people, published; {MEASURES[metric].label} {score(published)}",
    }


def _chart(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> FacetChart | LayerChart:
    frame = pl.DataFrame(rows, infer_schema_length=None)
    alone = len(names) == 1
    order = [MEASURES[metric].label for metric in _PANELS] if alone else list(names)
    room = alt.Axis(minExtent=label_room(order))
    base = alt.Chart().encode(y=alt.Y("measure:N" if alone else "row:N", title=None, sort=order, axis=room))
    layers = alt.layer(*_marks(base)).properties(
        width=300 if alone else 112, height=alt.Step(24 if alone else 20)
    )
    if alone:
        return layers.properties(data=frame)
    panels = alt.Facet("panel:N", title=None, sort=list(map(narrow, _PANELS)))
    return layers.facet(facet=panels, columns=3, data=frame)


def _marks(base: Chart) -> list[Chart]:
    axis = alt.Axis(values=[0, 0.5, 1], format=".1f")
    x = alt.X("value:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=axis)
    return [
        base.mark_point(
            shape="diamond", filled=False, size=55, color=ORANGE, strokeWidth=1.8, opacity=1
        ).encode(x=alt.X("published:Q"), description="reference:N"),
        base.mark_rule(strokeWidth=2, color=BLUE).encode(x=alt.X("low:Q"), x2="high:Q", description="tip:N"),
        base.mark_point(filled=True, size=60, color=BLUE, opacity=1).encode(x=x, description="tip:N"),
        base.transform_filter("!isValid(datum.value)")
        .mark_text(align="left", fontStyle="italic", fontSize=11)
        .encode(x="beside:Q", text=alt.value(UNDEFINED), description="tip:N"),
    ]


def _table(runs: Sequence[ReadRun]) -> Table:
    return Table(
        "measures-table",
        "All measures: mean over personas [95 % interval]",
        ["measure", *(run.name for run in runs)],
        [[MEASURES[metric].label, *(_cell(run.find(metric), metric) for run in runs)] for metric in _PANELS],
        note="Undefined is not 0: the cell says to the pointer why, and for how many personas.",
    )


def _cell(record: ScoreRecord | None, metric: str) -> Cell:
    if record is None or record.value is None:
        return Cell(UNDEFINED, title=MEASURES[metric].undefined)
    text = with_interval(record.value, record.low, record.high)
    missing = record.choices.get("undefined")
    title = f"mean over {record.n} personas"
    return Cell(
        f"{text} *" if missing else text, title=f"{title}; undefined for {missing}" if missing else title
    )


def _short_cell(record: ScoreRecord | None, metric: str) -> str | Cell:
    if record is None or record.value is None:
        return Cell(UNDEFINED, title=MEASURES[metric].undefined)
    return score(record.value)


def _published_cell(group: PublishedGroup, metric: str) -> str | Cell:
    value = published_value(group, metric)
    if value is None:
        return "–"
    name, where = PRINTED_ELSEWHERE.get(metric, ("", ""))
    if name in group.variants:
        return Cell(f"{score(value)} *", title=f"{where} has {score(group.variants[name])}")
    return score(value)


def _personas(runs: Sequence[ReadRun]) -> str:
    counts = sorted({len({one.persona for one in run.interviews}) for run in runs})
    return f"here {counts[0]}" if len(counts) == 1 else f"here {counts[0]} to {counts[-1]}"


def _described(runs: Sequence[ReadRun]) -> str:
    areas = [
        (record.value, run.name) for run in runs if (record := run.find("area")) and record.value is not None
    ]
    if not areas:
        return "No run has a defined area."
    told = f"Dots with intervals for {len(MEASURES)} measures of {counted(len(runs), 'run')}."
    if len(areas) == 1:
        return f"{told} The area is {score(areas[0][0])}."
    largest, smallest = (_holders(areas, end(areas)[0]) for end in (max, min))
    return f"{told} The area is largest for {largest} and smallest for {smallest}."


def _holders(areas: Sequence[tuple[float, str]], value: float) -> str:
    """Who has a value, as far as two decimals tell."""
    return f"{listed([name for area, name in areas if score(area) == score(value)], most=6)} ({score(value)})"
