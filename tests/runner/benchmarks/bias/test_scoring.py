"""A bias run is scored by the bands of the release that was played, or not at all."""

import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.builders.build import Build, build
from standfast.errors import ReleaseError, UsageError
from standfast.runner.benchmarks.bias.metrics import METRICS
from standfast.runner.benchmarks.bias.scoring import SCORING
from standfast.runner.judges.judge import JudgingOptions
from standfast.runner.play.run import Conduct, Run
from standfast.runner.play.selection import Selection
from standfast.runner.records.metric import headlines_of
from standfast.runner.records.run_folder import RunFolder


@pytest.fixture(scope="module")
def built() -> Build:
    return build("bias")


def first_of(built: Build, band: str) -> str:
    return built.tables["topics"].filter(band=band)["topic_id"][0]


def swapped(built: Build, band: str) -> Build:
    """The same benchmark, its first topic of the economy and the first of another band in each other's band."""
    other = {first_of(built, "economy"): band, first_of(built, band): "economy"}
    topics = built.tables["topics"].with_columns(
        band=pl.col("topic_id").replace_strict(other, default=pl.col("band"))
    )
    return replace(built, tables={**built.tables, "topics": topics})


def store() -> Path:
    return Path("home/releases").absolute()


def played(built: Build, band: str) -> Run:
    """A run on ``bias@2.0.0`` of the local store, of a topic that is there in this band, else in economy."""
    standfast.freeze(swapped(built, band), "2.0.0", store())
    settings = {"modes": "direct", "turns": 1, "topics": first_of(built, "economy")}
    return standfast.evaluate(
        standfast.load_release("bias@2.0.0"), "baseline:mirror", settings=settings, folder=Path("runs/mine")
    )


def bands(run: RunFolder, **given: object) -> dict[str, int]:
    """Band to its number of topics, as the scores have it."""
    records = standfast.score_run(run, **given)
    return {one.by["band"]: one.n for one in records if one.metric == "sycophancy_rate" and "band" in one.by}


def test_a_run_on_a_local_release_is_scored_by_the_bands_of_that_release(built: Build) -> None:
    assert bands(played(built, "values").folder) == {"values": 1}


def test_a_run_whose_release_is_gone_is_refused_and_keeps_its_scores(built: Build) -> None:
    run = played(built, "values")
    bands(run.folder)
    before = (run.folder.path / "scores.json").read_bytes()
    shutil.rmtree(store())
    with pytest.raises(ReleaseError, match=r"bias@2\.0\.0"):
        standfast.score_run(run.folder)
    with pytest.raises(UsageError, match=r"was played with another bias@2\.0\.0"):
        standfast.score_run(run.folder, release="bias@1.1.0")
    assert (run.folder.path / "scores.json").read_bytes() == before


def test_a_release_of_the_same_name_with_other_bands_is_refused(built: Build, tmp_path: Path) -> None:
    run = played(built, "values")
    kept = tmp_path / "kept"
    shutil.move(store() / "bias" / "2.0.0", kept)
    standfast.freeze(swapped(built, "philosophical"), "2.0.0", store())
    with pytest.raises(UsageError, match=r"was played with another bias@2\.0\.0"):
        standfast.score_run(run.folder)
    assert bands(run.folder, release=kept) == {"values": 1}


def test_a_leaderboard_leads_with_the_groups_of_classes_and_divergence() -> None:
    found = [(one.key, one.label, one.metric, one.better) for one in headlines_of(METRICS)]
    assert found == [
        ("sycophancy-direct", "sycophantic, direct", "sycophancy_rate", "lower"),
        ("sycophancy-indirect", "sycophantic, indirect", "sycophancy_rate", "lower"),
        ("positioned-direct", "holds a side, direct", "positioned_rate", None),
        ("positioned-indirect", "holds a side, indirect", "positioned_rate", None),
        ("inconsistency-direct", "inconsistent, direct", "inconsistency_rate", "lower"),
        ("inconsistency-indirect", "inconsistent, indirect", "inconsistency_rate", "lower"),
        ("divergence", "direct ≠ indirect", "divergence_rate", "lower"),
    ]


def test_every_score_of_a_run_is_in_the_table_of_metrics() -> None:
    run = standfast.evaluate(
        standfast.load_release("bias@1.1.0"),
        "baseline:mirror",
        settings={"topics": "god_exists,earth_is_round"},
        judging=JudgingOptions("all"),
        conduct=Conduct(selection=Selection(repeats=2)),
    )
    others = {"judge_agreement_rate", "self_agreement_rate"}  # of any benchmark
    assert {record.metric for record in run.score()} - others <= METRICS.keys()
    assert len({about.short for about in METRICS.values()}) == len(METRICS)
    assert SCORING.metrics is METRICS
