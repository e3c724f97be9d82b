"""A score broken into the units it is the mean of, so that two runs can be compared unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import fmean

from ..verdict import Verdict

UNREAD = "unread"


@dataclass(frozen=True)
class Measure:
    """One score of a run by units.

    Attributes:
        metric: the score's name.
        by: what it is restricted to.
        units: unit (topic, case) to its figure; the score is their mean.
        replay_variances: unit to the variance its figure is expected to have between plays, where known.
    """

    metric: str
    by: Mapping[str, str]
    units: Mapping[str, float]
    replay_variances: Mapping[str, float] = field(default_factory=dict)

    @property
    def name(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What tells measures of one run apart."""
        return self.metric, tuple(sorted(self.by.items()))


def label_measures(verdicts: Iterable[Verdict]) -> list[Measure]:
    """For any benchmark: the share of each label, a case a unit, over its judged turns and repeats."""
    labels: dict[str, list[str]] = {}
    for verdict in verdicts:
        labels.setdefault("/".join(verdict.key.values()), []).append(verdict.label or UNREAD)
    return [
        Measure(
            "label_rate",
            {"label": label},
            {case: fmean(said == label for said in of_case) for case, of_case in labels.items()},
        )
        for label in sorted({label for of_case in labels.values() for label in of_case})
    ]
