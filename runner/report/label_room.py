"""How much room the names on an axis take.

Charts are laid out without the reader's fonts, some of which are wider than the layout's: room is kept for
the widest of them, or names would be cut or run into the chart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

# Pixels of a letter at the size of labels (12): a Latin one, and an East Asian one, which is a square.
LETTER, _WIDE_LETTER = 7.4, 12.5
_AROUND = 8


def label_room(labels: Sequence[str]) -> float:
    """Pixels that the longest of some labels may take."""
    return max((sum(map(_width, label)) for label in labels), default=0) + _AROUND


def _width(letter: str) -> float:
    return _WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER
