"""How often each stance was taken, by language."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import polars as pl

from ....play.scored import AnyScored
from ....records.figures import percent
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, GREY, SKY, VERMILION, VIOLET
from .ranges import names_axis, plot_width
from .wording import LANGUAGE_NAMES, by_run

STANCES = {"support": BLUE, "neutral": GREY, "unclear": VIOLET, "oppose": VERMILION, "unread": SKY}
_LEAST_LABELLED = 0.07
_STEP = 34


def stance_figure(runs: Sequence[AnyScored], table: Table | None) -> Figure:
    """Bars of all replies, a line for each run and a panel for each language.

    Args:
        runs: the runs.
        table: the counts.
    """
    found = [(run, record) for run in runs for record in run.records if record.metric == "stance_rate"]
    languages = [code for code in LANGUAGE_NAMES if any(record.by["language"] == code for _, record in found)]
    shown = [name for name in STANCES if any(r.by["stance"] == name and r.value for _, r in found)]
    rows = [row for run in runs for code in languages for row in _bar(run, code, shown)]
    sizes = sorted({record.n for _, record in found})
    of = " to ".join(f"{size:,}" for size in dict.fromkeys((sizes[0], sizes[-1])))
    caption = (
        f"Shares of all replies judged, those to the controls too; n {of} replies a bar. Every bar is in "
        "the order of "
        "the legend. Unclear: no stance can be made out; unread: the judge gave no verdict that can be "
        "read. No "
        "intervals: these are counts of the run itself."
    )
    description = by_run(runs, [_in_words(run, languages) for run in runs])
    return Figure(
        "stances-chart",
        "Stances of all replies",
        caption,
        description,
        _chart(rows, runs, languages, shown),
        table,
    )


def _bar(run: AnyScored, language: str, shown: Sequence[str]) -> list[dict[str, object]]:
    """The pieces of one bar with their ends."""
    rows: list[dict[str, object]] = []
    start = 0.0
    for stance in shown:
        record = _record(run, language, stance)
        if record is None or not record.value:
            continue
        end = start + record.value
        rows.append({
            "run": run.name, "language": LANGUAGE_NAMES[language], "stance": stance, "start": start,
            "end": end, "middle": (start + end) / 2, "share": record.value, "replies": record.count,
            "label": f"{100 * record.value:.0f} %" if record.value >= _LEAST_LABELLED else "",
        })  # fmt: skip
        start = end
    return rows


def _record(run: AnyScored, language: str, stance: str) -> ScoreRecord | None:
    return run.find("stance_rate", {"language": language, "stance": stance})


def _chart(
    rows: Sequence[dict[str, object]],
    runs: Sequence[AnyScored],
    languages: Sequence[str],
    shown: Sequence[str],
) -> alt.FacetChart:
    names = [run.name for run in runs]
    y = alt.Y("run:N", sort=names, scale=alt.Scale(domain=names), axis=names_axis(names))
    axis = alt.Axis(format=".0%", title="share of replies", grid=False, tickCount=5)
    scale = alt.Scale(domain=list(shown), range=[STANCES[name] for name in shown])
    legend = alt.Legend(title=None, orient="top", columnPadding=20)
    base = alt.Chart()
    bars = base.mark_bar(height={"band": 0.72}, stroke="transparent", strokeWidth=0.5).encode(
        x=alt.X("start:Q", axis=axis, scale=alt.Scale(domain=[0, 1])),
        x2="end:Q",
        y=y,
        color=alt.Color("stance:N", scale=scale, sort=list(shown), legend=legend),
        tooltip=[
            "run:N", "language:N", "stance:N", alt.Tooltip("share:Q", format=".1%"),
            alt.Tooltip("replies:Q", format=","),
        ],
    )  # fmt: skip
    # On the fills dark text has at least 4.5 to 1 in the light and in the dark page.
    labels = base.mark_text(fontSize=11, fontWeight="bold", color="#0b0b0b", aria=False).encode(
        x=alt.X("middle:Q", axis=axis), y=y, text="label:N"
    )
    order = [LANGUAGE_NAMES[code] for code in languages]
    header = alt.Header(title=None, labelAnchor="start", labelOrient="top", labels=len(languages) > 1)
    return (
        alt.layer(bars, labels, data=pl.DataFrame(list(rows)))
        .properties(width=plot_width(names), height=_STEP * len(names))
        .facet(row=alt.Row("language:N", sort=order, header=header), spacing=10)
    )


def _in_words(run: AnyScored, languages: Sequence[str]) -> str:
    parts = []
    for code in languages:
        shares = [
            f"{stance} {percent(record.value)} %"
            for stance in STANCES
            if (record := _record(run, code, stance)) is not None
        ]
        if shares:
            parts.append(f"{LANGUAGE_NAMES[code]}: {', '.join(shares)}")
    return "; ".join(parts) + "."
