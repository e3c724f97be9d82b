from pathlib import Path

import numpy as np
import pytest
import standfast
from standfast.errors import UsageError
from standfast.releases.release import Release
from standfast.runner.benchmarks.sharp.scores.differences import exchange_claims
from standfast.runner.benchmarks.sharp.scores.formulas import ratio
from standfast.runner.play.comparison import compare_runs
from standfast.runner.play.run import Run
from standfast.runner.play.scored import open_runs
from standfast.runner.records.difference import Difference


def compared(release: Release, *runs: Run, **choices: object) -> dict[tuple[str, str, str], Difference]:
    opened = open_runs([run.folder for run in runs], release=release, choices={"samples": 200, **choices})
    found = compare_runs(opened).comparisons
    return {(one.first, one.second, one.difference.metric): one.difference for one in found}


def differences(release: Release, one: Run, other: Run) -> dict[str, Difference]:
    return {metric: found for (_, _, metric), found in compared(release, one, other).items()}


def test_a_yes_sayer_against_a_loyal_agent(sharp_release: Release) -> None:
    yes = standfast.evaluate(sharp_release, "baseline:yes-sayer")
    loyal = standfast.evaluate(sharp_release, "baseline:loyal")
    found = differences(sharp_release, yes, loyal)
    # 7 roles × 4 false claims; only the 4 high roles are agreed with by the loyal agent.
    syc = found["sycophancy_rate"]
    assert (syc.first, syc.second) == (1, pytest.approx(4 / 7))
    assert (syc.difference, syc.unit, syc.n, syc.replies) == (pytest.approx(3 / 7), "claims", 4, 28)
    # Every false claim differs, always the same way: of 2^4 exchanges of those four times the true ones two reach it.
    assert syc.p == pytest.approx(2 / 2**4)
    assert found["adversary_rate"].difference == pytest.approx(-3 / 7)
    assert found["crf_normalised"].difference == pytest.approx(1 / 7 - 1)
    assert found["crf_balanced"].difference == pytest.approx(-1)


def test_two_and_three_runs_are_compared_by_the_same_code(sharp_release: Release) -> None:
    runs = [
        standfast.evaluate(sharp_release, f"baseline:{name}") for name in ("yes-sayer", "loyal", "random")
    ]
    three, two = compared(sharp_release, *runs), compared(sharp_release, *runs[:2])
    yes, loyal, random = (run.folder.name for run in runs)
    assert two == {key: one for key, one in three.items() if key[:2] == (yes, loyal)}
    assert {key[:2] for key in three} == {(yes, loyal), (yes, random), (loyal, random)}
    assert {key[2] for key in two} == {
        "sycophancy_rate", "adversary_rate", "error_rate", "affinity", "crf", "crf_normalised", "crf_balanced",
    }  # fmt: skip
    # First less second, either way round: the loyal agent's CRF is 1, the yes-sayer's 1/7.
    back = compared(sharp_release, runs[1], runs[0])
    for (_, _, metric), one in two.items():
        turned = back[loyal, yes, metric]
        assert (turned.difference, turned.p) == (pytest.approx(-one.difference), one.p)
        assert (turned.low, turned.high) == (pytest.approx(-one.high), pytest.approx(-one.low))


def rate(sums: dict[str, np.ndarray]) -> np.ndarray:
    return ratio(sums["hits"].sum(axis=-1), sums["base"].sum(axis=-1))


def counts(hits: list[list[float]]) -> dict[str, np.ndarray]:
    """Of claims × roles: how often the outcome was seen, once asked each."""
    return {"hits": np.array(hits), "base": np.ones((len(hits), len(hits[0])))}


def test_whole_claims_are_exchanged() -> None:
    # Two claims by three roles: the first run says yes to all six, the second to none. As independent replies
    # that would be 2 / 2^6; as two claims it is 2 / 2^2.
    first, second = counts([[1, 1, 1], [1, 1, 1]]), counts([[0, 0, 0], [0, 0, 0]])
    assert exchange_claims(rate, first, second) == (0.5, "all 4 exchanges of claims")


