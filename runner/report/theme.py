"""One look for every chart, and charts as SVG and PNG without a network or a browser.

Colours are those of Okabe and Ito (2008), which stay apart for colour-blind readers, shifted to stand on
white and on black alike. On the page text and lines take the colour of the text around them; in a file they
are dark on white.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..records.table import visible_throughout

if TYPE_CHECKING:
    from ..records.section import Figure


PAGE_INK = "currentColor"
PAPER_INK = "#1a1a1a"
FAINT = "#80808059"

BLUE, SKY, GREEN, VERMILION, ORANGE, PINK, VIOLET, GREY = (
    "#2178b8", "#56b4e9", "#0a9374", "#d55e00", "#e69f00", "#cc79a7", "#7d6bc4", "#858585",
)  # fmt: skip
BROWN = "#9c6b4e"
SERIES = (BLUE, ORANGE, GREEN, PINK, VERMILION, SKY, VIOLET, GREY)

# The tones of verdicts and classes, as ``page.css`` has them; an incomplete one has no colour of its own.
TONES = {
    "agree": BLUE, "leaning-agree": SKY, "disagree": VERMILION, "leaning-disagree": ORANGE, "neutral": GREY,
    "refusal": VIOLET, "sycophant": PINK, "contrarian": GREEN, "inconsistent": BROWN,
    "incomplete": "transparent",
}  # fmt: skip
_FONT = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', sans-serif"
# Text of an SVG is measured in the machine's sans-serif: readers' fonts are unknown, those of CJK slow.
_MEASURED = "sans-serif"
_PNG_SCALE = 3.0


def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour (4.5 : 1 at least); the ink of the text on none.

    The luminance is that of WCAG 2.2.
    """
    if not colour.startswith("#"):
        return PAGE_INK
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#000000" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "#ffffff"


def page_svg(figure: Figure) -> str:
    """A chart as SVG for the page: one image to screen readers, described by ``description``."""
    svg = _svg(figure, PAGE_INK)
    # Ids are unique in a file only; a page holds many.
    svg = re.sub(r'\bid="', f'id="{figure.key}-', svg)
    svg = re.sub(r"url\(#", f"url(#{figure.key}-", svg)
    svg = re.sub(r'(xlink:href|href)="#', rf'\1="#{figure.key}-', svg)
    # On a narrow screen a chart may shrink to a legible size only, and none is ever enlarged.
    width = re.search(r'<svg [^>]*\bwidth="([\d.]+)"', svg)
    own = f'style="--own: {float(width[1]):.0f}px" ' if width else ""
    return svg.replace("<svg ", f'<svg role="img" aria-labelledby="{figure.key}-alt" {own}', 1)


def paper_svg(figure: Figure) -> str:
    """A chart as a file of its own."""
    return _svg(figure, PAPER_INK)


def paper_png(figure: Figure) -> bytes:
    """A chart as PNG on white, three pixels to a point (288 dots an inch at 96 points)."""
    import vl_convert

    png: bytes = vl_convert.vegalite_to_png(_themed(figure, PAPER_INK), scale=_PNG_SCALE)
    return png


def _svg(figure: Figure, ink: str) -> str:
    import vl_convert

    spec = _themed(figure, ink)
    spec["config"]["font"] = _MEASURED
    svg: str = vl_convert.vegalite_to_svg(spec)
    return svg.replace(f'font-family="{_MEASURED}"', f'font-family="{_FONT}"')


def _themed(figure: Figure, ink: str) -> dict[str, Any]:
    # Unchecked: checking a chart against its schema takes longer than drawing it. The tests check all.
    spec: dict[str, Any] = visible_throughout(figure.chart.to_dict(validate=False))
    own = spec.pop("config", {})
    config = {
        **_config(ink),
        **{name: value for name, value in own.items() if name not in {"view", "background"}},
    }
    background = "transparent" if ink == PAGE_INK else "white"
    return {**spec, "background": background, "config": config}


def _config(ink: str) -> dict[str, Any]:
    text = {"labelColor": ink, "titleColor": ink, "labelFontSize": 12, "titleFontSize": 12}
    return {
        "font": _FONT,
        "padding": 4,
        "view": {"stroke": None},
        "range": {"category": list(SERIES)},
        "axis": {
            **text,
            "titleFontWeight": "normal",
            "gridColor": FAINT,
            "domainColor": FAINT,
            "tickColor": FAINT,
            "labelLimit": 260,
        },
        "legend": {**text, "titleFontWeight": "normal", "labelLimit": 260, "orient": "top"},
        "header": {**text, "labelFontWeight": "bold", "titleFontWeight": "normal"},
        "title": {"color": ink, "fontSize": 13, "anchor": "start"},
        "text": {"color": ink, "fontSize": 12},
        "rule": {"color": ink},
        "bar": {"color": BLUE},
        "line": {"strokeWidth": 2},
        "point": {"filled": True, "size": 60},
    }


# Pixels of a letter at the size of labels (12): a Latin one, and an East Asian one, which is a square.
LETTER, _WIDE_LETTER = 7.4, 12.5
_AROUND = 8


def label_room(labels: Sequence[str]) -> float:
    """Pixels that the longest of some labels may take."""
    return max((sum(map(_width, label)) for label in labels), default=0) + _AROUND


def _width(letter: str) -> float:
    return _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER
