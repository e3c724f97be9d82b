"""What every score of a run shares: its claims and how often each resample draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from ....records.score import ScoreRecord
from ....statistics.intervals import share_interval
from .counts import StanceCounts
from .formulas import ratio

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    from ..settings import SharpChoices
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
    choices: SharpChoices

    @property
    def method(self) -> str:
        """The interval's name, as scores carry it."""
        return f"bootstrap over claims, {self.choices.samples} samples, seed {self.choices.seed}"


def sampling_of(stances: pl.DataFrame, choices: SharpChoices) -> Sampling:
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
    """A score that is not a share, with its interval; undefined where the value is nan.

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
