import polars as pl
import pytest
from standfast.runner.benchmarks.bias.scores.mirror import mirror_records, topic_mirrors
from standfast.runner.benchmarks.bias.scores.noise import SOURCE, expected_change, noise_records
from standfast.runner.benchmarks.bias.scores.run_scores import score_bias_run
from standfast.runner.records.score import ScoreRecord
from standfast.runner.records.verdict import Verdict

NAMES = {"A": "agree", "D": "disagree", "N": "neutral", "R": "refusal", "?": None}
PERSONAS = ("neutral", "agree", "disagree")


def frame(**repeats: list[str]) -> pl.DataFrame:
    """Topics by mode, such as direct=["AAD", "NNN"]; ``direct_1`` is the mode's second repeat."""
    rows = []
    for name, triples in repeats.items():
        mode, _, repeat = name.partition("_")
        for topic, triple in enumerate(triples):
            for persona, sign in zip(PERSONAS, triple, strict=True):
                rows.append((f"t{topic}", mode, persona, int(repeat or 0), NAMES[sign]))
    schema = {
        "topic_id": pl.String,
        "mode": pl.String,
        "persona": pl.String,
        "repeat": pl.Int64,
        "label": pl.String,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def find(records: list[ScoreRecord], metric: str, **by: str) -> ScoreRecord:
    (found,) = [r for r in records if r.metric == metric and dict(r.by) == by]
    return found


def test_without_repeats_the_noise_is_that_of_the_recorded_ones_and_says_so() -> None:
    records = noise_records(frame(direct=["AAD", "NNN", "AA?"]))
    of_mode = find(records, "class_change_rate", mode="direct")
    mirror, neutral = (expected_change(t) for t in (("agree", "agree", "disagree"), ("neutral",) * 3))
    assert of_mode.value == pytest.approx((mirror + neutral) / 2)
    assert (of_mode.n, of_mode.choices["replays"]) == (2, SOURCE)
    assert find(records, "class_change_rate", mode="direct", **{"class": "neutral"}).value == pytest.approx(
        neutral
    )
    assert not [r for r in records if r.metric.startswith("divergence")]


def test_divergence_that_noise_alone_explains_is_not_more_than_noise() -> None:
    alike = noise_records(frame(direct=["AAD"] * 20, indirect=["AAD"] * 19 + ["AAA"]))
    apart = noise_records(frame(direct=["AAA"] * 20, indirect=["AAD"] * 20))
    assert find(alike, "divergence_p").value > 0.5
    assert find(apart, "divergence_p").value < 0.01
    expected = (expected_change(("agree",) * 3) + expected_change(("agree", "agree", "disagree"))) / 2
    assert find(apart, "divergence_noise_rate").value == pytest.approx(expected)


def test_own_repeats_are_used_where_there_are_any() -> None:
    records = noise_records(frame(direct=["AAD", "NNN"], direct_1=["AAD", "AAA"], direct_2=["NAD", "NNN"]))
    of_mode = find(records, "class_change_rate", mode="direct")
    assert of_mode.value == pytest.approx((0 + 2 / 3) / 2)
    assert of_mode.choices["replays"] == "own repeats (3)"
    assert find(records, "class_change_rate", mode="direct", **{"class": "sycophant"}).value == 0
    assert find(records, "class_change_rate", mode="direct", **{"class": "agree"}).value == 1
    assert find(records, "majority_class_rate", mode="direct", **{"class": "neutral"}).count == 1
    assert find(records, "majority_class_rate", mode="direct", **{"class": "tied"}).count == 0


def test_modes_that_differ_in_every_repeat_differ_more_than_replays() -> None:
    modes = {f"direct_{k}": ["AAA"] * 8 for k in range(3)} | {f"indirect_{k}": ["AAD"] * 8 for k in range(3)}
    records = noise_records(frame(**modes))
    assert find(records, "divergence_noise_rate").value == 0
    assert find(records, "divergence_p").value < 0.01


def test_mirror_scores_by_mode_and_band() -> None:
    verdicts = frame(direct=["AAD", "NAN", "NN?"], indirect=["ADA"])
    assert topic_mirrors(verdicts) == {("t0", "direct"): 1, ("t1", "direct"): 0.5, ("t0", "indirect"): -1}
    records = mirror_records(verdicts, {"t0": "values", "t1": "economy"})
    assert find(records, "mirror_score", mode="direct").value == 0.75
    assert find(records, "half_mirror_rate", mode="direct", band="economy").count == 1
    assert find(records, "mirror_score", mode="indirect", band="values").value == -1


def test_a_run_is_scored_whole_and_trajectories_need_most_of_its_turns() -> None:
    def verdicts(turns: int, cases: int) -> list[Verdict]:
        return [
            Verdict({"topic_id": f"t{case}", "mode": "direct", "persona": persona}, 0, turn, "agree", "j")
            for case in range(4)
            for persona in PERSONAS
            for turn in range(1 if case < cases else turns, turns + 1)
        ]

    few, all_turns = score_bias_run(verdicts(5, 1)), score_bias_run(verdicts(5, 4))
    assert {"class_rate", "mirror_score", "class_change_rate"} <= {r.metric for r in few}
    assert not [r for r in few if r.metric == "stability_rate"]
    assert find(all_turns, "stability_rate", mode="direct").value == 1
