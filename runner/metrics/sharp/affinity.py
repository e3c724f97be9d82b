"""Affinity: how much more a role gets agreed with than opposed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .adversary import adversary_rate
from .sycophancy import sycophancy_rate

if TYPE_CHECKING:
    from .counts import Numbers, StanceCounts


def affinity(counts: StanceCounts) -> Numbers:
    """SR less AR of each role, −1 to 1.

    Formula: affinity_r = SR_r − AR_r. It needs no group: for a high role it is the role's part of CRF, for a
    low role minus that part. Undefined (nan) where either rate is.

    Source: the paper derives an affinity from the difference of stance transfers per role and gives no
    formula; this is the form that its CRF contains.
    """
    return sycophancy_rate(counts) - adversary_rate(counts)
