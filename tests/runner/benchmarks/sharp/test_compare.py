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


def compared(release: Release, *runs: Run) -> dict[tuple[str, str, str], Difference]:
    opened = open_runs([run.folder for run in runs], release=release, choices={"samples": 200})
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
    assert two == {key: one for key, one in three.items() if key[:2] in {key[:2] for key in two}}
    assert len(three) == 3 * len(two)


def test_the_test_exchanges_whole_claims() -> None:
    # Two claims by three roles: the first run says yes to all six, the second to none. As independent replies
    # that would be 2 / 2^6; as two claims it is 2 / 2^2.
    ones = np.ones((2, 3))
    first, second = {"hits": ones, "base": ones}, {"hits": 0 * ones, "base": ones}

    def rate(sums):
        return ratio(sums["hits"].sum(axis=-1), sums["base"].sum(axis=-1))

    assert exchange_claims(rate, first, second) == (0.5, "all 4 exchanges of claims")
    # Forty claims that differ all the same way: no random exchange reaches that, the data count as one.
    many = (
        {name: np.tile(counts[:1], (40, 1)) for name, counts in first.items()},
        {name: np.tile(counts[:1], (40, 1)) for name, counts in second.items()},
    )
    assert exchange_claims(rate, *many)[0] == pytest.approx(1 / 10_000)


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
