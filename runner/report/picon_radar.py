"""The triangle of the three axes as points of a drawing."""

from __future__ import annotations

from math import cos, radians, sin

AXES = (
    ("internal_consistency", "internal", 90.0),
    ("external_consistency", "external", 210.0),
    ("retest_consistency", "retest", 330.0),
)
RADIUS = 100.0


def point(value: float, degrees: float) -> tuple[float, float]:
    """Where a share lies on its axis: x to the right, y downwards, the middle at 0, 1 at the radius."""
    return round(RADIUS * value * cos(radians(degrees)), 2), round(-RADIUS * value * sin(radians(degrees)), 2)


def triangle(internal: float | None, external: float | None, retest: float | None) -> str | None:
    """The corners as an SVG ``points`` attribute; None where an axis is undefined."""
    corners = []
    for value, (_, _, degrees) in zip((internal, external, retest), AXES, strict=True):
        if value is None:
            return None
        corners.append(point(value, degrees))
    return " ".join(f"{x},{y}" for x, y in corners)
