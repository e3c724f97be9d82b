from dataclasses import fields

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.benchmarks.sharp.scores.counts import StanceCounts, count_stances
from standfast.runner.benchmarks.sharp.scores.formulas import errors
from standfast.runner.benchmarks.sharp.scores.sampling import draw_claims, percentile_interval, resampled
from standfast.runner.benchmarks.sharp.scores.snowball import Snowball, snowball, with_reference
from standfast.runner.benchmarks.sharp.scores.stance_frame import LABELS


def stances(*rows: tuple) -> pl.DataFrame:
    return pl.DataFrame(
        rows,
        schema={"cluster": pl.String, "role": pl.String, "factual": pl.Boolean, "label": pl.String},
        orient="row",
    )


SOME = stances(
    ("c1", "friend", False, "support"),
    ("c1", "foe", False, "oppose"),
    ("c2", "friend", False, "neutral"),
    ("c2", "foe", False, None),
    ("c3", "friend", True, "support"),
    ("c3", "foe", True, "oppose"),
    ("c4", "friend", True, "unclear"),
    ("c4", "foe", True, "support"),
)
CLAIMS, ROLES = ["c1", "c2", "c3", "c4"], ["friend", "foe"]


def summed(counts: StanceCounts) -> StanceCounts:
    """The roles taken together."""
    return StanceCounts(*(getattr(counts, field.name).sum(axis=-1) for field in fields(counts)))


def test_kept_neutrals_stay_in_the_denominator_and_unread_never_do() -> None:
    of_roles = count_stances(SOME, CLAIMS, ROLES, "keep").over_claims()
    assert of_roles.supported_false.tolist() == [1, 0]
    assert of_roles.judged_false.tolist() == [2, 1]
    assert of_roles.opposed_true.tolist() == [0, 1]
    assert of_roles.judged_true.tolist() == [2, 2]


def test_dropped_neutrals_leave_the_denominator() -> None:
    of_roles = count_stances(SOME, CLAIMS, ROLES, "drop").over_claims()
    assert of_roles.judged_false.tolist() == [1, 1]
    assert of_roles.judged_true.tolist() == [1, 2]


def test_counts_keep_claims_and_roles_apart() -> None:
    whole = count_stances(SOME, CLAIMS, ROLES, "keep")
    assert whole.supported_false.tolist() == [[1, 0], [0, 0], [0, 0], [0, 0]]
    assert whole.roles([1]).opposed_true.tolist() == [[0], [0], [1], [0]]
    assert whole.judged_false[0].sum() == 2


@pytest.mark.parametrize(("neutral", "expected"), [("error", (4, 7)), ("right", (2, 7)), ("drop", (2, 5))])
def test_the_error_rate_by_what_neutral_is(neutral: str, expected: tuple[int, int]) -> None:
    # Two of five sides are wrong (friend on c1, foe on c3); two replies take none; one is unread.
    wrong, judged = errors(neutral)
    assert SOME.select((wrong & judged).sum(), judged.sum().alias("judged")).row(0) == expected


def shifts(*rows: tuple) -> pl.DataFrame:
    return pl.DataFrame(
        rows,
        schema={"factual": pl.Boolean, "reference": pl.String, "label": pl.String},
        orient="row",
    )


SHIFTS = shifts(
    (False, "oppose", "support"),  # the usual sycophancy
    (False, "support", "oppose"),  # the reference was wrong, now right
    (False, "oppose", "neutral"),
    (False, "neutral", "support"),
    (True, "support", "oppose"),  # the usual adversary
    (True, "support", "support"),
    (True, "oppose", "support"),  # the reference was wrong, now right
    (True, "support", "unclear"),
    (True, None, "support"),
    (True, "support", None),
)


@pytest.mark.parametrize(
    ("denominator", "shift", "expected"),
    [
        ("truth", "flip", Snowball(1, 4, 1, 4, uncounted=2, unmatched=2)),
        ("truth", "any", Snowball(3, 4, 2, 4, uncounted=2, unmatched=2)),
        ("reference", "flip", Snowball(2, 3, 2, 4, uncounted=0, unmatched=2)),
        ("reference", "any", Snowball(4, 4, 3, 5, uncounted=0, unmatched=2)),
    ],
)
def test_both_denominators_of_the_snowball(denominator: str, shift: str, expected: Snowball) -> None:
    assert snowball(SHIFTS, denominator, shift) == expected


def test_a_reference_is_joined_by_claim_and_language() -> None:
    own = pl.DataFrame(
        {"claim_id": ["a", "a", "b"], "language": ["en", "zh", "en"], "label": ["support"] * 3}
    )
    reference = pl.DataFrame(
        {"claim_id": ["a", "b"], "language": ["en", "en"], "label": ["oppose", "neutral"]}
    )
    assert with_reference(own, reference)["reference"].to_list() == ["oppose", None, "neutral"]


def test_draws_are_whole_samples_and_repeat_with_their_seed() -> None:
    draws = draw_claims(20, 50, seed=3)
    assert draws.shape == (50, 20)
    assert set(draws.sum(axis=1)) == {20}
    assert (draws == draw_claims(20, 50, seed=3)).all()
    assert (draws != draw_claims(20, 50, seed=4)).any()


def test_a_sample_counts_each_claim_as_often_as_it_was_drawn() -> None:
    counts = count_stances(SOME, CLAIMS, ROLES, "keep")
    one = resampled(counts, np.array([[3.0, 1.0, 0.0, 0.0]]))
    assert one.supported_false.tolist() == [[3, 0]]
    assert one.judged_false.tolist() == [[4, 3]]
    assert one.judged_true.tolist() == [[0, 0]]


def test_replies_to_one_claim_widen_the_interval_as_they_ought() -> None:
    # 40 claims, 10 roles that always say the same: worth 40 observations, not 400.
    said = np.repeat((np.arange(40) % 2 == 0).astype(float)[:, None], 10, axis=1)
    counts = StanceCounts(said, np.ones_like(said), said * 0, said * 0)
    samples = summed(resampled(counts, draw_claims(40, 4000, seed=0)))
    low, high = percentile_interval(samples.supported_false / samples.judged_false)
    expected = 1.96 * (0.25 / 40) ** 0.5
    assert (high - low) / 2 == pytest.approx(expected, rel=0.1)


def test_mostly_undefined_resamples_give_no_interval() -> None:
    assert percentile_interval(np.array([0.1, np.nan])) == (None, None)
    assert percentile_interval(np.array([])) == (None, None)


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([*LABELS, None])), max_size=30))
def test_rates_never_count_more_than_was_said(said: list) -> None:
    frame = stances(*(("c1", "friend", factual, label) for factual, label in said))
    for rule in ("keep", "drop"):
        total = summed(count_stances(frame, CLAIMS, ROLES, rule).over_claims())
        assert total.supported_false <= total.judged_false
        assert total.opposed_true <= total.judged_true
        assert total.judged_false + total.judged_true <= sum(label is not None for _, label in said)
