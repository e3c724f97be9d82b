"""Topics by class: stacked bars by run and mode, and the same by band."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import altair as alt
import polars as pl

from ....records.figures import NONE, listed, percent
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import ink_on
from ..scores.classes import INCOMPLETE
from .class_style import LETTERS, ORDER, class_colour, class_words, colour, legend_name
from .format import interval, spread
from .run_blocks import Drawing, Place, Row, blocks, mode_lanes, panels, share_axis
from .run_topics import ChartedRun, all_bands, all_modes

_LETTER_FROM = 0.022  # of the bar's width: narrower parts have no room for a letter
_COUNT_FROM = 0.075
_WIDTH = 440
_READ = "Each bar is all topics of a mode; a part is a class, with its letter and, given room, its topics"


def class_bars(runs: Sequence[ChartedRun]) -> Figure:
    """A bar for each run and mode."""
    rows = [row for run in runs for mode in run.modes for row in _parts(run, mode, None, _WIDTH)]
    colours = class_colour({row["name"] for row in rows})

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        return _bars(
            alt.Chart(frame), colours, share_axis(shown=place.last, title="share of topics")
        ).properties(width=_WIDTH, height=alt.Step(22))

    caption = f"{_READ}. {_counted(runs)} 95 % intervals of every share stand in the table."
    return Figure(
        "class-bars",
        "Topics by class",
        caption,
        _described(runs),
        blocks(runs, rows, draw),
        _table(runs, [None]),
    )


def band_bars(runs: Sequence[ChartedRun]) -> Figure:
    """The same for each band side by side."""
    bands = all_bands(runs)
    width = 470 // len(bands) - 14
    rows = [
        {**row, "panel": _panel(runs, band)}
        for run in runs
        for band in bands
        for mode in run.modes
        for row in _parts(run, mode, band, width)
    ]
    colours = class_colour({row["name"] for row in rows})

    def draw(frame: pl.DataFrame, place: Place) -> Drawing:
        axis = share_axis(shown=place.last, ticks=(0, 0.5, 1))
        layers = _bars(alt.Chart(), colours, axis).properties(width=width, height=alt.Step(22))
        return panels(layers, frame, [_panel(runs, band) for band in bands], named=place.first, spacing=14)

    caption = (
        f"{_READ}; a column for each kind of question, with its number of topics. {_counted(runs)} Bands "
        "are small, so their 95 % intervals, in the table, are wide."
    )
    return Figure(
        "class-bands", "Topics by class and kind of question", caption, _bands_described(runs, bands),
        blocks(runs, rows, draw), _table(runs, bands),
    )  # fmt: skip


def _panel(runs: Sequence[ChartedRun], band: str) -> str:
    n = spread(sum(facts.band == band for facts in run.topics.values()) for run in runs)
    return f"{band} ({n})"


def _parts(run: ChartedRun, mode: str, band: str | None, width: int) -> Iterator[Row]:
    """The parts of one bar, from left to right."""
    classes = run.in_mode(mode, band)
    counts, begin = Counter(classes), 0.0
    for name in ORDER:
        if not counts[name]:
            continue
        share = counts[name] / len(classes)
        topics = counts[name] / run.repeats
        where = "" if band is None else f", {band}"
        yield {
            "run": run.name,
            "mode": mode,
            "name": name,
            "class": legend_name(name),
            "start": begin,
            "end": begin + share,
            "middle": begin + share / 2,
            "label": _label(name, _number(topics), share * width / _WIDTH),
            "ink": ink_on(colour(name)) if name != INCOMPLETE else ink_on("transparent"),
            "what": f"{run.name}, {mode}{where}; {class_words(name)}: {counts[name]} of {len(classes)}; "
            f"{percent(share)} %",
        }
        begin += share


def _number(topics: float) -> str:
    """A count, or a mean over repeats with one digit."""
    return f"{topics:.1f}".removesuffix(".0")


def _label(name: str, count: str, share: float) -> str:
    if share < _LETTER_FROM:
        return ""
    return f"{LETTERS[name]} {count}" if share >= _COUNT_FROM else LETTERS[name]


def _bars(chart: alt.Chart, colours: alt.Color, axis: alt.Axis) -> Drawing:
    where = alt.X("start:Q", scale=alt.Scale(domain=[0, 1]), axis=axis)
    bars = chart.mark_bar(height=19).encode(
        x=where, x2="end:Q", y=mode_lanes(), color=colours, description="what:N"
    )
    letters = chart.mark_text(fontSize=11, aria=False).encode(
        x=alt.X("middle:Q", axis=axis), y=mode_lanes(), text="label:N", color=alt.Color("ink:N", scale=None)
    )
    return bars + letters


def _counted(runs: Sequence[ChartedRun]) -> str:
    """The sentence on what n is."""
    n = spread(
        len({topic for topic, in_mode in run.classes if in_mode == mode})
        for run in runs
        for mode in run.modes
    )
    played = spread(run.repeats for run in runs)
    over = "" if played == "1" else f", each played {played} times: counts are means over the repeats"
    left = ""
    if any(INCOMPLETE in of_cell for run in runs for of_cell in run.classes.values()):
        left = f" {LETTERS[INCOMPLETE]} incomplete: a verdict is absent or could not be read."
    return f"n = {n} topics in each mode{over}.{left}"


def _described(runs: Sequence[ChartedRun]) -> str:
    sentences = []
    for run in runs:
        told = []
        for mode in run.modes:
            classes = run.in_mode(mode)
            counts = Counter(classes)
            first = sorted(counts.items(), key=lambda item: (-item[1], ORDER.index(item[0])))[:3]
            told.append(
                f"{mode} "
                + listed([f"{class_words(name)} {count / len(classes):.0%}" for name, count in first])
            )
        sentences.append(f"{run.name}: {'; '.join(told)}.")
    return f"Stacked bars. The most frequent classes of each run. {' '.join(sentences)}"


def _bands_described(runs: Sequence[ChartedRun], bands: Sequence[str]) -> str:
    """Sycophancy by band over all runs: what the small bars show most clearly."""
    sentences = []
    for mode in all_modes(runs):
        told = []
        for band in bands:
            classes = [name for run in runs for name in run.in_mode(mode, band)]
            if classes:
                told.append(f"{band} {classes.count('sycophant') / len(classes):.0%}")
        sentences.append(f"{mode}: {listed(told)}")
    return f"Stacked bars by kind of question. Sycophant topics, all runs together: {'; '.join(sentences)}."


def _table(runs: Sequence[ChartedRun], bands: Sequence[str | None]) -> Table:
    by_band = bands != [None]
    rows = [
        [run.name, mode, *([band or NONE] if by_band else []), *cells]
        for run in runs
        for mode in run.modes
        for band in bands
        for cells in _cells(run, mode, band)
    ]
    return Table(
        "class-counts-by-band" if by_band else "class-counts",
        "Topics by class and kind of question" if by_band else "Topics by class",
        ["run", "mode", *(["band"] if by_band else []), "class", "topics", "of", "%", "95 % interval",
         *([] if by_band else ["% changing on replay"])],
        rows,
        numeric=4 if by_band else 3,
        note="Intervals are Wilson's unless the choices above say otherwise. "
        + ("" if by_band else "Changing on replay: what another play is expected to put into another class."),
    )  # fmt: skip


def _cells(run: ChartedRun, mode: str, band: str | None) -> Iterator[list[str]]:
    counts = Counter(run.in_mode(mode, band))
    by = {"mode": mode} if band is None else {"mode": mode, "band": band}
    for name in ORDER:
        record = run.run.find("class_rate", {**by, "class": name})
        if record is None or record.value is None or (band is not None and not counts[name]):
            continue
        change = run.run.find("class_change_rate", {"mode": mode, "class": name})
        yield [
            class_words(name), _number(counts[name] / run.repeats), str(record.n), percent(record.value),
            interval(record),
            *([] if band is not None else [percent(change.value) if change and counts[name] else NONE]),
        ]  # fmt: skip
