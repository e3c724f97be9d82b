"""The two ways in which picon puts parts together."""

from __future__ import annotations


def harmonic_mean(first: float | None, second: float | None) -> float | None:
    """Harmonic mean of two shares.

    0 as soon as one of them is 0, whatever the other would be; undefined where one is undefined otherwise.
    """
    if 0.0 in (first, second):
        return 0.0
    if first is None or second is None:
        return None
    return 2 * first * second / (first + second)


def triangle_area(internal: float | None, external: float | None, retest: float | None) -> float | None:
    """Area of the triangle on three axes 120 degrees apart, as a share of the largest one.

    (IC·EC + EC·RC + RC·IC) / 3. Undefined where one of the three is.
    """
    if internal is None or external is None or retest is None:
        return None
    return (internal * external + external * retest + retest * internal) / 3
