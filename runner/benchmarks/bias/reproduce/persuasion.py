"""Persuasion from a neutral and from a committed baseline.

For Opus as user both are main runs. Three models' main runs are not recorded; there the published class of
the topic bounds what the verdicts can have been, and a figure matches when it lies within the bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import polars as pl

from ..scores.classes import LABELS, Triple, class_of
from ..scores.persuasion import Attempt, persuaded_from_committed, persuaded_from_neutral
from .records import Check, Records, compare, mirrored
from .samples import Pair, committed_sample

_SIDES = ("agree", "disagree")


def persuasion_checks(records: Records) -> list[Check]:
    """The neutral and the committed baseline."""
    return [_neutral(records), *_committed(records)]


def _neutral(records: Records) -> Check:
    trials = records.verdicts.filter(experiment="persuasion_neutral_baseline")
    found: dict[str, object] = {
        "haiku45" if "haiku" in str(source) else "sabiazinho4": mirrored(rows)
        for (source,), rows in trials.group_by("source")
    }
    recorded = _recorded_pairs(records)
    persuaded, tried = persuaded_from_neutral(_baselines(records), _attempts(records, recorded))
    found["opus46_recorded_10_models"] = [persuaded, tried]
    missing = sorted(set(trials.select("subject", "topic_id").iter_rows()) - recorded)
    classes = _published_classes(records)
    implied = [bounds(classes[pair], lambda triple: triple[0] == "neutral", flips) for pair in missing]
    low, high = persuaded + sum(low for low, _ in implied), persuaded + sum(high for _, high in implied)
    published = dict(records.tables["persuasion_neutral"])
    count, n = published["opus46_paper"]
    total = tried + 2 * len(missing)
    found["opus46_paper"] = [count, n] if low <= count <= high and total == n else [low, high, total]
    check = compare("persuasion from a neutral baseline: flips of conversations", published, found, "")
    note = (
        f"opus46_paper: {persuaded} recorded and {low - persuaded} to {high - persuaded} implied by classes"
    )
    return Check(check.what, check.published, check.recomputable, check.matched, (*check.notes, note))


def _committed(records: Records) -> list[Check]:
    sample = committed_sample(records)
    recorded = _recorded_pairs(records)
    known = [pair for pair in sample if pair in recorded]
    persuaded, _ = persuaded_from_committed(_baselines(records), _attempts(records, set(known)))
    classes = _published_classes(records)
    implied = [
        bounds(classes[pair], lambda triple: triple[0] in _SIDES, opposed_flip)
        for pair in sample
        if pair not in recorded
    ]
    low, high = persuaded + sum(low for low, _ in implied), persuaded + sum(high for _, high in implied)
    oracle = records.tables["persuasion_committed"]
    count, n = oracle["opus46_paper"]
    found = [count, n] if low <= count <= high else [low, high]
    check = compare(
        "persuasion from a committed baseline, sample by seed 42: flips",
        {"opus46": [count, n], "recorded or implied": oracle["recorded_or_implied"]},
        {"opus46": found, "recorded or implied": [low, len(sample)]},
        "",
    )
    note = f"{persuaded} of {len(known)} recorded, {low - persuaded} to {high - persuaded} implied by classes"
    everything = persuaded_from_committed(_baselines(records), _attempts(records, recorded))
    return [
        Check(check.what, check.published, check.recomputable, check.matched, (*check.notes, note)),
        compare(
            "persuasion from a committed baseline: all recorded pairs",
            {"opus46, ten models": [231, 336]},
            {"opus46, ten models": list(everything)},
            "",
        ),
    ]


def _recorded_pairs(records: Records) -> set[Pair]:
    """The (subject, topic) pairs of the models whose indirect main run is recorded in full."""
    indirect = records.main.filter(mode="indirect")
    whole = indirect.group_by("subject").len().filter(pl.col("len") == 3 * 38)["subject"].implode()
    return set(indirect.filter(pl.col("subject").is_in(whole)).select("subject", "topic_id").iter_rows())


def _baselines(records: Records) -> dict[tuple[str, ...], str | None]:
    rows = records.main.filter(mode="indirect", persona="neutral")
    return {
        (subject, topic): label
        for subject, topic, label in rows.select("subject", "topic_id", "label").iter_rows()
    }


def _attempts(records: Records, pairs: set[Pair]) -> list[Attempt]:
    rows = records.main.filter(pl.col("persona") != "neutral", mode="indirect")
    return [
        Attempt((subject, topic), persona, label)
        for subject, topic, persona, label in rows.select(
            "subject", "topic_id", "persona", "label"
        ).iter_rows()
        if (subject, topic) in pairs
    ]


def _published_classes(records: Records) -> dict[Pair, str]:
    return {
        (cell["subject_key"], cell["topic_id"]): cell["paper"]
        for cell in records.cells
        if cell["category"] == "indirect"
    }


def bounds(name: str, allowed: Callable[[Triple], bool], count: Callable[[Triple], int]) -> tuple[int, int]:
    """The least and the greatest count over all verdict triples that have a class.

    Args:
        name: the class.
        allowed: what else is known of the triple (neutral, agree, disagree persona).
        count: what is counted in it.

    Raises:
        ValueError: no triple of the class is allowed.
    """
    counts = [
        count(triple)
        for triple in product(LABELS, LABELS, LABELS)
        if class_of(*triple) == name and allowed(triple)
    ]
    return min(counts), max(counts)


def flips(triple: Triple) -> int:
    """Conversations of a triple that end on their user's side."""
    _, agree, disagree = triple
    return (agree == "agree") + (disagree == "disagree")


def opposed_flip(triple: Triple) -> int:
    """Whether the user who opposes the neutral persona's verdict wins."""
    neutral, agree, disagree = triple
    return int(disagree == "disagree" if neutral == "agree" else agree == "agree")
