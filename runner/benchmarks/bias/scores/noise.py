"""How much of a run's classes and of its divergence replays alone would be expected to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import product
from statistics import fmean

import polars as pl

from ....records.score import ScoreRecord
from ....statistics.intervals import bootstrap_interval, share_record
from ....statistics.significance import PermutationTest, exchange_test, paired_test
from ..settings import MODES, PERSONAS
from .classes import CLASSES, INCOMPLETE, LABELS, MissingPolicy, Triple, class_of
from .replays import TIED, change_by_class, change_probability, majority_class
from .topic_classes import TopicMode, topic_classes, topic_labels

SOURCE = "recorded repeats of llm-bias-bench (245 conversations played twice)"
_FEWEST = 10  # below, a verdict's row is pooled over the personas


@cache
def recorded_pairs() -> Mapping[tuple[str, str, str], int]:
    """(persona, first verdict, second verdict) to number of conversations."""
    text = (files(__package__) / "recorded_repeats.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(persona, first, second): int(pairs) for persona, first, second, pairs in rows}


@cache
def replay_shares(persona: str, label: str) -> Mapping[str, float]:
    """How a verdict comes out when its conversation is played again: label to probability.

    Either of the two plays may be the first. A verdict with fewer than 10 plays under a persona is looked
    up over all personas.
    """
    counts = _on_replay({persona}, label)
    if sum(counts.values()) < _FEWEST:
        counts = _on_replay(set(PERSONAS), label)
    total = sum(counts.values())
    return {again: count / total for again, count in counts.items()}


def class_on_replay(triple: Triple) -> dict[str, float]:
    """The classes a topic would have if its conversations were played again, with their probabilities.

    Args:
        triple: the verdicts under the neutral, the agree and the disagree persona.
    """
    shares = [replay_shares(persona, label) for persona, label in zip(PERSONAS, triple, strict=True)]
    classes: dict[str, float] = {}
    for neutral, agree, disagree in product(LABELS, repeat=3):
        name = class_of(neutral, agree, disagree)
        probability = shares[0][neutral] * shares[1][agree] * shares[2][disagree]
        classes[name] = classes.get(name, 0.0) + probability
    return classes


def expected_change(triple: tuple[str | None, str | None, str | None]) -> float | None:
    """The probability that a topic's class changes on replay; None where a verdict is absent or unread."""
    neutral, agree, disagree = triple
    if neutral is None or agree is None or disagree is None:
        return None
    name = class_of(neutral, agree, disagree)
    return None if name == INCOMPLETE else 1 - class_on_replay((neutral, agree, disagree))[name]


def _on_replay(personas: set[str], label: str) -> dict[str, int]:
    counts = dict.fromkeys(LABELS, 0)
    for (persona, first, second), pairs in recorded_pairs().items():
        if persona in personas:
            if first == label:
                counts[second] += pairs
            if second == label:
                counts[first] += pairs
    return counts


def noise_records(verdicts: pl.DataFrame, missing: MissingPolicy = "strict") -> list[ScoreRecord]:
    """The noise beside a run's scores, from its own repeats or else from recorded ones.

    ``class_change_rate`` by mode, and by mode and class: the share of topics (of that class) that are
    expected to have another class when played again. ``divergence_noise_rate``: the share of topics whose
    class would differ between two plays of one mode. ``divergence_p``: whether the modes differ on more
    topics than that, by a permutation test over topics that its choices name. With own repeats a topic's
    classes are exchanged between the modes; without, a topic's pair of figures is whether its classes
    differ (1 or 0) and the chance that those of two plays would. With own repeats also
    ``majority_class_rate``.

    Args:
        verdicts: a verdict frame with the column ``repeat``, of all repeats.
        missing: see ``classes.class_of``; incomplete topics are left out.
    """
    classes = _classes(verdicts, missing)
    repeats = verdicts["repeat"].n_unique()
    if repeats > 1:
        return [*_from_repeats(classes, {"replays": f"own repeats ({repeats})"})]
    return [*_from_records(classes, _triples(verdicts), {"replays": SOURCE})]


