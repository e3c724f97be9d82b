"""CRF in its four forms, a panel each, a line for every run."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import polars as pl

from ....play.scored import AnyScored
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE
from .ranges import names_axis, plot_width, signed_axis
from .wording import by_run, counting, intervals, value_words

_FORMS = {
    "crf": "as published: sum over the roles",
    "crf_normalised": "normalised: per role",
    "crf_balanced": "balanced: high and low averaged apart",
    "crf_over_stranger": "over the stranger, per role",
}
_STEP = 24


def fidelity_figure(runs: Sequence[AnyScored], table: Table | None) -> Figure:
    """The figure of all roles.

    Args:
        runs: the runs.
        table: the same scores as a table.
    """
    found = {metric: [run.find(metric) for run in runs] for metric in _FORMS}
    panels = [_panel(runs, metric, records) for metric, records in found.items() if any(records)]
    known = [record for records in found.values() for record in records if record is not None]
    roles = sorted({record.n for record in known})
    caption = (
        "CRF adds SR − AR for characters of high and AR − SR for those of low affection: above 0 the "
        "subject agrees "
        "with friends and opposes foes, at 0 the speaker does not matter, below 0 it does the reverse. "
        "Balanced CRF "
        "does not change with the numbers of friends and foes, and CRF over the stranger takes off what the "
        "same "
        f"protagonist grants somebody unknown. n: {' or '.join(map(str, roles))} roles with a group. "
        f"{intervals(known)} {counting(known)}"
    )
    description = by_run(runs, [_in_words(run) for run in runs])
    chart = alt.vconcat(*panels, spacing=18)
    return Figure(
        "fidelity-chart", "Character relationship fidelity (CRF)", caption, description, chart, table
    )


def _in_words(run: AnyScored) -> str:
    words = {metric: value_words(run.find(metric)) for metric in _FORMS if run.find(metric) is not None}
    names = {
        "crf": "CRF as published", "crf_normalised": "normalised", "crf_balanced": "balanced",
        "crf_over_stranger": "over the stranger",
    }  # fmt: skip
    return ", ".join(f"{names[metric]} {value}" for metric, value in words.items()) + "."


def _panel(
    runs: Sequence[AnyScored], metric: str, records: Sequence[ScoreRecord | None]
) -> alt.LayerChart | alt.FacetChart:
    names = [run.name for run in runs]
    rows = [
        {"run": name, "value": record.value, "low": record.low, "high": record.high, "roles": record.n}
        for name, record in zip(names, records, strict=True)
        if record is not None and record.value is not None
    ]
    # As published the score is a sum: its range grows with the number of roles.
    most = max((record.n for record in records if record is not None), default=1) if metric == "crf" else 1
    frame = pl.DataFrame(
        rows,
        schema={
            "run": pl.String,
            "value": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
            "roles": pl.Int64,
        },
        orient="row",
    )
    scale = alt.Scale(domain=[-1.04 * most, 1.04 * most], nice=False)
    axis = signed_axis(None, whole=metric == "crf", tickCount=5)
    y = alt.Y("run:N", sort=names, scale=alt.Scale(domain=names), axis=names_axis(names))
    base = alt.Chart(frame)
    tooltip = [
        alt.Tooltip("run:N"), alt.Tooltip("value:Q", format="+.3f", title="CRF"),
        alt.Tooltip("low:Q", format="+.3f", title="from"), alt.Tooltip("high:Q", format="+.3f", title="to"),
        alt.Tooltip("roles:Q"),
    ]  # fmt: skip
    zero = (
        alt.Chart(pl.DataFrame({"value": [0.0]}))
        .mark_rule(strokeDash=[4, 3], aria=False)
        .encode(x=alt.X("value:Q", scale=scale, axis=axis))
    )
    rule = base.mark_rule(strokeWidth=2.5, opacity=0.55, aria=False, color=BLUE).encode(
        x=alt.X("low:Q", scale=scale, axis=axis), x2="high:Q", y=y
    )
    point = base.mark_point(filled=True, size=75, opacity=1, color=BLUE).encode(
        x=alt.X("value:Q", scale=scale, axis=axis), y=y, tooltip=tooltip
    )
    title = alt.Title(_FORMS[metric], fontSize=12, fontWeight="bold", anchor="start", frame="group")
    return alt.layer(zero, rule, point).properties(
        width=plot_width(names), height=_STEP * len(names), title=title
    )
