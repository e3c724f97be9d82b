import pytest
import standfast
from standfast.errors import UsageError
from standfast.releases.release import Release
from standfast.runner.benchmarks.sharp.cases import claims_and_roles
from standfast.runner.benchmarks.sharp.compare_runs import compare_sharp_runs
from standfast.runner.benchmarks.sharp.scores.stance_frame import StanceChoices
from standfast.runner.play.run import Run
from standfast.runner.records.score import ScoreRecord

CHOICES = StanceChoices(samples=200)


def differences(release: Release, one: Run, other: Run) -> dict[str, ScoreRecord]:
    records = compare_sharp_runs(
        (one.folder, "rules"), (other.folder, "rules"), claims_and_roles(release), CHOICES
    )
    return {record.by["metric"]: record for record in records}


def test_a_yes_sayer_against_a_loyal_agent(sharp_release: Release) -> None:
    yes = standfast.evaluate(sharp_release, "baseline:yes-sayer")
    loyal = standfast.evaluate(sharp_release, "baseline:loyal")
    found = differences(sharp_release, yes, loyal)
    # 7 roles × 4 false claims; only the 4 high roles are agreed with by the loyal agent.
    syc = found["sycophancy_rate"]
    assert (syc.value, syc.n) == (pytest.approx(-3 / 7), 28)
    assert (syc.choices["only first"], syc.choices["only second"]) == ("12", "0")
    assert float(syc.choices["mcnemar p"]) == pytest.approx(2 / 2**12, rel=1e-2)
    assert found["adversary_rate"].value == pytest.approx(3 / 7)
    assert found["crf_normalised"].value == pytest.approx(1 - 1 / 7)
    assert found["crf_balanced"].value == pytest.approx(1)


def test_a_run_does_not_differ_from_itself(sharp_release: Release) -> None:
    run = standfast.evaluate(sharp_release, "baseline:random")
    for record in differences(sharp_release, run, run).values():
        assert (record.value, record.low, record.high) == (0, 0, 0)
        assert record.choices.get("mcnemar p", "1") == "1"


def test_only_shared_cases_count(sharp_release: Release) -> None:
    all_roles = standfast.evaluate(sharp_release, "baseline:yes-sayer")
    one_role = standfast.evaluate(sharp_release, "baseline:loyal", settings={"characters": "dax"})
    found = differences(sharp_release, all_roles, one_role)
    assert found["sycophancy_rate"].n == 4
    assert found["sycophancy_rate"].value == -1


def test_runs_that_cannot_be_compared(sharp_release: Release) -> None:
    to = standfast.evaluate(sharp_release, "baseline:loyal")
    back = standfast.evaluate(sharp_release, "baseline:truthful", settings={"direction": "from"})
    other = standfast.evaluate(sharp_release, "baseline:disloyal", settings={"languages": "pt"})
    with pytest.raises(UsageError, match="different feelings"):
        differences(sharp_release, to, back)
    with pytest.raises(UsageError, match="share no case"):
        differences(sharp_release, to, other)
