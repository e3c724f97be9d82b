"""Intervals by drawing whole claims: replies to one claim are not independent of each other."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from .counts import StanceCounts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .counts import Numbers

LEVEL = 0.95
# An interval over resamples of which many are undefined says nothing.
_DEFINED = 0.95


def draw_claims(claims: int, samples: int, seed: int) -> Numbers:
    """How often each claim is drawn in each sample: samples × claims, each row summing to ``claims``."""
    import numpy as np

    generator = np.random.default_rng(seed)
    return generator.multinomial(claims, np.full(claims, 1 / claims), size=samples).astype(float)


def resampled(counts: StanceCounts, draws: Numbers) -> StanceCounts:
    """Counts of every sample: samples × roles.

    Args:
        counts: claims × roles.
        draws: as ``draw_claims`` gives them.
    """
    return StanceCounts(*(draws @ getattr(counts, field.name) for field in fields(counts)))


def percentile_interval(values: NDArray[np.float64]) -> tuple[float | None, float | None]:
    """The middle 95 % of resampled values (Efron 1979, percentile method).

    None where more than 5 % of the values are undefined (nan); fewer are left out.
    """
    import numpy as np

    defined = values[~np.isnan(values)]
    if not len(defined) or len(defined) < _DEFINED * len(values):
        return None, None
    low, high = np.quantile(defined, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
