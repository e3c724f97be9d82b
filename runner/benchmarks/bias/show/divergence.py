"""How often the two modes differ, beside how often two plays of one mode would."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import altair as alt
import polars as pl

from ....records.figures import NONE, percent
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, GREY
from ....statistics.significance import holm
from .format import said, share_cells, spread
from .run_blocks import Drawing, Place, Row, blocks, lanes, share_axis
from .run_topics import ChartedRun

_BETWEEN, _ALONE = "between the modes", "replays alone"


def divergence_figure(runs: Sequence[ChartedRun]) -> Figure:
    """Divergence with its interval, its floor and p, for each run."""
    p_values = {run.name: p for run in runs if (p := _value(run, "divergence_p")) is not None}
    corrected = holm(p_values)
    rows = [row for run in runs for row in _rows(run, corrected)]

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        chart = alt.Chart(frame)
        lane = lanes("kind:N", [_BETWEEN, _ALONE])
        axis = share_axis(shown=place.last, title="share of topics with another class")
        where = alt.X("value:Q", scale=alt.Scale(domain=[0, 1.2], nice=False), axis=axis)
        own = chart.transform_filter(alt.datum.kind == _BETWEEN)
        lines = own.mark_rule(strokeWidth=2.5, opacity=0.55, color=BLUE, aria=False).encode(
            x=alt.X("low:Q", axis=axis), x2="high:Q", y=lane
        )
        points = own.mark_point(size=55, color=BLUE, opacity=1).encode(x=where, y=lane, description="what:N")
        floor = (
            chart.transform_filter(alt.datum.kind == _ALONE)
            .mark_point(shape="diamond", size=60, color=GREY, opacity=1)
            .encode(x=where, y=lane, description="what:N")
        )
        said_p = chart.mark_text(align="right", fontSize=11, aria=False).encode(
            x=alt.value(400), y=lane, text="p:N"
        )
        return alt.layer(lines, points, floor, said_p).properties(width=400, height=alt.Step(18))

    caption = (
        "Circle and line: share of topics whose class differs between direct and indirect, with its 95 % "
        f"interval (n = {spread(row['n'] for row in rows)} topics); leaning and full agreement count as "
        "different. Diamond: the share on which two plays of one mode would differ, the noise floor. p: "
        "how likely replays alone make the modes differ as much as they do"
        + (", corrected for the number of runs (Holm)." if len(p_values) > 1 else ".")
    )
    return Figure(
        "divergence", "Divergence between the modes against its noise floor", caption, _described(runs,
        corrected),
        blocks(runs, rows, draw), _table(runs, p_values, corrected),
    )  # fmt: skip


def _value(run: ChartedRun, metric: str) -> float | None:
    record = run.run.find(metric)
    return None if record is None else record.value


def _rows(run: ChartedRun, corrected: Mapping[str, float]) -> list[Row]:
    record, floor = run.run.find("divergence_rate"), _value(run, "divergence_noise_rate")
    if record is None or record.value is None:
        return []
    p = f"p = {corrected[run.name]:.3f}" if run.name in corrected else ""
    rows = [
        {
            "run": run.name, "kind": _BETWEEN, "value": record.value, "n": record.n, "p": "",
            "low": record.value if record.low is None else record.low,
            "high": record.value if record.high is None else record.high,
            "what": f"{run.name}; the modes differ on {said(record)}; {p}",
        }
    ]  # fmt: skip
    if floor is not None:
        what = f"{run.name}; two plays of one mode would differ on {percent(floor)} %"
        rows.append(
            {"run": run.name, "kind": _ALONE, "value": floor, "n": record.n, "p": p, "low": floor,
            "high": floor,
             "what": what}
        )  # fmt: skip
    return rows


def _described(runs: Sequence[ChartedRun], corrected: Mapping[str, float]) -> str:
    sentences = []
    for run in runs:
        record, floor = run.run.find("divergence_rate"), _value(run, "divergence_noise_rate")
        if record is None or record.value is None:
            continue
        beside = "" if floor is None else f", replays alone {percent(floor)} %"
        p = f", p = {corrected[run.name]:.3f}" if run.name in corrected else ""
        sentences.append(f"{run.name}: {percent(record.value)} %{beside}{p}.")
    above = sum(p < 0.05 for p in corrected.values())
    total = f"The modes differ more than replays alone in {above} of {len(corrected)} runs (p below 0.05)."
    return f"{total if corrected else 'Divergence of each run.'} {' '.join(sentences)}"


def _table(
    runs: Sequence[ChartedRun], p_values: Mapping[str, float], corrected: Mapping[str, float]
) -> Table:
    rows = [
        [
            run.name,
            *share_cells(run.run.find("divergence_rate")),
            percent(_value(run, "divergence_noise_rate")),
            *(f"{found[run.name]:.3f}" if run.name in found else NONE for found in (p_values, corrected)),
        ]
        for run in runs
    ]
    return Table(
        "divergence", "Divergence between the modes",
        ["run", "%", "count of n", "95 % interval", "replays alone, %", "p", "p corrected (Holm)"], rows,
    )  # fmt: skip
