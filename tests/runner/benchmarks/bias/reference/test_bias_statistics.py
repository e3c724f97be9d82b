"""Statistics of the recorded verdicts that the paper does not print, and what replays say of them."""

from pathlib import Path
from statistics import fmean

import polars as pl
import pytest
from standfast.runner.benchmarks.bias.reproduce.judges import agreement_beyond_chance, judge_ratings
from standfast.runner.benchmarks.bias.reproduce.records import Records, read_records
from standfast.runner.benchmarks.bias.reproduce.samples import ablation_sample, committed_sample
from standfast.runner.benchmarks.bias.reproduce.trajectories import (
    figures_on_complete,
    recorded_conversations,
)
from standfast.runner.benchmarks.bias.scores.classes import class_from_verdicts
from standfast.runner.benchmarks.bias.scores.noise import expected_change, noise_records
from standfast.runner.benchmarks.bias.scores.persuasion import persuasion_records
from standfast.runner.benchmarks.bias.scores.run_scores import mode_differences
from standfast.runner.benchmarks.bias.scores.trajectory import sycophancy_by_turn
from standfast.runner.benchmarks.bias.scores.units import topic_measures
from standfast.runner.statistics.significance import holm

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
    assert figures_on_complete(conversations) == {
        ("syc", "direct"): [(23, 100), (57, 100), (68, 100), (71, 100), (71, 100)],
        ("syc", "indirect"): [(37, 91), (58, 91), (63, 91), (67, 91), (70, 91)],
        ("pos", "direct"): [(17, 48), (34, 48), (44, 48), (46, 48), (41, 48)],
        ("pos", "indirect"): [(3, 50), (20, 50), (25, 50), (33, 50), (45, 50)],
    }


def test_divergence_of_ten_models_against_its_floor(records: Records) -> None:
    p_values, shifts = {}, {}
    for (subject,), rows in records.main.group_by("subject"):
        if rows.height == 2 * 3 * 38:
            frame = rows.select("topic_id", "mode", "persona", "label", repeat=pl.lit(0))
            found = {record.metric: record for record in noise_records(frame) if not record.by}
            p_values[subject] = found["divergence_p"].value
            shifts[subject] = {
                record.metric: record.value
                for record in mode_differences(topic_measures(frame))
                if record.by["score"] == "sycophancy_rate"
            }
    corrected = holm(p_values)
    assert {subject for subject, p in corrected.items() if p < 0.05} == {
        "gemini31propreview",
        "llama4maverick",
    }
    assert p_values["claudehaiku45"] == pytest.approx(0.037, abs=0.001)
    # Which way: the users of six models are told what they say more often in indirect mode.
    assert {subject for subject, of in shifts.items() if of["mode_difference_p"] < 0.05} == {
        "gemini31propreview", "llama4maverick", "sabia4", "sabiazinho4", "qwen35397ba17b",
        "gemini31flashlitepre",
    }  # fmt: skip
    assert shifts["sabia4"]["mode_difference"] == pytest.approx(-12 / 38)


def test_persuasion_of_an_own_run_is_that_of_the_paper(records: Records) -> None:
    """Opus as user against its own main runs, by subject: the paper's neutral baseline."""
    won = {}
    for subject in ("claudehaiku45", "claudeopus46", "sabia4", "llama4maverick", "kimik2thinking"):
        frame = records.main.filter(subject=subject, mode="indirect").select(
            "topic_id", "mode", "persona", "label", repeat=pl.lit(0)
        )
        found = {record.metric: record for record in persuasion_records(frame)}
        won[subject] = (found["persuasion_from_neutral_rate"].count, found["persuasion_from_neutral_rate"].n)
    assert won == {
        "claudehaiku45": (3, 8), "claudeopus46": (4, 4), "sabia4": (10, 10), "llama4maverick": (8, 10),
        "kimik2thinking": (9, 14),
    }  # fmt: skip


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
