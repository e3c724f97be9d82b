"""Statistics computed here beside those of scipy and statsmodels, whose imports take longer than a report."""

import random

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, t
from standfast.runner.benchmarks.picon.scores.spread import mean_interval
from standfast.runner.statistics.agreement import agreement_of_pairs
from standfast.runner.statistics.intervals import SEED, bootstrap_interval, drawn_places, share_interval
from standfast.runner.statistics.many_raters import (
    agreement_interval,
    fleiss_kappa,
    fleiss_kappas,
    gwet_ac1,
    gwet_ac1s,
    krippendorff_alpha,
    krippendorff_alphas,
)
from standfast.runner.statistics.significance import fair_coin_p, holm
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.inter_rater import fleiss_kappa as their_fleiss_kappa
from statsmodels.stats.multitest import multipletests

LABELS = st.sampled_from("abc")
COUNTS = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(st.lists(st.tuples(LABELS, LABELS), min_size=2, max_size=40))
def test_cohens_kappa_and_its_interval(pairs: list[tuple[str, str]]) -> None:
    labels = sorted({label for pair in pairs for label in pair})
    found = agreement_of_pairs(pairs)
    if len(labels) < 2:
        assert found.kappa is None
        return
    with numpy.errstate(all="ignore"):
        theirs = cohens_kappa([[pairs.count((row, column)) for column in labels] for row in labels])
    assert found.kappa == pytest.approx(theirs.kappa)
    if found.low is not None and not numpy.isnan(theirs.kappa_low):
        assert (found.low, found.high) == pytest.approx((theirs.kappa_low, theirs.kappa_upp), abs=1e-6)


@given(st.lists(st.tuples(LABELS, LABELS, LABELS), min_size=2, max_size=30))
def test_fleiss_kappa(ratings: list[tuple[str, str, str]]) -> None:
    labels = sorted({label for item in ratings for label in item})
    if len(labels) > 1:
        counts = [[item.count(label) for label in labels] for item in ratings]
        assert fleiss_kappa(ratings) == pytest.approx(their_fleiss_kappa(counts))


@settings(max_examples=30)
@given(st.lists(st.tuples(LABELS, LABELS, LABELS | st.none()), min_size=2, max_size=30))
def test_the_bootstrap_by_pattern_is_that_of_the_items(ratings) -> None:
    for one, of_samples in (
        (fleiss_kappa, fleiss_kappas), (gwet_ac1, gwet_ac1s), (krippendorff_alpha, krippendorff_alphas),
    ):  # fmt: skip
        slow = bootstrap_interval(ratings, one, resamples=40)
        fast = agreement_interval(ratings, of_samples, resamples=40)
        assert fast == (None if slow is None else pytest.approx(slow))


@pytest.mark.parametrize("n", [2, 38, 1000])
def test_items_are_drawn_as_pythons_own_generator_draws_them(n: int) -> None:
    draw = random.Random(SEED).choices
    assert [places.tolist() for places in drawn_places(n, 3)] == [draw(range(n), k=n) for _ in range(3)]


@given(COUNTS)
def test_exact_intervals_and_the_fair_coin(counts: tuple[int, int]) -> None:
    count, n = counts
    theirs = binomtest(count, n).proportion_ci(method="exact")
    assert share_interval(count, n, "exact") == pytest.approx((theirs.low, theirs.high))
    assert fair_coin_p(count, n) == pytest.approx(binomtest(count, n).pvalue)
    assert fair_coin_p(0, 0) == 1


@pytest.mark.slow
@settings(max_examples=20)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm(p_values: list[float]) -> None:
    theirs = multipletests(p_values, method="holm")[1]
    assert list(holm(dict(enumerate(p_values))).values()) == pytest.approx(list(theirs))


def test_students_interval() -> None:
    values = [0.2, 0.4, 0.5, 0.9]
    low, high = t.interval(0.95, 3, numpy.mean(values), numpy.std(values, ddof=1) / 2)
    assert mean_interval(values) == pytest.approx((low, min(high, 1)))