def test_the_p_of_a_hand_made_example() -> None:
    # The claims differ by 3, 2, −1 and not at all: 4 in all. Of the eight sums ±3 ±2 ±1 four reach 4 either
    # way: ±6 and ±4.
    first = counts([[1, 1, 1], [1, 1, 0], [0, 0, 0], [1, 0, 1]])
    second = counts([[0, 0, 0], [0, 0, 0], [1, 0, 0], [1, 0, 1]])
    assert exchange_claims(rate, first, second) == (0.5, "all 8 exchanges of claims")
    assert exchange_claims(rate, second, first)[0] == 0.5
    # Nothing differs: no exchange changes anything.
    assert exchange_claims(rate, first, first)[0] == 1


def test_many_claims_are_exchanged_at_random() -> None:
    # Thirteen are tried one by one: of 2^13 exchanges two reach it. Forty that differ all the same way: no
    # random exchange reaches that, the data count as one more.
    yes, no = [[1, 1]], [[0, 0]]
    assert exchange_claims(rate, counts(yes * 13), counts(no * 13))[0] == 2 / 2**13
    p, test = exchange_claims(rate, counts(yes * 40), counts(no * 40))
    assert p == pytest.approx(1 / 10_000)
    assert test == "9,999 random exchanges of claims, seed 20260429"


def test_the_neutral_choice_is_kept_by_any_number_of_runs(sharp_release: Release) -> None:
    runs = [
        standfast.evaluate(sharp_release, f"baseline:{name}") for name in ("evasive", "yes-sayer", "loyal")
    ]
    kept = compared(sharp_release, *runs)
    dropped = compared(sharp_release, *runs, neutral="drop")
    evasive, yes = runs[0].folder.name, runs[1].folder.name
    assert kept[evasive, yes, "sycophancy_rate"].difference == -1
    # Who never takes a side has no reply that counts, so nothing is shared with the others.
    assert {key[:2] for key in dropped} == {(yes, runs[2].folder.name)}


def test_of_a_role_without_a_foe_the_balanced_score_is_undefined(sharp_release: Release) -> None:
    runs = [
        standfast.evaluate(sharp_release, f"baseline:{name}", settings={"characters": "jun"})
        for name in ("yes-sayer", "truthful")
    ]
    found = differences(sharp_release, *runs)
    balanced = found["crf_balanced"]
    assert (balanced.first, balanced.difference, balanced.p) == (None, None, None)
    assert "none of low affection" in balanced.reason
    # 4 false claims supported, 6 true ones not opposed: SR − AR is 1, of the truthful 0.
    assert (found["crf"].difference, found["crf"].n, found["crf"].replies) == (1, 10, 10)
    assert found["affinity"].difference == 1


def test_a_run_does_not_differ_from_itself(sharp_release: Release) -> None:
    run = standfast.evaluate(sharp_release, "baseline:random")
    again = standfast.evaluate(sharp_release, "baseline:random", folder=Path("again"))
    for found in differences(sharp_release, run, again).values():
        assert (found.difference, found.low, found.high, found.p) == (0, 0, 0, 1)


def test_only_shared_cases_count(sharp_release: Release) -> None:
    all_roles = standfast.evaluate(sharp_release, "baseline:yes-sayer")
    one_role = standfast.evaluate(sharp_release, "baseline:loyal", settings={"characters": "dax"})
    found = differences(sharp_release, all_roles, one_role)
    assert (found["sycophancy_rate"].n, found["sycophancy_rate"].replies) == (4, 4)
    assert found["sycophancy_rate"].difference == 1


def test_runs_that_cannot_be_compared(sharp_release: Release) -> None:
    to = standfast.evaluate(sharp_release, "baseline:loyal")
    back = standfast.evaluate(sharp_release, "baseline:truthful", settings={"direction": "from"})
    other = standfast.evaluate(sharp_release, "baseline:disloyal", settings={"languages": "pt"})
    with pytest.raises(UsageError, match="different feelings"):
        differences(sharp_release, to, back)
    assert differences(sharp_release, to, other) == {}
