"""CRF, character relationship fidelity, as published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .counts import Numbers


@dataclass(frozen=True)
class Weights:
    """Weights of a role: (+1, −1) for high intimacy, (−1, +1) for low, (0, 0) for ungrouped."""

    sycophancy: int
    adversary: int


HIGH, LOW, UNGROUPED = Weights(1, -1), Weights(-1, 1), Weights(0, 0)


def fidelity(sycophancy: Numbers, adversary: Numbers, weights: Sequence[Weights]) -> Numbers:
    """CRF: the weighted rates summed over roles.

    Formula: CRF = Σ_r (w1_r · SR_r + w2_r · AR_r). Roles of weight 0 do not take part. Undefined (nan) where
    a rate of a role that takes part is: a role that was not played is not a role that scored 0.

    Args:
        sycophancy: SR with roles along the last axis.
        adversary: AR likewise.
        weights: of each role.

    Source: SHARP (arXiv 2411.07965).
    """
    import numpy as np

    part = [index for index, weight in enumerate(weights) if weight != UNGROUPED]
    first = np.array([weights[index].sycophancy for index in part], dtype=float)
    second = np.array([weights[index].adversary for index in part], dtype=float)
    if not part:
        return np.full(np.asarray(sycophancy).shape[:-1], np.nan)
    return np.asarray(
        (np.asarray(sycophancy)[..., part] * first + np.asarray(adversary)[..., part] * second).sum(axis=-1)
    )


def normalised_fidelity(sycophancy: Numbers, adversary: Numbers, weights: Sequence[Weights]) -> Numbers:
    """CRF by role, −1 to 1.

    Formula: CRF / (N_scripts · N_roles), read as the number of (script, protagonist, character) roles that
    have a weight. That is the paper's product wherever all scripts have the same number of roles, and the
    only reading that holds where they have not. A model that agrees with everyone scores above 0 if high
    roles outnumber low ones (see ``balanced_fidelity``).

    Source: SHARP (arXiv 2411.07965).
    """
    import numpy as np

    roles = sum(weight != UNGROUPED for weight in weights)
    return np.asarray(fidelity(sycophancy, adversary, weights) / (roles or np.nan))
