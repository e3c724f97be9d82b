"""What every score of a run shares: its claims and how often each resample draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..interval import share_interval
from ..record import ScoreRecord
from .cluster_bootstrap import draw_claims, percentile_interval
from .ratio import ratio
from .stances import StanceChoices

if TYPE_CHECKING:
    import polars as pl

    from .counts import Numbers


@dataclass(frozen=True)
class Sampling:
    """The claims of a run and the resamples of them.

    Attributes:
        claims: clusters, in the order of all counts.
        draws: samples × claims.
        choices: what was chosen.
    """

    claims: Sequence[str]
    draws: Numbers
    choices: StanceChoices

    @property
    def method(self) -> str:
        """The interval's name, as scores carry it."""
        return f"bootstrap over claims, {self.choices.samples} samples, seed {self.choices.seed}"


def sampling_of(stances: pl.DataFrame, choices: StanceChoices) -> Sampling:
    """The sampling of a run's stances.

    Args:
        stances: column ``cluster``.
        choices: samples and seed.
    """
    claims = sorted(stances["cluster"].unique().to_list())
    return Sampling(claims, draw_claims(len(claims), choices.samples, choices.seed), choices)


def rate_records(
    metric: str,
    hits: Numbers,
    bases: Numbers,
    sampling: Sampling,
    by: Sequence[Mapping[str, str]],
    choices: Mapping[str, str],
) -> list[ScoreRecord]:
    """A share for each role, with its interval.

    Where all replies are alike no resample can differ; the interval is then Wilson's, with a claim as one
    observation.

    Args:
        metric: its name.
        hits: claims × roles.
        bases: claims × roles.
        sampling: claims and resamples.
        by: what each role's record is restricted to.
        choices: what was chosen, beside the interval.
    """
    samples = ratio(sampling.draws @ hits, sampling.draws @ bases)
    counts, totals = hits.sum(axis=0), bases.sum(axis=0)
    records = []
    for index, of in enumerate(by):
        count, n = int(counts[index]), int(totals[index])
        method = sampling.method
        low: float | None
        high: float | None
        if n == 0:
            low = high = None
        elif count in (0, n):
            claims = int((bases[:, index] > 0).sum())
            low, high = share_interval(claims if count else 0, claims)
            method = "wilson over claims"
        else:
            low, high = percentile_interval(samples[:, index])
        value = count / n if n else None
        records.append(
            ScoreRecord(metric, value, count, n, low, high, dict(of), {**choices, "interval": method})
        )
    return records


def value_record(
    metric: str,
    value: Numbers,
    samples: Numbers,
    n: int,
    sampling: Sampling,
    by: Mapping[str, str],
    choices: Mapping[str, str],
) -> ScoreRecord:
    """A score that is no share, with its interval; undefined where the value is nan.

    Args:
        metric: its name.
        value: the score.
        samples: the score of each resample.
        n: what it is made of: roles.
        sampling: claims and resamples.
        by: what it is restricted to.
        choices: what was chosen, beside the interval.
    """
    import numpy as np

    chosen = {**choices, "interval": sampling.method}
    if np.isnan(value):
        return ScoreRecord(metric, None, None, n, by=dict(by), choices=chosen)
    low, high = percentile_interval(np.asarray(samples))
    return ScoreRecord(metric, float(value), None, n, low, high, dict(by), chosen)
