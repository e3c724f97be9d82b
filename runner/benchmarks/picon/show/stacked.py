"""Stacked bars of counts, with the counts written on them and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl

from ....records.section import Figure
from ....records.table import Table
from ....report.theme import GREEN, GREY, ORANGE, SKY, VERMILION, VIOLET, label_room
from .format import short_names

if TYPE_CHECKING:
    from altair import FacetChart, LayerChart

_COLOURS = {
    "good": GREEN,
    "leaning-agree": SKY,
    "leaning-disagree": ORANGE,
    "neutral": GREY,
    "bad": VERMILION,
    "refusal": VIOLET,
}
# Narrower pieces than this share of the longest bar have no room for their number.
_ROOM = 0.035
# Every colour of a bar is light enough for it, on a light page and on a dark one.
_ON_BARS = "#111111"


@dataclass(frozen=True)
class Part:
    """What a piece of a bar stands for, and the tone of its colour."""

    words: str
    tone: str


@dataclass(frozen=True)
class Bar:
    """A bar.

    Attributes:
        run: whose.
        of: which of the run's bars.
        counts: one per part.
    """

    run: str
    of: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """All pieces together."""
        return sum(self.counts)


def stacked_bars(key: str, title: str, caption: str, parts: Sequence[Part], bars: Sequence[Bar]) -> Figure:
    """Horizontal bars of counts; parts that no bar has are left out.

    Args:
        key: of the figure.
        title: of it.
        caption: how to read it.
        parts: in order.
        bars: in order.
    """
    kept = [place for place in range(len(parts)) if any(bar.counts[place] for bar in bars)]
    table = Table(
        f"{key}-counts",
        title,
        ["run", "", *(parts[place].words for place in kept), "all"],
        [[bar.run, bar.of, *(str(bar.counts[place]) for place in kept), str(bar.total)] for bar in bars],
        numeric=2,
    )
    told = [
        f"{bar.run}, {bar.of}: "
        + (
            ", ".join(f"{bar.counts[place]} {parts[place].words}" for place in kept if bar.counts[place])
            or "none"
        )
        for bar in bars
    ]
    description = f"Stacked bars. {'; '.join(told)}."
    return Figure(
        key, title, caption, description, _chart([parts[place] for place in kept], kept, bars), table
    )


def _chart(parts: Sequence[Part], kept: Sequence[int], bars: Sequence[Bar]) -> LayerChart | FacetChart:
    longest = max((bar.total for bar in bars), default=0) or 1
    several = len({bar.of for bar in bars}) > 1
    names = short_names(list(dict.fromkeys(bar.run for bar in bars)))
    labels = {bar: f"{names[bar.run]}, {bar.of}" if several else names[bar.run] for bar in bars}
    rows = [row for bar in bars for row in _pieces(bar, labels[bar], parts, kept, longest)]
    words = [part.words for part in parts]
    colours = alt.Scale(domain=words, range=[_COLOURS[part.tone] for part in parts])
    base = alt.Chart(pl.DataFrame(rows, infer_schema_length=None)).encode(
        x=alt.X(
            "begin:Q",
            title="count",
            scale=alt.Scale(domain=[0, longest]),
            axis=alt.Axis(tickCount=min(longest, 8), format="d"),
        ),
        y=alt.Y(
            "label:N",
            title=None,
            sort=list(labels.values()),
            axis=alt.Axis(minExtent=label_room([*labels.values()])),
        ),
        description="tip:N",
    )
    pieces = base.transform_filter("datum.end > datum.begin").mark_bar(size=20)
    legend = alt.Color(
        "part:N", title=None, sort=words, scale=colours, legend=alt.Legend(columns=3, columnPadding=20)
    )
    inside = base.transform_filter("datum.end > datum.begin").mark_text(color=_ON_BARS, fontSize=11)
    empty = base.transform_filter("datum.end == datum.begin").mark_text(
        align="left", dx=4, fontStyle="italic"
    )
    layers = alt.layer(
        pieces.encode(x2="end:Q", color=legend),
        inside.encode(x="middle:Q", text="text:N"),
        empty.encode(text="text:N"),
    )
    return layers.properties(width=320, height=alt.Step(26))


def _pieces(
    bar: Bar, label: str, parts: Sequence[Part], kept: Sequence[int], longest: int
) -> Iterator[dict[str, Any]]:
    """A row for each piece of a bar; for an empty bar one that says so."""
    begin = 0
    for place, part in zip(kept, parts, strict=True):
        if count := bar.counts[place]:
            yield {
                "label": label, "part": part.words, "begin": begin, "end": begin + count,
                "middle": begin + count / 2, "text": str(count) if count / longest >= _ROOM else "",
                "tip": f"{bar.run}, {bar.of}; {part.words}: {count} of {bar.total}",
            }  # fmt: skip
            begin += count
    if not begin:
        yield {
            "label": label, "part": parts[0].words, "begin": 0, "end": 0, "middle": 0.0, "text": "none",
            "tip": f"{bar.run}, {bar.of}: none",
        }  # fmt: skip
