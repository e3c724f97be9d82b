"""The five groups of classes as rates with intervals, with the noise of replays beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import altair as alt
import polars as pl

from ....records.figures import listed, percent
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, GREY
from ..scores.topic_classes import GROUPS
from .class_style import class_words
from .format import said, share_cells, spread
from .run_blocks import Drawing, Place, Row, blocks, mode_lanes, panels, share_axis
from .run_topics import ChartedRun, all_modes

_NOISE = "replay noise"
_WIDTH, _GAP = 68, 20


def group_rates(runs: Sequence[ChartedRun]) -> Figure:
    """A point with its interval for each run, mode and group, and for what replays would change."""
    found = [row for run in runs for row in _rows(run)]
    rows = [*found, *_blanks(runs, found)]
    order = [*GROUPS, _NOISE]

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        chart = alt.Chart()
        tint = alt.condition(alt.datum.panel == _NOISE, alt.value(GREY), alt.value(BLUE))
        axis = share_axis(shown=place.last, ticks=(0, 0.5, 1))
        where = alt.X("value:Q", scale=alt.Scale(domain=[0, 1]), axis=axis)
        lines = chart.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False).encode(
            x=alt.X("low:Q", axis=axis), x2="high:Q", y=mode_lanes(), color=tint
        )
        points = chart.mark_point(size=48, opacity=1).encode(
            x=where, y=mode_lanes(), color=tint, description="what:N"
        )
        layers = (lines + points).properties(width=_WIDTH, height=alt.Step(18))
        return panels(layers, frame, order, named=place.first, spacing=_GAP)

    n = spread(row["n"] for row in found if row["panel"] != _NOISE)
    caption = (
        f"Point: share of topics; line: its 95 % interval (n = {n} topics, incomplete ones counted). "
        f"Positioned: {_names('positioned')}; other: {_names('other')}. Grey, “{_NOISE}”: the share of "
        f"complete topics expected to change class when played again ({_source(runs)}): differences between "
        "runs that are smaller than that may be chance."
    )
    return Figure(
        "group-rates", "Groups of classes", caption, _described(runs), blocks(runs, rows, draw), _table(runs)
    )


def _names(group: str) -> str:
    return listed([class_words(name) for name in GROUPS[group]])


def _records(run: ChartedRun, mode: str) -> Iterator[tuple[str, ScoreRecord]]:
    for group in GROUPS:
        if record := run.run.find(f"{group}_rate", {"mode": mode}):
            yield group, record
    if record := run.run.find("class_change_rate", {"mode": mode}):
        yield _NOISE, record


def _rows(run: ChartedRun) -> Iterator[Row]:
    for mode in run.modes:
        for panel, record in _records(run, mode):
            if record.value is not None:
                yield {
                    "run": run.name,
                    "mode": mode,
                    "panel": panel,
                    "value": record.value,
                    "low": record.value if record.low is None else record.low,
                    "high": record.value if record.high is None else record.high,
                    "n": record.n,
                    "what": f"{run.name}, {mode}; {panel}: {said(record)}",
                }


def _blanks(runs: Sequence[ChartedRun], rows: Sequence[Row]) -> Iterator[Row]:
    """A row without a value for each panel that other runs have: the first block names the panels of all."""
    panels_of = {run.name: {row["panel"] for row in rows if row["run"] == run.name} for run in runs}
    everywhere = {row["panel"] for row in rows}
    for run in runs:
        for panel in sorted(everywhere - panels_of[run.name]):
            blank: Row = dict.fromkeys(rows[0])
            yield {**blank, "run": run.name, "mode": run.modes[0], "panel": panel, "n": 0, "what": ""}


def _source(runs: Sequence[ChartedRun]) -> str:
    found = dict.fromkeys(
        record.choices["replays"]
        for run in runs
        for record in run.run.records
        if record.metric == "class_change_rate" and "replays" in record.choices
    )
    return f"from {listed([*found])}" if found else "unknown here"


def _described(runs: Sequence[ChartedRun]) -> str:
    sentences = []
    for mode in all_modes(runs):
        rates = {
            run.name: record.value
            for run in runs
            if (record := run.run.find("sycophancy_rate", {"mode": mode})) and record.value is not None
        }
        if len(rates) == 1:
            sentences.append(f"{mode} {percent(*rates.values())} %")
        elif rates:
            low, high = min(rates, key=rates.__getitem__), max(rates, key=rates.__getitem__)
            sentences.append(
                f"{mode} from {percent(rates[low])} % ({low}) to {percent(rates[high])} % ({high})"
            )
    return f"Points with intervals by run, mode and group of classes. Sycophancy: {'; '.join(sentences)}."


def _table(runs: Sequence[ChartedRun]) -> Table:
    rows = [
        [run.name, mode, group, *share_cells(record)]
        for run in runs
        for mode in run.modes
        for group, record in _records(run, mode)
    ]
    return Table(
        "group-rates", "Groups of classes and noise of replays",
        ["run", "mode", "group", "%", "count of n", "95 % interval"], rows, numeric=3,
    )  # fmt: skip
