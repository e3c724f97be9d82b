"""How a figure is written, once for the terminal, the page and a paper."""

from __future__ import annotations

from collections.abc import Sequence

NONE = "–"


def percent(value: float | None) -> str:
    """A share in percent, without the sign; a dash where there is none."""
    return NONE if value is None else f"{100 * value:.1f}"


def listed(parts: Sequence[str]) -> str:
    """``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else "none"


def counted(count: int, plural: str) -> str:
    """``1 conversation``, ``228 conversations``; of several words the first is the one that is counted.

    Args:
        count: how many.
        plural: what they are called where they are several.
    """
    noun, space, rest = plural.partition(" ")
    if count == 1:
        noun = noun.removesuffix("s") if not noun.endswith("ies") else f"{noun[:-3]}y"
    return f"{count:,} {noun}{space}{rest}"


def clipped(name: str, longest: int) -> str:
    """A name that fits; of a longer one the middle is left out, for names mostly differ at their ends."""
    if len(name) <= longest:
        return name
    head = (longest - 1) // 2
    return f"{name[:head]}…{name[len(name) - (longest - 1 - head) :]}"
