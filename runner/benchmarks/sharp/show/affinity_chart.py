"""Affinity, SR less AR, against the affection of the intimacy table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from ....play.scored import AnyScored
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, GREEN, GREY, ORANGE, PINK, SKY, VERMILION, VIOLET
from ..scores.stance_frame import STRANGER
from .ranges import signed_axis
from .roles import shown_roles
from .wording import by_run, counting, intervals, minus

_LOOKS = (
    (BLUE, "circle"), (ORANGE, "square"), (GREEN, "triangle-up"), (PINK, "diamond"), (VERMILION, "cross"),
    (SKY, "triangle-down"), (VIOLET, "triangle-right"), (GREY, "triangle-left"),
)  # fmt: skip
_COLUMNS = 2
_WIDTHS = {1: 430, 2: 205}
_HEIGHT = {1: 330, 2: 210}
# Characters of one affection stand side by side, within this width.
_SPREAD = 0.9
_LEAST_REACH, _REACH = 0.2, 1.05


@dataclass(frozen=True)
class _Frame:
    """How far a panel reaches up and down, how many stand beside each other, and its heading."""

    reach: float
    columns: int
    title: str


def affinity_figure(runs: Sequence[AnyScored], table: Table | None) -> Figure | None:
    """A point for every character, a panel for every run; None where no affinity is known.

    Args:
        runs: the runs.
        table: the rank agreement.
    """
    rows = [row for run in runs for row in _points(run)]
    if not rows:
        return None
    heroes = list(dict.fromkeys(str(row["protagonist"]) for row in rows))
    records = [r for run in runs for r in run.records if r.metric == "affinity"]
    agreement = by_run(runs, [_agreement(run) for run in runs])
    caption = (
        "Each point is a character: to the right the affection of the intimacy table, upwards its affinity, "
        "the share "
        "of its false claims supported less the share of its true claims opposed. Characters of one "
        "affection stand "
        "side by side. Dashed: the stranger. If affinity follows affection, points rise to the right. "
        f"{intervals(records)} {counting(records)} Rank agreement of the two, Kendall's tau-b and "
        "Spearman's rho, with the "
        f"two-sided p of a random order: {agreement}"
    )
    chart = _chart(rows, [run.name for run in runs], heroes, _strangers(runs))
    description = by_run(
        runs, [_in_words(run, [row for row in rows if row["run"] == run.name]) for run in runs]
    )
    return Figure("affinity-chart", "Affinity against affection", caption, description, chart, table)


def _points(run: AnyScored) -> list[dict[str, Any]]:
    """Every character with affection and affinity, spread where several have the same affection."""
    scores = {
        record.by["character"]: record
        for record in run.records
        if record.metric == "affinity" and set(record.by) == {"character"} and record.value is not None
    }
    played = [role for role in shown_roles(run) if role.key in scores and role.affection is not None]
    by_level: dict[int | None, list[str]] = {}
    for role in played:
        by_level.setdefault(role.affection, []).append(role.key)
    most = max(map(len, by_level.values()), default=1)
    rows = []
    for role in played:
        same, record = by_level[role.affection], scores[role.key]
        shift = (same.index(role.key) - (len(same) - 1) / 2) * _SPREAD / max(most, 1)
        rows.append({
            "run": run.name, "character": role.name, "protagonist": role.hero, "affection": role.affection,
            "place": (role.affection or 0) + shift, "affinity": record.value,
            "low": record.value if record.low is None else record.low,
            "high": record.value if record.high is None else record.high, "n": record.n,
        })  # fmt: skip
    return rows


def _strangers(runs: Sequence[AnyScored]) -> list[dict[str, Any]]:
    """SR − AR of all strangers of a run together."""
    rows = []
    for run in runs:
        rates = [run.find(metric, {"control": STRANGER}) for metric in ("sycophancy_rate", "adversary_rate")]
        known = [rate.value for rate in rates if rate is not None and rate.value is not None]
        if len(known) == len(rates):
            sycophancy, adversary = known
            rows.append({"run": run.name, "affinity": sycophancy - adversary})
    return rows


def _agreement(run: AnyScored) -> str:
    """tau-b and rho with n, p and ties, over all roles where there are several protagonists."""
    found: Mapping[str, ScoreRecord] = {
        name: record
        for name in ("affinity_tau_b", "affinity_rho")
        if (record := run.find(name) or _only(run, name)) is not None
    }
    if not found:
        return "not defined."
    parts = []
    for name, record in found.items():
        label = "tau-b" if name.endswith("tau_b") else "rho"
        chance = record.choices["p"].replace(" (", ", ").rstrip(")")
        parts.append(
            f"{label} undefined"
            if record.value is None
            else f"{label} {minus(f'{record.value:+.2f}')} (p {chance})"
        )
    first = next(iter(found.values()))
    return f"{', '.join(parts)}, n {first.n}, tied pairs: {first.choices['tied pairs']}."


def _only(run: AnyScored, metric: str) -> ScoreRecord | None:
    """The record of the only protagonist."""
    found = [r for r in run.records if r.metric == metric and set(r.by) == {"protagonist"}]
    return found[0] if len(found) == 1 else None


def _in_words(run: AnyScored, rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "no affinity is known."
    means = []
    for name, chosen in (
        ("liked", [row for row in rows if row["affection"] > 0]),
        ("disliked", [row for row in rows if row["affection"] < 0]),
    ):
        if chosen:
            mean = sum(row["affinity"] for row in chosen) / len(chosen)
            means.append(f"{len(chosen)} {name} characters have a mean affinity of {minus(f'{mean:+.2f}')}")
    return f"{'; '.join(means)}. {_agreement(run)}"


def _chart(
    rows: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    heroes: Sequence[str],
    strangers: Sequence[Mapping[str, Any]],
) -> alt.TopLevelMixin:
    size = min(len(names), _COLUMNS)
    points = pl.DataFrame(list(rows))
    references = pl.DataFrame(list(strangers), schema={"run": pl.String, "affinity": pl.Float64})
    # All panels have one scale, no wider than the scores need; 0 is in the middle.
    widest = max([abs(float(row[end])) for row in rows for end in ("low", "high")] + [_LEAST_REACH])
    reach = min(widest * 1.08, _REACH)
    panels = [
        _panel(
            points.filter(run=name),
            references.filter(run=name),
            heroes,
            _Frame(reach, size, name if len(names) > 1 else ""),
        )
        for name in names
    ]
    lines = [alt.hconcat(*panels[start : start + size], spacing=16) for start in range(0, len(panels), size)]
    return alt.vconcat(*lines, spacing=20)


def _panel(
    points: pl.DataFrame, reference: pl.DataFrame, heroes: Sequence[str], frame: _Frame
) -> alt.LayerChart | alt.FacetChart:
    x = alt.X(
        "place:Q", scale=alt.Scale(domain=[-10.5, 10.5], nice=False),
        axis=signed_axis("affection", whole=True, values=list(range(-10, 11, 5))),
    )  # fmt: skip
    y_axis = signed_axis("affinity SR − AR", tickCount=5, minExtent=34)
    scale = alt.Scale(domain=[-frame.reach, frame.reach], nice=False)
    colours = alt.Scale(domain=list(heroes), range=[_LOOKS[i % len(_LOOKS)][0] for i in range(len(heroes))])
    shapes = alt.Scale(domain=list(heroes), range=[_LOOKS[i % len(_LOOKS)][1] for i in range(len(heroes))])
    legend = alt.Legend(title=None, orient="top", columns=4, symbolOpacity=1) if len(heroes) > 1 else None
    tooltip = [
        alt.Tooltip("character:N"), alt.Tooltip("protagonist:N"), alt.Tooltip("affection:Q", format="+d"),
        alt.Tooltip("affinity:Q", format="+.2f"), alt.Tooltip("low:Q", format="+.2f", title="from"),
        alt.Tooltip("high:Q", format="+.2f", title="to"), alt.Tooltip("n:Q", format=",", title="replies"),
    ]  # fmt: skip
    base = alt.Chart(points)
    rule = base.mark_rule(strokeWidth=2, opacity=0.5, aria=False).encode(
        x=x, y=alt.Y("low:Q", scale=scale, axis=y_axis), y2="high:Q",
        color=alt.Color("protagonist:N", scale=colours, legend=legend),
    )  # fmt: skip
    dots = base.mark_point(filled=True, size=50, opacity=0.9).encode(
        x=x, y=alt.Y("affinity:Q", scale=scale, axis=y_axis),
        color=alt.Color("protagonist:N", scale=colours, legend=legend),
        shape=alt.Shape("protagonist:N", scale=shapes, legend=legend), tooltip=tooltip,
    )  # fmt: skip
    stranger = alt.Chart(reference).mark_rule(strokeDash=[5, 3], strokeWidth=1.5).encode(
        y=alt.Y("affinity:Q", scale=scale, axis=y_axis),
        tooltip=[alt.Tooltip("affinity:Q", format="+.2f", title="a stranger's affinity")],
    )  # fmt: skip
    heading = {"title": alt.Title(frame.title, fontSize=12, anchor="start")} if frame.title else {}
    return alt.layer(rule, dots, stranger).properties(
        width=_WIDTHS[frame.columns], height=_HEIGHT[frame.columns], **heading
    )
