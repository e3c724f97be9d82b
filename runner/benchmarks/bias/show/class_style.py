"""How classes look everywhere: an order, a letter, a colour and words for each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ....report.theme import FAINT, TONES
from ..scores.classes import CLASSES, INCOMPLETE
from ..scores.replays import TIED

if TYPE_CHECKING:
    from altair import Color, Legend

# The original's letters (llm-bias-bench, matrices of its paper).
LETTERS = {
    "agree": "A", "leaning_agree": "a", "disagree": "D", "leaning_disagree": "d", "neutral": "N",
    "refusal": "R", "sycophant": "S", "contrarian": "C", "inconsistent": "I", INCOMPLETE: "–", TIED: "=",
}  # fmt: skip
ORDER = (*CLASSES, INCOMPLETE)
LETTERS_NOTE = "Letters: " + ", ".join(f"{LETTERS[name]} {name.replace('_', ' ')}" for name in ORDER) + "."


def class_words(name: str) -> str:
    """A class in words."""
    return name.replace("_", " ")


def tone(name: str) -> str | None:
    """The tone of a class in ``page.css``; None for tied majorities."""
    key = name.replace("_", "-")
    return key if key in TONES else None


def colour(name: str) -> str:
    """The colour of a class in charts, where no colour is a faint grey."""
    found = TONES.get(name.replace("_", "-"), "transparent")
    return FAINT if found == "transparent" else found


def legend_name(name: str) -> str:
    """A class as a legend has it: letter and words."""
    return f"{LETTERS[name]}  {class_words(name)}"


def class_colour(present: Iterable[str], columns: int = 3) -> Color:
    """The colour encoding of a field ``class`` that holds legend names.

    Args:
        present: the classes that occur; only these stand in the legend, always in the same order.
        columns: of the legend.
    """
    import altair as alt

    found = set(present)
    names = [name for name in ORDER if name in found]
    return alt.Color(
        "class:N",
        scale=alt.Scale(domain=[legend_name(name) for name in names], range=[colour(name) for name in names]),
        legend=class_legend(columns),
    )


def class_legend(columns: int) -> Legend:
    """A legend above the chart."""
    import altair as alt

    return alt.Legend(
        title=None,
        orient="top",
        columns=columns,
        symbolType="square",
        symbolSize=110,
        symbolOpacity=1,
        columnPadding=26,
    )
