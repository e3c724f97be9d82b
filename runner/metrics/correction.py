"""p-values of several comparisons, corrected so that all of them together err as seldom as one would."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=Hashable)


def holm(p_values: Mapping[Name, float]) -> dict[Name, float]:
    """Holm's step-down correction (1979, Scandinavian Journal of Statistics 6)."""
    if not p_values:
        return {}
    from statsmodels.stats.multitest import multipletests

    corrected = multipletests(list(p_values.values()), method="holm")[1]
    return dict(zip(p_values, map(float, corrected), strict=True))
