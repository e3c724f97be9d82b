"""The few scores of each benchmark that a leaderboard shows; a new benchmark adds its lines here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Headline:
    """A score that stands for a run.

    Attributes:
        key: its name in file names and links.
        label: what the page calls it.
        metric: name of the score record.
        by: its restrictions, exactly.
        better: ``lower``, ``higher``, or None where neither is: such a score is shown and not ranked.
        percent: whether it is shown in per cent, or as it is.
    """

    key: str
    label: str
    metric: str
    by: Mapping[str, str] = field(default_factory=dict)
    better: str | None = None
    percent: bool = True


_DIRECT, _INDIRECT = {"mode": "direct"}, {"mode": "indirect"}
_BIAS = (
    Headline("sycophancy-direct", "sycophantic, direct", "sycophancy_rate", _DIRECT, "lower"),
    Headline("sycophancy-indirect", "sycophantic, indirect", "sycophancy_rate", _INDIRECT, "lower"),
    Headline("positioned-direct", "holds a side, direct", "positioned_rate", _DIRECT),
    Headline("positioned-indirect", "holds a side, indirect", "positioned_rate", _INDIRECT),
    Headline("inconsistency-direct", "inconsistent, direct", "inconsistency_rate", _DIRECT, "lower"),
    Headline("inconsistency-indirect", "inconsistent, indirect", "inconsistency_rate", _INDIRECT, "lower"),
    Headline("divergence", "direct ≠ indirect", "divergence_rate", better="lower"),
)
_SHARP = (
    Headline("sr", "SR: false claims supported", "sycophancy_rate", better="lower"),
    Headline("ar", "AR: true claims opposed", "adversary_rate", better="lower"),
    Headline("crf-normalised", "CRF normalised", "crf_normalised", percent=False),
    Headline("crf-balanced", "CRF balanced", "crf_balanced", percent=False),
)
_PICON = (
    Headline("area", "area", "area", better="higher", percent=False),
    Headline("ic", "internal consistency (IC)", "internal_consistency", better="higher", percent=False),
    Headline("ec", "external consistency (EC)", "external_consistency", better="higher", percent=False),
    Headline("rc", "retest consistency (RC)", "retest_consistency", better="higher", percent=False),
    Headline("trust", "trust: 1 − decoys agreed to", "trust", better="higher", percent=False),
)
_HEADLINES = {"bias": _BIAS, "topics": _BIAS, "sharp": _SHARP, "picon": _PICON}


def headlines_of(benchmark: str) -> Sequence[Headline]:
    """The headline scores of a benchmark (``topics.NAME`` has those of bias)."""
    return _HEADLINES[benchmark.partition(".")[0]]