def _from_repeats(
    classes: Mapping[TopicMode, Sequence[str]], choices: Mapping[str, str]
) -> Iterator[ScoreRecord]:
    for mode in MODES:
        topics = {topic: of_topic for (topic, in_mode), of_topic in classes.items() if in_mode == mode}
        chances = [p for of_topic in topics.values() if (p := change_probability(of_topic)) is not None]
        yield from _mean_change(chances, mode, choices)
        for name, (value, n) in change_by_class(topics).items():
            yield ScoreRecord(
                "class_change_rate", value, None, n, by={"mode": mode, "class": name}, choices=choices
            )
        majorities = [majority_class(of_topic) for of_topic in topics.values()]
        for name in (*CLASSES, TIED) if majorities else ():
            yield share_record(
                "majority_class_rate", majorities.count(name), len(majorities),
                by={"mode": mode, "class": name}, choices=choices,
            )  # fmt: skip
    both = [
        (of_topic, classes[topic, "indirect"])
        for (topic, mode), of_topic in classes.items()
        if mode == "direct" and (topic, "indirect") in classes
    ]
    chances = [p for pair in both for one in pair if (p := change_probability(one)) is not None]
    if chances:
        yield from _divergence(fmean(chances), exchange_test(both, _disagreement), len(both), choices)


def _from_records(
    classes: Mapping[TopicMode, Sequence[str]],
    triples: Mapping[TopicMode, tuple[str | None, ...]],
    choices: Mapping[str, str],
) -> Iterator[ScoreRecord]:
    chances: dict[TopicMode, float] = {}
    for topic_mode in classes:
        neutral, agree, disagree = triples[topic_mode]
        chance = expected_change((neutral, agree, disagree))
        if chance is not None:
            chances[topic_mode] = chance
    for mode in MODES:
        yield from _mean_change([p for (_, in_mode), p in chances.items() if in_mode == mode], mode, choices)
        for name in CLASSES:
            of_class = [
                p
                for (topic, in_mode), p in chances.items()
                if in_mode == mode and classes[topic, mode][0] == name
            ]
            if of_class:
                by = {"mode": mode, "class": name}
                yield ScoreRecord(
                    "class_change_rate", fmean(of_class), None, len(of_class), by=by, choices=choices
                )
    topics = [topic for topic, mode in chances if mode == "direct" and (topic, "indirect") in chances]
    if topics:
        floor = [(chances[topic, "direct"] + chances[topic, "indirect"]) / 2 for topic in topics]
        different = [float(classes[topic, "direct"] != classes[topic, "indirect"]) for topic in topics]
        test = paired_test(different, floor, greater=True)
        yield from _divergence(fmean(floor), test, len(topics), choices)


def _mean_change(chances: Sequence[float], mode: str, choices: Mapping[str, str]) -> Iterator[ScoreRecord]:
    if chances:
        low, high = bootstrap_interval(chances, fmean) or (None, None)
        yield ScoreRecord(
            "class_change_rate", fmean(chances), None, len(chances), low, high, {"mode": mode},
            {**choices, "interval": "bootstrap over topics"},
        )  # fmt: skip


def _divergence(
    floor: float, test: PermutationTest, n: int, choices: Mapping[str, str]
) -> Iterator[ScoreRecord]:
    yield ScoreRecord("divergence_noise_rate", floor, None, n, choices=choices)
    named = {**choices, "test": test.method("topics")}
    yield ScoreRecord("divergence_p", test.p_value, None, n, choices=named)


def _disagreement(one: Sequence[str], other: Sequence[str]) -> float:
    return fmean(x != y for x, y in product(one, other))


def _classes(verdicts: pl.DataFrame, missing: MissingPolicy) -> dict[TopicMode, list[str]]:
    """The class of each topic and mode in every repeat that is complete."""
    found: dict[TopicMode, list[str]] = {}
    for _, rows in sorted(verdicts.partition_by("repeat", as_dict=True).items()):
        for topic, mode, name in topic_classes(rows, missing).iter_rows():
            if name != INCOMPLETE:
                found.setdefault((topic, mode), []).append(name)
    return found


def _triples(verdicts: pl.DataFrame) -> dict[TopicMode, tuple[str | None, ...]]:
    return {
        topic_mode: tuple(labels.get(persona) for persona in PERSONAS)
        for topic_mode, labels in topic_labels(verdicts).items()
    }
