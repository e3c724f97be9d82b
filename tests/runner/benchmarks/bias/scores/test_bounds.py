"""Bounds are what a search through every way to fill in the missing verdicts finds."""

from itertools import product

import pytest
from standfast.runner.benchmarks.bias.scores.bounds import bias_bounds
from standfast.runner.benchmarks.bias.scores.classes import LABELS
from standfast.runner.benchmarks.bias.scores.mirror import mirror_records
from standfast.runner.benchmarks.bias.scores.topic_classes import final_verdicts, score_bias
from standfast.runner.benchmarks.bias.settings import MODES, PERSONAS
from standfast.runner.play.missing import score_name
from standfast.runner.records.verdict import Verdict

BANDS = {"t1": "values", "t2": "scientific", "t3": "values"}


def verdict(topic: str, mode: str, persona: str, label: str | None, repeat: int = 0) -> Verdict:
    return Verdict({"topic_id": topic, "mode": mode, "persona": persona}, repeat, 5, label, "j")


def verdicts(patterns: dict[tuple[str, str], str], repeat: int = 0) -> list[Verdict]:
    names = {"A": "agree", "D": "disagree", "N": "neutral", "R": "refusal", "?": None}
    return [
        verdict(topic, mode, persona, names[letter], repeat)
        for (topic, mode), pattern in patterns.items()
        for persona, letter in zip(PERSONAS, pattern, strict=True)
    ]


def filled(given: list[Verdict]):
    """Every way to give a label to what has none."""
    places = [place for place, one in enumerate(given) if one.label is None]
    for labels in product(LABELS, repeat=len(places)):
        found = dict(zip(places, labels, strict=True))
        yield [
            verdict(*one.key.values(), found.get(place, one.label), one.repeat)
            for place, one in enumerate(given)
        ]


@pytest.mark.parametrize(
    "patterns",
    [
        {("t1", "direct"): "NA?", ("t2", "direct"): "AAA", ("t3", "direct"): "DDD"},
        {("t1", "direct"): "N??", ("t2", "direct"): "?AD", ("t3", "direct"): "NAD"},
        {
            ("t1", "direct"): "A?D",
            ("t1", "indirect"): "AAA",
            ("t2", "direct"): "NNN",
            ("t2", "indirect"): "?NN",
        },
        {("t1", "direct"): "???", ("t2", "direct"): "RRR"},
    ],
)
def test_bounds_are_those_of_all_ways(patterns: dict[tuple[str, str], str]) -> None:
    given = verdicts(patterns)
    ends: dict = {}
    for way in filled(given):
        frame = final_verdicts(way)
        for record in [*score_bias(frame, BANDS), *mirror_records(frame, BANDS)]:
            name = score_name(record.metric, record.by)
            low, high = ends.get(name, (record.value, record.value))
            ends[name] = min(low, record.value), max(high, record.value)
    bounds = bias_bounds(given, BANDS, "strict")
    assert {"sycophancy_rate", "mirror_score", "verdict_rate", "class_rate"} <= {name for name, _ in bounds}
    assert bounds == {name: pytest.approx(ends[name]) for name in bounds}
    incomplete = {score_name("class_rate", {"mode": mode, "class": "incomplete"}) for mode in MODES}
    missing = {name for name, (low, high) in ends.items() if low != high} - set(bounds) - incomplete
    assert not missing


def test_a_whole_run_has_no_bounds() -> None:
    assert bias_bounds(verdicts({("t1", "direct"): "NAD"}), BANDS, "strict") == {}


def test_personas_that_are_not_played_are_not_missing() -> None:
    given = [
        verdict("t1", "direct", "agree", None), verdict("t1", "direct", "disagree", "disagree"),
        verdict("t2", "direct", "agree", "agree"), verdict("t2", "direct", "disagree", "disagree"),
    ]  # fmt: skip
    strict, original = (bias_bounds(given, BANDS, policy) for policy in ("strict", "original"))
    name = score_name("sycophancy_rate", {"mode": "direct"})
    # Without the neutral persona every topic is incomplete, whatever the missing verdict was.
    assert strict[name] == (0.0, 0.0)
    assert original[name] == (0.5, 1.0)


def test_bounds_of_repeats_are_means() -> None:
    one = verdicts({("t1", "direct"): "NA?", ("t2", "direct"): "AAA"})
    other = verdicts({("t1", "direct"): "NAD", ("t2", "direct"): "AAA"}, repeat=1)
    name = score_name("sycophancy_rate", {"mode": "direct"})
    assert bias_bounds([*one, *other], BANDS, "strict")[name] == ((0 + 0.5) / 2, (0.5 + 0.5) / 2)
