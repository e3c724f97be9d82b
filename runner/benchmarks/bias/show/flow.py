"""Where topics go from direct to indirect mode: a band for every pair of classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

import altair as alt
import polars as pl

from ....records.figures import clipped, listed
from ....records.section import Figure
from ....records.table import Table
from .class_style import LETTERS, LETTERS_NOTE, ORDER, class_colour, class_words, legend_name
from .run_blocks import Drawing, Row
from .run_topics import ChartedRun

Flows = Mapping[tuple[str, str], int]
_HEIGHT = 190
_NODE = 0.05  # width of a node; bands run from one node's edge to the other's, the whole being 1
_LABEL_ROOM = 12.5  # pixels between the middles of two labels
_STEPS = 16


def flow_figure(runs: Sequence[ChartedRun]) -> Figure:
    """For each run, the classes of its topics in direct mode flowing into those in indirect mode."""
    flows = {run.name: flows_of(run) for run in runs}
    flows = {name: found for name, found in flows.items() if found}
    columns = 2 if len(flows) <= 4 else 3
    width = 400 if len(flows) == 1 else 530 // columns - 26
    colours = class_colour({name for found in flows.values() for pair in found for name in pair})
    charts = [_alluvial(name, found, width, colours) for name, found in flows.items()]
    chart = (
        charts[0] if len(charts) == 1 else alt.concat(*charts, columns=columns, spacing=26, bounds="flush")
    )
    plays = " (each play of a topic counts)" if any(run.repeats > 1 for run in runs) else ""
    caption = (
        "Left: classes in direct mode; right: the same topics in indirect mode; letters with the number of "
        "topics. A band is as high as the number of topics that go from one class to the other, coloured "
        "by the direct class. Topics that are incomplete in a mode, or played in one only, are left out: "
        f"{listed([f'{name} n = {sum(found.values())}' for name, found in flows.items()])}{plays}. "
        f"{LETTERS_NOTE}"
    )
    return Figure("mode-flow", "From direct to indirect", caption, _described(flows), chart, _table(flows))


def flows_of(run: ChartedRun) -> Flows:
    """(direct class, indirect class) to topics; where a topic was repeated, each play counts."""
    pairs = Counter[tuple[str, str]]()
    for (topic, mode), direct in run.classes.items():
        if mode == "direct":
            both = zip(direct, run.classes.get((topic, "indirect"), ()), strict=False)
            pairs.update(pair for pair in both if "incomplete" not in pair)
    return dict(sorted(pairs.items(), key=lambda item: [ORDER.index(name) for name in item[0]]))


def _alluvial(run: str, flows: Flows, width: int, colours: alt.Color) -> Drawing:
    sides = {side: _stack(flows, side) for side in (0, 1)}
    x = alt.X("x:Q", scale=alt.Scale(domain=[-0.17, 1.17], nice=False, zero=False), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[_HEIGHT, 0], nice=False, zero=False), axis=None)
    bands = (
        alt.Chart(pl.DataFrame(_bands(run, flows, sides)))
        .mark_area(opacity=0.42)
        .encode(x=x, y=y, y2="y2:Q", detail="pair:N", color=colours, description="what:N")
    )
    nodes = pl.DataFrame([row for side, stack in sides.items() for row in _nodes(run, stack, side)])
    bars = (
        alt.Chart(nodes)
        .mark_rect(opacity=1)
        .encode(x=x, x2="x2:Q", y=y, y2="y2:Q", color=colours, description="what:N")
    )
    labels = [
        alt.Chart(nodes.filter(side=side))
        .mark_text(align="right" if side == 0 else "left", fontSize=11, aria=False)
        .encode(x=alt.X("at:Q"), y=alt.Y("label_y:Q"), text="label:N")
        for side in (0, 1)
    ]
    return alt.layer(bands, bars, *labels).properties(
        width=width, height=_HEIGHT, title=alt.Title(clipped(run, round(width / 8.8)), offset=2)
    )


def _stack(flows: Flows, side: int) -> dict[str, tuple[float, float, int]]:
    """Class to top, bottom and topics on one side."""
    total = sum(flows.values())
    stack, top = {}, 0.0
    for name in ORDER:
        topics = sum(count for pair, count in flows.items() if pair[side] == name)
        if topics:
            bottom = top + topics / total * _HEIGHT
            stack[name] = top, bottom, topics
            top = bottom
    return stack


def _nodes(run: str, stack: Mapping[str, tuple[float, float, int]], side: int) -> list[Row]:
    labels = spaced([(top + bottom) / 2 for top, bottom, _ in stack.values()], _LABEL_ROOM, _HEIGHT)
    mode = ("direct", "indirect")[side]
    return [
        {
            "side": side,
            "class": legend_name(name),
            "x": 0.0 if side == 0 else 1 - _NODE,
            "x2": _NODE if side == 0 else 1.0,
            "y": top,
            "y2": bottom,
            "at": -0.02 if side == 0 else 1.02,
            "label_y": label_y,
            "label": f"{LETTERS[name]} {topics}",
            "what": f"{run}, {mode}; {class_words(name)}: {topics}",
        }
        for (name, (top, bottom, topics)), label_y in zip(stack.items(), labels, strict=True)
    ]


def spaced(places: Sequence[float], room: float, height: float) -> list[float]:
    """Ascending places moved apart until no two are nearer than ``room``, within 0 to ``height``."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + room if moved else room / 2))
    limit = height - room / 2
    for at in range(len(moved) - 1, -1, -1):
        moved[at] = min(moved[at], limit)
        limit = moved[at] - room
    return moved


