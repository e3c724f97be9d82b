"""Axes that charts of sharp have in common."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import altair as alt

from ..label_room import LETTER
from ..label_room import label_room as room_of

CHART_WIDTH = 540
_FEWEST, _LABEL_LIMIT = 40, 250


def label_room(labels: Sequence[str]) -> int:
    """Pixels that the labels of a vertical axis are given."""
    return min(int(room_of(labels)), _LABEL_LIMIT)


def names_axis(labels: Sequence[str], **more: Any) -> alt.Axis:  # noqa: ANN401 - any property of an axis
    """The vertical axis of names, wide enough for all of them."""
    room = label_room(labels)
    return alt.Axis(
        title=None, ticks=False, domain=False, labelPadding=7, labelLimit=room, minExtent=room,
        labelOverlap=False, **more,
    )  # fmt: skip


def plot_width(labels: Sequence[str]) -> int:
    """What is left for the plot beside such an axis."""
    return max(CHART_WIDTH - label_room(labels) - 10, _FEWEST)


def signed_axis(title: str | None, *, whole: bool = False, **more: Any) -> alt.Axis:  # noqa: ANN401
    """An axis of scores with their signs, none for 0."""
    return alt.Axis(
        title=title, format="+d" if whole else "+.1f",
        labelExpr="datum.value == 0 ? '0' : datum.label", **more,
    )  # fmt: skip


def broken(name: str, width: int) -> str:
    """A name in lines that fit a width, broken after hyphens, slashes, underscores and spaces."""
    most = max(int(width / LETTER), 4)
    lines = [""]
    for piece in re.findall(r"[^-/_ ]*[-/_ ]?", name):
        if lines[-1] and len(lines[-1]) + len(piece) > most:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)
