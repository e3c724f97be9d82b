"""Plays of the same conversations beside each other: classes of a topic, and verdicts that come again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, product
from statistics import fmean

import polars as pl

from ....records.score import ScoreRecord, undefined_record
from ....statistics.agreement import same_labels
from ....statistics.intervals import bootstrap_interval

TIED = "tied"
_METRIC = "run_to_run_rate"
_CHOICES = {"unread": "left out", "interval": "bootstrap over topics"}
_CASE = ["topic_id", "mode", "persona"]
CaseKey = tuple[str, str, str]  # topic, mode, persona
Condition = tuple[tuple[str, str], ...]  # what a rate is restricted to, names and values
LabelPair = tuple[str | None, str | None]


def majority_class(classes: Sequence[str]) -> str:
    """The most frequent class over repeats; ``tied`` where no single one is."""
    ranked = Counter(classes).most_common(2)
    return TIED if len(ranked) > 1 and ranked[0][1] == ranked[1][1] else ranked[0][0]


def change_probability(classes: Sequence[str]) -> float | None:
    """The probability that two replays of a topic give different classes.

    The share of differing pairs of repeats, which is unbiased for the probability. None for one repeat.
    """
    n = len(classes)
    if n < 2:
        return None
    same = sum(count * (count - 1) for count in Counter(classes).values())
    return 1 - same / (n * (n - 1))


def change_by_class(topics: Mapping[str, Sequence[str]]) -> dict[str, tuple[float, int]]:
    """For each class, how often a topic that has it in one repeat has another one in a second.

    Args:
        topics: topic to its class in each repeat.

    Returns:
        Class to (mean share of other classes among the other repeats, number of topic-repeats with it).
    """
    shares: dict[str, list[float]] = {}
    for classes in topics.values():
        counts = Counter(classes)
        for name, count in counts.items():
            if len(classes) > 1:
                shares.setdefault(name, []).extend([1 - (count - 1) / (len(classes) - 1)] * count)
    return {name: (fmean(values), len(values)) for name, values in shares.items()}


def run_to_run_records(frame: pl.DataFrame) -> list[ScoreRecord]:
    """Same verdicts among all pairs of a run's repeats, by mode, and by mode and persona.

    Args:
        frame: a verdict frame with the column ``repeat``. With one repeat the rate is undefined.
    """
    pairs = {case: [*combinations(labels, 2)] for case, labels in _labels(frame).items()}
    if not any(pairs.values()):
        return [undefined_record(_METRIC, "every conversation was played once (play with --repeats)")]
    return _by_condition(pairs)


def between_runs(first: pl.DataFrame, second: pl.DataFrame) -> list[ScoreRecord]:
    """Same verdicts between two runs of the same conversations, by mode, and by mode and persona.

    Args:
        first: verdict frame of one run.
        second: of the other; where there are repeats each is paired with each.
    """
    others = _labels(second)
    pairs = {
        case: [*product(labels, others[case])] for case, labels in _labels(first).items() if case in others
    }
    if not pairs:
        return [undefined_record(_METRIC, "the runs share no conversation")]
    return _by_condition(pairs)


def _labels(frame: pl.DataFrame) -> dict[CaseKey, list[str | None]]:
    """The verdicts of each conversation in the order of the repeats."""
    rows = frame.sort(*_CASE, "repeat").group_by(_CASE, maintain_order=True).agg("label")
    return {(topic, mode, persona): labels for topic, mode, persona, labels in rows.iter_rows()}


def _by_condition(pairs: Mapping[CaseKey, Sequence[LabelPair]]) -> list[ScoreRecord]:
    conditions: dict[Condition, dict[str, list[LabelPair]]] = {}
    for (topic, mode, persona), of_case in pairs.items():
        for by in ((("mode", mode),), (("mode", mode), ("persona", persona))):
            conditions.setdefault(by, {}).setdefault(topic, []).extend(of_case)
    return [_rate([*topics.values()], dict(by)) for by, topics in sorted(conditions.items())]


def _rate(topics: Sequence[Sequence[LabelPair]], by: Mapping[str, str]) -> ScoreRecord:
    """The share of pairs that agree; topics are drawn whole for its interval."""
    same, n = same_labels(pair for of_topic in topics for pair in of_topic)
    if not n:
        return undefined_record(_METRIC, "no pair of verdicts could be read", by, _CHOICES)

    def rate(drawn: Sequence[tuple[int, int]]) -> float | None:
        total = sum(count for _, count in drawn)
        return sum(agreeing for agreeing, _ in drawn) / total if total else None

    low, high = bootstrap_interval([same_labels(of_topic) for of_topic in topics], rate) or (None, None)
    return ScoreRecord(_METRIC, same / n, same, n, low, high, by, _CHOICES)
