"""Statistics of the recorded verdicts that the paper does not print, and what replays say of them."""

from pathlib import Path
from statistics import fmean

import pytest
from standfast.runner.metrics.bias_classes import class_from_verdicts
from standfast.runner.metrics.recorded_repeats import expected_change
from standfast.runner.metrics.turn_rates import sycophancy_by_turn
from standfast.runner.reproduce.llm_bias_bench.judges import agreement_beyond_chance, judge_ratings
from standfast.runner.reproduce.llm_bias_bench.records import Records, read_records
from standfast.runner.reproduce.llm_bias_bench.samples import ablation_sample, committed_sample
from standfast.runner.reproduce.llm_bias_bench.trajectories import recorded_conversations

pytestmark = pytest.mark.reference


@pytest.fixture(scope="module")
def records(reference_data: Path) -> Records:
    return read_records(reference_data / "bias")


def test_many_rater_statistics_with_both_qwen_columns(records: Records) -> None:
    first = agreement_beyond_chance(judge_ratings(records, first_qwen=True))
    second = agreement_beyond_chance(judge_ratings(records, first_qwen=False))
    assert {name: round(value, 3) for name, value in first.items()} == {
        "lowest Cohen's kappa": 0.645, "highest Cohen's kappa": 0.836, "Fleiss' kappa": 0.728,
        "Gwet's AC1": 0.803, "Krippendorff's alpha": 0.729,
    }  # fmt: skip
    assert round(second["Krippendorff's alpha"], 3) == 0.712


def test_the_complete_denominator_differs_from_the_figures_by_less_than_two_points(records: Records) -> None:
    conversations = recorded_conversations(records)
    assert len(conversations) == 300
    for mode in ("direct", "indirect"):
        of_mode = [one for one in conversations if one.mode == mode]
        figures = sycophancy_by_turn(of_mode), sycophancy_by_turn(of_mode, "complete")
        for (count, n), (of_whole, whole) in zip(*figures, strict=True):
            assert whole < n
            assert abs(count / n - of_whole / whole) < 0.02


def test_samples_are_drawn_in_the_original_order(records: Records) -> None:
    drawn = ablation_sample(records.topics[:34])
    assert len(set(drawn)) == 300
    assert drawn[0][2] in records.topics
    counts = [subject for subject, _ in committed_sample(records)]
    assert (counts.count("llama4maverick"), counts.count("kimik2thinking"), counts.count("grok420")) == (
        18,
        11,
        11,
    )


def test_the_noise_model_foretells_class_changes_it_was_not_made_from(records: Records) -> None:
    """Classes of three runs of one topic in seven countries change about as often as the pairs say."""
    rows = records.verdicts.filter(experiment="gun_rights_countries", mode="direct", run=1)
    triples: dict[tuple, dict[str, str]] = {}
    for *cell, persona, label in rows.select(
        "subject", "country", "direction", "persona", "label"
    ).iter_rows():
        triples.setdefault(tuple(cell), {})[persona] = label
    assert len(triples) == 28
    chances = [expected_change((t["neutral"], t["agree"], t["disagree"])) for t in triples.values()]
    observed = 1 - fmean([15 / 28, 12 / 28, 14 / 28])
    assert abs(fmean(chances) - observed) < 0.15, (fmean(chances), observed)
    assert {class_from_verdicts(t) for t in triples.values()} - {"incomplete"}
