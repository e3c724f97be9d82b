"""Mirror scores: how far each topic's stance follows the user's, in degrees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

import altair as alt
import polars as pl

from ....records.figures import NONE, clipped, listed, percent
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE
from .format import count_of, signed, signed_interval, spread
from .run_blocks import Drawing, Place, Row, blocks, lanes, mode_lanes, panels
from .run_topics import ChartedRun, all_bands, all_modes, all_topics

_ALL = "all topics"
_SCALE = "1 says what the user says, 0 does not move, −1 contradicts"
_TICKS = (-1, 0, 1)
# Between panels: the last number of one stands beside the first of the next.
_GAP = 30
_SIGNED = "(datum.value > 0 ? '+' : datum.value < 0 ? '\u2212' : '') + abs(datum.value)"


def mirror_bands(runs: Sequence[ChartedRun]) -> Figure:
    """For each run and mode: every topic as a dot, and the mean with its interval, by band."""
    bands = [_ALL, *all_bands(runs)]
    rows = [
        row for run in runs for mode in run.modes for band in bands for row in _band_rows(run, mode, band)
    ]
    width = 500 // len(bands) - _GAP if len(bands) > 1 else 400

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        chart = alt.Chart()
        where = _mirror_x(shown=place.last)
        most = max(row["size"] for row in rows)
        dots = (
            chart.transform_filter(alt.datum.kind == "topics")
            .mark_point(filled=True, opacity=0.28, color=BLUE)
            .encode(
                x=where, y=mode_lanes(), description="what:N",
                size=alt.Size("size:Q", scale=alt.Scale(domain=[1, max(most, 2)], range=[22, 330]),
                legend=None),
            )
        )  # fmt: skip
        means = chart.transform_filter(alt.datum.kind == "mean")
        lines = means.mark_rule(strokeWidth=2.5, aria=False).encode(
            x=_mirror_x("low:Q", shown=place.last), x2="high:Q", y=mode_lanes()
        )
        ticks = means.mark_tick(thickness=3, size=15).encode(
            x=where, y=mode_lanes(), color=alt.value("currentColor"), description="what:N"
        )
        layers = (dots + lines + ticks).properties(width=width, height=alt.Step(24))
        return panels(layers, frame, bands, named=place.first, spacing=_GAP)

    caption = (
        f"Mirror score: {_SCALE}. Dots: topics, larger where several have the same score; upright stroke: "
        f"their mean; line: its 95 % interval, bootstrapped over topics (n = {_topics(runs)} topics). A "
        "refusal stands in the middle; only topics with all three personas' verdicts count."
    )
    return Figure(
        "mirror-bands", "Mirror score by kind of question", caption, _described(runs),
        blocks(runs, rows, draw), _band_table(runs, bands),
    )  # fmt: skip


def mirror_topics(runs: Sequence[ChartedRun]) -> Figure:
    """For each topic the mean over the runs, direct and indirect joined by a line."""
    means = {
        (topic, mode): fmean(scores)
        for topic in all_topics(runs)
        for mode in all_modes(runs)
        if (scores := [run.mirrors[topic, mode] for run in runs if (topic, mode) in run.mirrors])
    }
    rows, order = _topic_rows(runs, means)
    frame = pl.DataFrame(rows)
    bands = [band for band in (*all_bands(runs), "") if band in set(frame["band"])]
    shapes = alt.Shape(
        "mode:N", scale=alt.Scale(domain=["direct", "indirect"], range=["circle", "diamond"]),
        legend=alt.Legend(title=None, orient="top", symbolFillColor="transparent", symbolStrokeColor=BLUE,
        symbolSize=80),
    )  # fmt: skip
    charts = []
    for place, band in enumerate(bands):
        chart = alt.Chart(frame.filter(band=band))
        y = lanes("label:N", order)
        where = _mirror_x(shown=place == len(bands) - 1, title="mirror score", ticks=(-1, -0.5, 0, 0.5, 1))
        joined = chart.mark_line(strokeWidth=1.5, opacity=0.5, color=BLUE, aria=False).encode(
            x=where, y=y, detail="label:N"
        )
        direct = alt.datum.mode == "direct"
        points = chart.mark_point(filled=False, fill=BLUE, stroke=BLUE, strokeWidth=1.6, opacity=1).encode(
            x=where, y=y, shape=shapes, description="what:N",
            fillOpacity=alt.condition(direct, alt.value(0), alt.value(1)),
            size=alt.condition(direct, alt.value(100), alt.value(34)),
        )  # fmt: skip
        titled = (joined + points).properties(width=300, height=alt.Step(17))
        charts.append(titled.properties(title=band) if band else titled)
    caption = (
        f"Mirror score: {_SCALE}. Open circle: direct mode; diamond: indirect{_over(runs)}; a line joins the "
        "two of a topic. Topics by kind of question, from most to least mirrored. No interval: a run has one "
        "score per "
        f"topic{'' if max(run.repeats for run in runs) == 1 else ', the mean over its repeats'}; the figure "
        "above gives means with intervals."
    )
    return Figure(
        "mirror-topics", "Mirror score of each topic", caption, _topics_described(runs, means),
        charts[0] if len(charts) == 1 else alt.vconcat(*charts, spacing=8), _topic_table(runs),
    )  # fmt: skip


def _mirror_x(
    field: str = "value:Q", *, shown: bool, title: str | None = None, ticks: Sequence[float] = _TICKS
) -> alt.X:
    axis = alt.Axis(
        values=list(ticks), labelExpr=_SIGNED, title=title if shown else None, labels=shown, ticks=shown,
        domain=False,
        grid=True,
    )  # fmt: skip
    return alt.X(field, scale=alt.Scale(domain=[-1.08, 1.08], nice=False), axis=axis)


def _topics(runs: Sequence[ChartedRun]) -> str:
    return spread(sum(in_mode == mode for _, in_mode in run.mirrors) for run in runs for mode in run.modes)


def _over(runs: Sequence[ChartedRun]) -> str:
    return "" if len(runs) == 1 else f"; each the mean over the {len(runs)} runs (those that played it)"


def _band_rows(run: ChartedRun, mode: str, band: str) -> Iterator[Row]:
    scores = [
        score
        for (topic, in_mode), score in run.mirrors.items()
        if in_mode == mode and band in (_ALL, run.topics[topic].band)
    ]
    base = {"run": run.name, "mode": mode, "panel": band}
    for value, count in sorted(Counter(round(score, 3) for score in scores).items()):
        what = f"{run.name}, {mode}, {band}; mirror score {signed(value)}: {count} topics"
        yield {
            **base,
            "kind": "topics",
            "value": value,
            "low": value,
            "high": value,
            "size": count,
            "what": what,
        }
    record = run.run.find("mirror_score", {"mode": mode} | ({} if band == _ALL else {"band": band}))
    if record is not None and record.value is not None:
        low = record.value if record.low is None else record.low
        high = record.value if record.high is None else record.high
        ends = signed_interval(record)
        what = f"{run.name}, {mode}, {band}; mean {signed(record.value)} {ends}; n = {record.n}"
        yield {
            **base,
            "kind": "mean",
            "value": record.value,
            "low": low,
            "high": high,
            "size": 1,
            "what": what,
        }


def _described(runs: Sequence[ChartedRun]) -> str:
    sentences = []
    for run in runs:
        told = [
            f"{mode} {signed(record.value)}"
            for mode in run.modes
            if (record := run.run.find("mirror_score", {"mode": mode})) and record.value is not None
        ]
        sentences.append(f"{run.name}: {listed(told)}.")
    return f"Mirror scores of topics with means, {_SCALE}. Means: {' '.join(sentences)}"


def _topic_rows(
    runs: Sequence[ChartedRun], means: dict[tuple[str, str], float]
) -> tuple[list[Row], list[str]]:
    topics = all_topics(runs)
    level = {topic: [score for (of, _), score in means.items() if of == topic] for topic in topics}
    ordered = sorted((topic for topic in topics if level[topic]), key=lambda topic: -fmean(level[topic]))
    # Labels are unique in a release, but two may look alike once clipped.
    labels = {topic: clipped(topics[topic].label, 34) for topic in ordered}
    rows = [
        {
            "label": labels[topic], "band": topics[topic].band, "mode": mode, "value": score,
            "what": f"{topics[topic].label}, {mode}; mirror score {signed(score)}",
        }
        for (topic, mode), score in means.items()
    ]  # fmt: skip
    return rows, [labels[topic] for topic in ordered]


def _topics_described(runs: Sequence[ChartedRun], means: dict[tuple[str, str], float]) -> str:
    topics, sentences = all_topics(runs), []
    for mode in all_modes(runs):
        scores = {topic: score for (topic, in_mode), score in means.items() if in_mode == mode}
        if not scores:
            continue
        most, least = max(scores, key=scores.__getitem__), min(scores, key=scores.__getitem__)
        sentences.append(
            f"{mode}: from {signed(scores[most])} ({topics[most].label}) to {signed(scores[least])} "
            f"({topics[least].label})"
        )
    return f"Mirror score of each topic{_over(runs)}. {'; '.join(sentences)}."


def _band_table(runs: Sequence[ChartedRun], bands: Sequence[str]) -> Table:
    rows = []
    for run in runs:
        for mode in run.modes:
            for band in bands:
                by = {"mode": mode} | ({} if band == _ALL else {"band": band})
                mean, half = run.run.find("mirror_score", by), run.run.find("half_mirror_rate", by)
                if mean is None:
                    continue
                halves = [NONE, NONE] if half is None else [percent(half.value), count_of(half)]
                rows.append(
                    [run.name, mode, band, signed(mean.value), signed_interval(mean), str(mean.n), *halves]
                )
    return Table(
        "mirror-bands", "Mean mirror score by kind of question",
        ["run", "mode", "band", "mean", "95 % interval", "n", "% moving half-way", "count of n"], rows,
        numeric=3,
        note="Half-way: the topic follows one user and not the other, as leaning classes do too.",
    )  # fmt: skip


def _topic_table(runs: Sequence[ChartedRun]) -> Table:
    columns = [(run, mode) for run in runs for mode in run.modes]
    rows = [
        [
            facts.label,
            facts.band or NONE,
            *(signed(run.mirrors.get((topic, mode))) for run, mode in columns),
        ]
        for topic, facts in all_topics(runs).items()
    ]
    heads = [mode if len(runs) == 1 else f"{run.name} {mode}" for run, mode in columns]
    return Table("mirror-topics", "Mirror score of each topic", ["topic", "band", *heads], rows, numeric=2)
