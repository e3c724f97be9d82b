"""What conversations do from turn to turn, where every turn was judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import altair as alt
import polars as pl

from ....records.figures import listed, percent
from ....records.score import ScoreRecord
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, ORANGE, TONES
from ....statistics.intervals import share_interval
from ..metrics import BY_TURN, FIRST_TO_LAST, METRICS
from ..scores.classes import LABELS
from ..scores.trajectory import LabelledConversation
from ..settings import PERSONAS
from .format import interval, said, share_cells, spread
from .run_blocks import Drawing, Place, Row, blocks, panels
from .run_topics import ChartedRun

_DENOMINATORS = (
    "Two denominators: “per turn”, drawn, counts all conversations with a verdict at that turn; “complete” "
    "counts those with a verdict at every turn. Both stand in the table."
)


def by_turn(run: ChartedRun) -> bool:
    """Whether a run has trajectories."""
    return bool(run.conversations)


def turn_rates(runs: Sequence[ChartedRun]) -> Figure:
    """Rates by turn for each run and mode."""
    rows = [row for run in runs for row in _rate_rows(run)]

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        colour = alt.Color(
            "mode:N", scale=alt.Scale(domain=["direct", "indirect"], range=[BLUE, ORANGE]), legend=_legend()
        )
        shape = alt.Shape(
            "mode:N",
            scale=alt.Scale(domain=["direct", "indirect"], range=["circle", "diamond"]),
            legend=_legend(),
        )
        layers = _lines(colour, shape, shown=place.last).properties(width=146, height=110)
        return panels(
            layers, frame, [METRICS[metric].label for metric in BY_TURN], named=place.first, spacing=16
        )

    caption = (
        "Share of conversations at each turn, with 95 % intervals. On the user’s side: the verdict is the "
        "side of a user who has one; takes a side: the verdict is agree or disagree, the user being "
        "neutral; gives in for good: of those who could, the share that is on the user’s side from this "
        f"turn on and was not before. n = {spread(row['n'] for row in rows)} conversations. {_DENOMINATORS}"
    )
    return Figure(
        "turn-rates", "Rates by turn", caption, _described(runs), blocks(runs, rows, draw), _turn_table(runs)
    )


def turn_verdicts(run: ChartedRun, number: int) -> Figure:
    """The verdicts at each turn by persona and mode, of one run."""
    rows = [row for mode in run.modes for persona in PERSONAS for row in _verdict_rows(run, mode, persona)]
    order = [f"{persona} user" for persona in PERSONAS]
    colour = alt.Color(
        "verdict:N",
        scale=alt.Scale(domain=list(LABELS), range=[TONES[label] for label in LABELS]),
        legend=_legend(),
    )
    shape = alt.Shape(
        "verdict:N",
        scale=alt.Scale(domain=list(LABELS), range=["circle", "square", "diamond", "triangle-up"]),
        legend=_legend(),
    )
    charts = []
    for place, mode in enumerate(run.modes):
        frame = pl.DataFrame([row for row in rows if row["mode"] == mode])
        layers = _lines(colour, shape, shown=place == len(run.modes) - 1).properties(width=146, height=120)
        charts.append(panels(layers, frame, order, named=place == 0, spacing=16).properties(title=mode))
    caption = (
        "Share of conversations with each verdict at each turn, by the side the user takes; lines: 95 % "
        f"intervals (Wilson). n = {spread(row['n'] for row in rows)} conversations with a verdict at that "
        "turn and condition; the points of one turn stand side by side so that they do not hide each other."
    )
    key = f"turn-verdicts-{number}"
    return Figure(
        key, f"Verdicts by turn and persona: {run.name}", caption, _verdicts_described(run, rows),
        charts[0] if len(charts) == 1 else alt.vconcat(*charts, spacing=6),
        Table(
            key, f"Verdicts by turn and persona: {run.name}",
            ["mode", "user", "turn", "verdict", "%", "count of n", "95 % interval"],
            [
                [row["mode"], row["panel"], str(row["turn"]), row["verdict"], percent(row["value"]),
                 f"{row['count']} of {row['n']}", f"[{percent(row['low'])}, {percent(row['high'])}]"]
                for row in rows
            ],
            numeric=4,
        ),
    )  # fmt: skip


def drift_table(runs: Sequence[ChartedRun]) -> Table:
    """From first turn to last, by run and mode."""
    rows = [
        [run.name, mode, METRICS[metric].label, *share_cells(run.run.find(metric, {"mode": mode}))]
        for run in runs
        for mode in run.modes
        for metric in FIRST_TO_LAST
    ]
    return Table(
        "drift", "From first turn to last", ["run", "mode", "share of conversations", "%", "count of n",
        "95 % interval"],
        rows, numeric=3,
        note="n is the conversations with a verdict at every turn; in the last row of each mode those "
        "whose user takes a side.",
    )  # fmt: skip


def _legend() -> alt.Legend:
    return alt.Legend(title=None, orient="top", symbolSize=80, symbolOpacity=1)


def _lines(colour: alt.Color, shape: alt.Shape, *, shown: bool) -> Drawing:
    chart = alt.Chart()
    turns = alt.Axis(
        values=[1, 2, 3, 4, 5], format="d", title="turn" if shown else None, grid=False, labels=shown,
        ticks=shown,
        domain=True,
    )  # fmt: skip
    x = alt.X("x:Q", scale=alt.Scale(domain=[0.6, 5.4], nice=False), axis=turns)
    shares = alt.Axis(values=[0, 0.5, 1], format=".0%", domain=False, ticks=False)
    y = alt.Y("value:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=shares)
    bars = chart.mark_rule(opacity=0.5, strokeWidth=1.5, aria=False).encode(
        x=x, y=alt.Y("low:Q", title=None, axis=shares), y2="high:Q", color=colour
    )
    lines = chart.mark_line(strokeWidth=2, opacity=0.8, aria=False).encode(x=x, y=y, color=colour)
    points = chart.mark_point(size=42, opacity=1).encode(
        x=x, y=y, color=colour, shape=shape, description="what:N"
    )
    return bars + lines + points


def _turn_records(run: ChartedRun, metric: str, mode: str) -> Iterator[tuple[int, ScoreRecord]]:
    for record in run.run.records:
        if record.metric == metric and record.by.get("mode") == mode:
            yield int(record.by["turn"]), record


def _rate_rows(run: ChartedRun) -> Iterator[Row]:
    for place, mode in enumerate(run.modes):
        for metric in BY_TURN:
            for turn, record in _turn_records(run, metric, mode):
                if record.value is None or record.choices["denominator"] != _drawn(metric):
                    continue
                yield {
                    "run": run.name, "mode": mode, "panel": METRICS[metric].label, "turn": turn,
                    "x": turn + 0.14 * (place - 0.5) * (len(run.modes) - 1),
                    "value": record.value, "low": record.low, "high": record.high, "n": record.n,
                    "what": f"{run.name}, {mode}, turn {turn}; "
                    f"{METRICS[metric].label}: {said(record)}",
                }  # fmt: skip


def _drawn(metric: str) -> str:
    """The denominator of the lines; giving in is known of complete conversations only."""
    return "complete" if metric == "capitulation_rate" else "per_turn"


def _verdict_rows(run: ChartedRun, mode: str, persona: str) -> Iterator[Row]:
    found = [one for one in run.conversations if one.mode == mode and one.persona == persona]
    last = max((len(one.labels) for one in found), default=0)
    for turn in range(1, last + 1):
        labels = [label for one in found if (label := _label(one, turn)) is not None]
        for place, verdict in enumerate(LABELS):
            if not labels:
                continue
            count = labels.count(verdict)
            low, high = share_interval(count, len(labels))
            yield {
                "mode": mode, "panel": f"{persona} user", "turn": turn, "verdict": verdict,
                "x": turn + 0.13 * (place - 1.5), "value": count / len(labels), "low": low, "high": high,
                "count": count, "n": len(labels),
                "what": f"{mode}, {persona} user, turn {turn}; {verdict}: {count} of {len(labels)}; "
                f"95 % interval {percent(low)} to {percent(high)} %",
            }  # fmt: skip


def _label(conversation: LabelledConversation, turn: int) -> str | None:
    return conversation.labels[turn - 1] if turn <= len(conversation.labels) else None


def _described(runs: Sequence[ChartedRun]) -> str:
    sentences = []
    for run in runs:
        told = []
        for mode in run.modes:
            values = [
                record.value
                for _, record in _turn_records(run, "turn_sycophancy_rate", mode)
                if record.choices["denominator"] == "per_turn" and record.value is not None
            ]
            if values:
                told.append(f"{mode} from {percent(values[0])} to {percent(values[-1])} %")
        sentences.append(f"{run.name}: {listed(told)}.")
    return f"Lines by turn. On the user’s side, first turn to last: {' '.join(sentences)}"


def _verdicts_described(run: ChartedRun, rows: Sequence[Row]) -> str:
    sentences = []
    for mode in run.modes:
        told = []
        for persona in PERSONAS:
            of = [row for row in rows if row["mode"] == mode and row["panel"] == f"{persona} user"]
            last = [row for row in of if row["turn"] == max(one["turn"] for one in of)]
            if last:
                most = max(last, key=lambda row: row["value"])
                told.append(f"{persona} user {most['verdict']} {percent(most['value'])} %")
        sentences.append(f"{mode}: {listed(told)}")
    return f"Verdicts by turn of {run.name}. Most frequent at the last turn: {'; '.join(sentences)}."


def _turn_table(runs: Sequence[ChartedRun]) -> Table:
    rows = [
        [
            run.name, mode, METRICS[metric].label, str(turn), record.choices["denominator"].replace("_", " "),
            percent(record.value), f"{record.count} of {record.n}", interval(record),
        ]
        for run in runs
        for metric in BY_TURN
        for mode in run.modes
        for turn, record in _turn_records(run, metric, mode)
    ]  # fmt: skip
    return Table(
        "turn-rates", "Rates by turn",
        ["run", "mode", "rate", "turn", "denominator", "%", "count of n", "95 % interval"], rows, numeric=5,
    )  # fmt: skip
