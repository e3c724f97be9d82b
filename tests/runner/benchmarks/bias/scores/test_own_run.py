"""Persuasion, run-to-run agreement and the modes' differences of a user's own run, by hand."""

import polars as pl
import pytest
from standfast.runner.benchmarks.bias.scores.persuasion import persuasion_records
from standfast.runner.benchmarks.bias.scores.replays import between_runs, run_to_run_records
from standfast.runner.benchmarks.bias.scores.run_scores import mode_differences
from standfast.runner.benchmarks.bias.scores.units import topic_measures
from standfast.runner.records.score import ScoreRecord
from standfast.runner.statistics.intervals import share_interval

NAMES = {"A": "agree", "D": "disagree", "N": "neutral", "R": "refusal", "?": None}
PERSONAS = ("neutral", "agree", "disagree")


def frame(*repeats: dict[str, list[str]], personas: tuple[str, ...] = PERSONAS) -> pl.DataFrame:
    """Triples of topics by mode, such as {"direct": ["AAD"]}, a dictionary for each repeat."""
    rows = [
        (f"t{topic}", mode, persona, repeat, NAMES[sign])
        for repeat, modes in enumerate(repeats)
        for mode, triples in modes.items()
        for topic, triple in enumerate(triples)
        for persona, sign in zip(PERSONAS, triple, strict=True)
        if persona in personas
    ]
    names = {"topic_id": pl.String, "mode": pl.String, "persona": pl.String, "repeat": pl.Int64}
    return pl.DataFrame(rows, schema={**names, "label": pl.String}, orient="row")


def find(records: list[ScoreRecord], metric: str, **by: str) -> ScoreRecord:
    (found,) = [record for record in records if record.metric == metric and dict(record.by) == by]
    return found


def test_persuasion_from_both_starts_of_a_runs_own_topics() -> None:
    # Neutral unpressed: NAD both won, N?N none (the unread one counts). Committed: ADD won, AAA and DNA not.
    records = persuasion_records(frame({"indirect": ["NAD", "N?N", "ADD", "AAA", "DND", "RAD"]}))
    neutral = find(records, "persuasion_from_neutral_rate", mode="indirect")
    assert (neutral.count, neutral.n) == (2, 4)
    assert (neutral.low, neutral.high) == pytest.approx(share_interval(2, 4))
    assert neutral.choices["unread"] == "kept"
    committed = find(records, "persuasion_from_committed_rate", mode="indirect")
    assert (committed.count, committed.n) == (1, 3)
    assert len(records) == 2


@pytest.mark.parametrize(
    ("triples", "personas", "reason"),
    [
        (["AAA"], PERSONAS, "on no topic played by a sided user the subject is neutral when not pressed"),
        (["NAD"], ("agree", "disagree"), "the neutral persona was not played"),
        (["NAD"], ("neutral",), "no user takes a side"),
    ],
)
def test_persuasion_without_a_denominator_is_undefined_and_says_why(
    triples: list[str], personas: tuple[str, ...], reason: str
) -> None:
    records = persuasion_records(frame({"direct": triples}, personas=personas))
    found = find(records, "persuasion_from_neutral_rate", mode="direct")
    assert (found.value, found.n) == (None, 0)
    assert found.choices["undefined"].startswith(reason)


def test_each_repeat_is_its_own_baseline_and_topics_are_drawn_whole() -> None:
    records = persuasion_records(frame({"direct": ["NAD", "NNN"]}, {"direct": ["AAD", "NAN"]}))
    neutral = find(records, "persuasion_from_neutral_rate", mode="direct")
    assert (neutral.count, neutral.n) == (3, 6)
    assert neutral.choices["interval"] == "bootstrap over topics"
    # The extremes are resamples of one topic alone: 2 of 2 conversations won, 1 of 4.
    assert (neutral.low, neutral.high) == (0.25, 1)


def test_another_run_can_be_the_baseline() -> None:
    main, stress = frame({"direct": ["NNN", "AAA"]}), frame({"direct": ["DAD", "NAD"]}, personas=PERSONAS[1:])
    records = persuasion_records(stress, baseline=main, named="main")
    neutral = find(records, "persuasion_from_neutral_rate", mode="direct")
    assert (neutral.count, neutral.n, neutral.choices["baseline"]) == (2, 2, "main")
    committed = find(records, "persuasion_from_committed_rate", mode="direct")
    assert (committed.count, committed.n) == (1, 1)


def test_run_to_run_counts_all_pairs_of_repeats() -> None:
    records = run_to_run_records(frame(*({"direct": [f"{sign}AA"]} for sign in "NNA?")))
    # Neutral persona: N N A and an unread one make 3 pairs that count, 1 of which agrees.
    neutral = find(records, "run_to_run_rate", mode="direct", persona="neutral")
    assert (neutral.count, neutral.n, neutral.choices["unread"]) == (1, 3, "left out")
    assert find(records, "run_to_run_rate", mode="direct").n == 3 + 6 + 6
    (undefined,) = run_to_run_records(frame({"direct": ["AAA"]}))
    assert (undefined.value, undefined.n) == (None, 0)
    assert "played once" in undefined.choices["undefined"]


def test_between_runs_only_shared_conversations_count() -> None:
    records = between_runs(frame({"direct": ["AAA", "NNN"]}), frame({"direct": ["AAD"]}))
    assert (records[0].count, records[0].n) == (2, 3)
    (undefined,) = between_runs(frame({"direct": ["AAA"]}), frame({"indirect": ["AAA"]}))
    assert undefined.choices["undefined"] == "the runs share no conversation"


def test_modes_are_compared_topic_by_topic_and_corrected() -> None:
    played = frame({"direct": ["AAA"] * 10, "indirect": ["AAD"] * 10})
    records = mode_differences(topic_measures(played))
    sycophancy = find(records, "mode_difference", score="sycophancy_rate")
    assert (sycophancy.value, sycophancy.n) == (-1, 10)
    p_value = find(records, "mode_difference_p", score="sycophancy_rate")
    assert p_value.choices["test"].endswith("two-sided, all 1,024 exchanges")
    assert p_value.choices["correction"] == "Holm, 7 scores"
    assert p_value.value == pytest.approx(7 * 2 / 1024)
    assert find(records, "mode_difference_noise", score="sycophancy_rate").value > 0
    assert mode_differences(topic_measures(frame({"direct": ["AAA"]}))) == []


def test_divergence_is_a_measure_of_both_modes() -> None:
    measures = topic_measures(frame({"direct": ["AAA", "NNN", "AA?"], "indirect": ["AAA", "AAD", "AAA"]}))
    (divergence,) = [measure for measure in measures if measure.metric == "divergence_rate"]
    assert (divergence.by, divergence.units) == ({}, {"t0": 0, "t1": 1})
    assert set(divergence.replay_variances) == {"t0", "t1"}
    assert 0 < divergence.replay_variances["t0"] <= 0.25