def _bands(run: str, flows: Flows, sides: Mapping[int, Mapping[str, tuple[float, float, int]]]) -> list[Row]:
    """The outline of every band: an S between the two nodes."""
    total = sum(flows.values())
    left = {name: top for name, (top, _, _) in sides[0].items()}
    right = {name: top for name, (top, _, _) in sides[1].items()}
    rows: list[dict[str, Any]] = []
    for (direct, indirect), count in flows.items():
        high = count / total * _HEIGHT
        for step in range(_STEPS + 1):
            share = step / _STEPS
            bend = _bend(share)
            y = left[direct] + (right[indirect] - left[direct]) * bend
            rows.append(
                {
                    "pair": f"{direct} {indirect}",
                    "class": legend_name(direct),
                    "x": _NODE + (1 - 2 * _NODE) * share,
                    "y": y,
                    "y2": y + high,
                    "what": f"{run}; direct {class_words(direct)}, indirect {class_words(indirect)}: {count}",
                }
            )
        left[direct] += high
        right[indirect] += high
    return rows


def _bend(share: float) -> float:
    """A logistic curve from exactly 0 to exactly 1."""
    low, high, here = (1 / (1 + exp(-10 * (at - 0.5))) for at in (0.0, 1.0, share))
    return (here - low) / (high - low)


def _described(flows: Mapping[str, Flows]) -> str:
    sentences = []
    for run, found in flows.items():
        total = sum(found.values())
        same = sum(count for (direct, indirect), count in found.items() if direct == indirect)
        moved = {pair: count for pair, count in found.items() if pair[0] != pair[1]}
        most = ""
        if moved:
            pair = max(moved, key=moved.__getitem__)
            most = f"; most often from {class_words(pair[0])} to {class_words(pair[1])} ({moved[pair]})"
        sentences.append(f"{run}: {total - same} of {total} topics change class{most}.")
    return f"Flows of topics between the classes of the two modes. {' '.join(sentences)}"


def _table(flows: Mapping[str, Flows]) -> Table:
    rows = [
        [run, class_words(direct), class_words(indirect), str(count), str(sum(found.values()))]
        for run, found in flows.items()
        for (direct, indirect), count in found.items()
    ]
    return Table(
        "mode-flow", "Topics by direct and indirect class", ["run", "direct", "indirect", "topics", "of"],
        rows,
        numeric=3,
    )  # fmt: skip
