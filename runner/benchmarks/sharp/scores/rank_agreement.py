"""How far two orders of the same roles agree: Kendall's tau-b and Spearman's rho, with ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

# 8! = 40,320 orders are enumerated; above that they are drawn.
EXACT_UP_TO = 8
DRAWN = 9_999
_CHUNK = 500


@dataclass(frozen=True)
class RankAgreement:
    """Agreement of two orders.

    Attributes:
        n: roles compared.
        ties_first, ties_second: pairs of roles that are equal in the first and in the second order.
        tau_b: Kendall's tau-b, or None where an order is all ties or has fewer than two roles.
        rho: Spearman's rho with average ranks, or None likewise.
        tau_p: two-sided probability of a |tau-b| at least as large under random order.
        rho_p: the same for |rho|.
        p_method: ``exact`` (all orders) or ``permutation`` (drawn orders, the observed one among them).
    """

    n: int
    ties_first: int
    ties_second: int
    tau_b: float | None
    rho: float | None
    tau_p: float | None
    rho_p: float | None
    p_method: Literal["exact", "permutation"]


def rank_agreement(first: Sequence[float], second: Sequence[float], seed: int = 0) -> RankAgreement:
    """Kendall's tau-b (Kendall 1945) and Spearman's rho (1904) of two scores of the same roles.

    Formulas: tau-b = (C − D) / √((P − T1) · (P − T2)) over the P pairs, with C concordant, D discordant and
    T1, T2 tied pairs; rho is Pearson's correlation of average ranks. The p-values permute the second order;
    they hold with ties, where the usual tables do not.

    Args:
        first: one score per role.
        second: another, in the same order.
        seed: of drawn permutations.

    Raises:
        ValueError: the lengths differ or a score is not a number.
    """
    import numpy as np

    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if x.shape != y.shape or np.isnan(x).any() or np.isnan(y).any():
        raise ValueError("two scores are needed of every role")
    n = len(x)
    method: Literal["exact", "permutation"] = "exact" if n <= EXACT_UP_TO else "permutation"
    ties = [int(sum(np.sum(scores[i + 1 :] == scores[i]) for i in range(n))) for scores in (x, y)]
    pairs = n * (n - 1) // 2
    if pairs in ties or n < 2:
        return RankAgreement(n, ties[0], ties[1], None, None, None, None, method)
    x, y = _centred_ranks(x), _centred_ranks(y)
    observed = _statistics(x, y[np.newaxis], pairs, ties)[:, 0]
    reached, tried = np.zeros(2), 0
    for chunk in _permuted(y, method, seed):
        values = np.abs(_statistics(x, chunk, pairs, ties))
        reached += (values >= np.abs(observed)[:, np.newaxis] - 1e-12).sum(axis=1)
        tried += len(chunk)
    if method == "permutation":
        reached, tried = reached + 1, tried + 1
    tau, rho = map(float, observed)
    tau_p, rho_p = map(float, reached / tried)
    return RankAgreement(n, ties[0], ties[1], tau, rho, tau_p, rho_p, method)


def _statistics(ranks: Numbers, rows: Numbers, pairs: int, ties: Sequence[int]) -> Numbers:
    """tau-b and rho of centred ranks with each row of centred ranks: an array of two lines."""
    import numpy as np

    concordance = np.zeros(len(rows))
    # One role against all later ones at a time: no list of all pairs is laid out. Signs are exact in single.
    single = rows.astype(np.float32)
    for index in range(len(ranks) - 1):
        signs = np.sign(ranks[index] - ranks[index + 1 :]).astype(np.float32)
        concordance += np.sign(single[:, index : index + 1] - single[:, index + 1 :]) @ signs
    tau = concordance / np.sqrt(float(pairs - ties[0]) * float(pairs - ties[1]))
    rho = rows @ ranks / np.sqrt((ranks**2).sum() * (rows[0] ** 2).sum())
    return np.stack([tau, rho])


def _centred_ranks(scores: Numbers) -> Numbers:
    import polars as pl

    ranks: Numbers = pl.Series(scores).rank("average").to_numpy()
    centred: Numbers = ranks - ranks.mean()
    return centred


def _permuted(scores: Numbers, method: str, seed: int) -> Iterator[Numbers]:
    import numpy as np

    if method == "exact":
        every = np.array(list(permutations(range(len(scores)))))
        for start in range(0, len(every), _CHUNK):
            yield scores[every[start : start + _CHUNK]]
        return
    generator = np.random.default_rng(seed)
    for start in range(0, DRAWN, _CHUNK):
        rows = np.tile(scores, (min(_CHUNK, DRAWN - start), 1))
        yield generator.permuted(rows, axis=1)
