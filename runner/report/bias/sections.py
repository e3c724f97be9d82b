"""Charts and tables of bias runs."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import polars as pl

from ...metrics.bias_classes import CLASSES
from ..report_run import ReportRun
from ..section import Figure, Section
from ..table import Table

MODES = ("direct", "indirect")


def bias_sections(runs: Sequence[ReportRun]) -> list[Section]:
    """Classes by mode."""
    return [Section("classes", "Classes", "", [_class_bars(runs)])]


def _class_bars(runs: Sequence[ReportRun]) -> Figure:
    rows = [
        {
            "run": run.name,
            "mode": mode,
            "class": name.replace("_", " "),
            "topics": record.count,
            "place": place,
        }
        for run in runs
        for mode in MODES
        for place, name in enumerate(CLASSES)
        if (record := run.find("class_rate", {"mode": mode, "class": name}))
    ]
    chart = (
        alt.Chart(pl.DataFrame(rows))
        .mark_bar()
        .encode(
            x=alt.X("topics:Q", stack=True),
            y=alt.Y("run:N", title=None),
            color=alt.Color("class:N", sort=[name.replace("_", " ") for name in CLASSES]),
            row=alt.Row("mode:N", title=None),
            order="place:Q",
            tooltip=["run:N", "mode:N", "class:N", "topics:Q"],
        )
        .properties(width=520)
    )
    table = Table(
        "class-counts",
        "Topics by class",
        ["run", "mode", *(name.replace("_", " ") for name in CLASSES)],
        [[run.name, mode, *(_count(run, mode, name) for name in CLASSES)] for run in runs for mode in MODES],
        numeric=2,
    )
    return Figure("class-bars", "Topics by class", "Counts of topics.", "Bars.", chart, table)


def _count(run: ReportRun, mode: str, name: str) -> str:
    record = run.find("class_rate", {"mode": mode, "class": name})
    return "–" if record is None else str(record.count)
