"""p-values of several comparisons, corrected so that all of them together err as seldom as one would."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def holm(p_values: Mapping[Name, float]) -> dict[Name, float]:
    """Holm's step-down correction (1979, Scandinavian Journal of Statistics 6)."""
    if not p_values:
        return {}
    corrected: dict[Name, float] = {}
    largest = 0.0
    for rank, name in enumerate(sorted(p_values, key=lambda name: p_values[name])):
        largest = max(largest, (len(p_values) - rank) * p_values[name])
        corrected[name] = min(largest, 1.0)
    return {name: corrected[name] for name in p_values}
