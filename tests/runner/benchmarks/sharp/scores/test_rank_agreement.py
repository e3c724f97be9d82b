import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import kendalltau, spearmanr
from standfast.runner.benchmarks.sharp.scores.rank_agreement import rank_agreement

# Invented affinities against HPD values at two story times (facts §4).
AFFINITIES = [0.534, 0.478, 0.401, 0.151, -0.078]


def test_latest_values_with_a_tie() -> None:
    found = rank_agreement(AFFINITIES, [8, 8, 3, -5, -6])
    assert (found.tau_b, found.rho) == (pytest.approx(0.9487, abs=1e-4), pytest.approx(0.9747, abs=1e-4))
    assert (found.n, found.ties_first, found.ties_second, found.p_method) == (5, 0, 1, "exact")
    # Of 120 orders of 8, 8, 3, −5, −6 four reach it: two (equal) each way up and down.
    assert found.tau_p == pytest.approx(4 / 120)


def test_the_story_time_changes_the_verdict() -> None:
    found = rank_agreement(AFFINITIES, [-1, 6, 1, -4, -6])
    assert (found.tau_b, found.rho) == (pytest.approx(0.6), pytest.approx(0.7))
    assert found.tau_p == pytest.approx(0.2333, abs=1e-4)
    assert found.rho_p == pytest.approx(0.2333, abs=1e-4)


def test_a_perfect_order_of_five_happens_by_chance_in_one_of_sixty() -> None:
    assert rank_agreement([5, 4, 3, 2, 1], [5, 4, 3, 2, 1]).tau_p == pytest.approx(2 / 120)


def test_all_ties_and_single_roles_are_undefined() -> None:
    assert rank_agreement([1, 2, 3], [7, 7, 7]).tau_b is None
    assert rank_agreement([1], [1]).rho is None
    with pytest.raises(ValueError, match="of every role"):
        rank_agreement([1, float("nan")], [1, 2])


def test_many_roles_are_drawn_and_repeat_with_the_seed() -> None:
    first = [float(i) for i in range(30)]
    second = [float((i * 7) % 30) for i in range(30)]
    one = rank_agreement(first, second, seed=1)
    assert one.p_method == "permutation"
    assert one == rank_agreement(first, second, seed=1)
    assert one.tau_p == pytest.approx(kendalltau(first, second).pvalue, abs=0.03)
    assert rank_agreement(first, first).tau_p == pytest.approx(1 / 10_000)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=7))
def test_scipy_agrees(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    assume(len(set(first)) > 1 and len(set(second)) > 1)
    found = rank_agreement(first, second)
    assert found.tau_b == pytest.approx(kendalltau(first, second).statistic)
    assert found.rho == pytest.approx(spearmanr(first, second).statistic)
    assert 0 < found.tau_p <= 1
