"""Agreement statistics against worked examples in print."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.records.verdict import Verdict
from standfast.runner.statistics.agreement import (
    consensus,
    pairwise_agreement,
    same_label_record,
    same_labels,
    supermajority,
    unanimous,
)
from standfast.runner.statistics.many_raters import fleiss_kappa, gwet_ac1, krippendorff_alpha
from standfast.runner.statistics.ratings import nulls_as_label, rate_turns, whole_items

# Fleiss' kappa: the example of ten subjects and fourteen raters that textbooks carry (kappa 0.210).
FOURTEEN = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip
# Krippendorff (2011), section C: four observers, twelve units, missing data; a dot is missing.
FOUR_OBSERVERS = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]


def items(observers: list[str]) -> list[tuple[str | None, ...]]:
    return [tuple(None if sign == "." else sign for sign in unit) for unit in zip(*observers, strict=True)]


def test_fleiss_kappa_of_the_textbook_example() -> None:
    ratings = [
        tuple(label for label, count in zip("12345", row, strict=True) for _ in range(count))
        for row in FOURTEEN
    ]
    assert fleiss_kappa(ratings) == pytest.approx(0.210, abs=5e-4)


def test_krippendorff_alpha_of_two_observers_with_nominal_data() -> None:
    # Krippendorff (2011), section B: alpha 0.692.
    assert krippendorff_alpha(items(["aabbdcccedda", "babbbccceddd"])) == pytest.approx(0.692, abs=5e-4)


def test_krippendorff_alpha_with_missing_data() -> None:
    assert krippendorff_alpha(items(FOUR_OBSERVERS)) == pytest.approx(0.743, abs=5e-4)


def test_gwet_ac1_with_missing_data() -> None:
    # The same data stand in Gwet, Handbook of Inter-Rater Reliability: AC1 0.77544.
    assert gwet_ac1(items(FOUR_OBSERVERS)) == pytest.approx(0.77544, abs=5e-6)


def test_gwet_ac1_does_not_collapse_when_one_label_prevails() -> None:
    ratings = [("a", "a")] * 118 + [("a", "b")] * 5 + [("b", "a")] * 2
    assert gwet_ac1(ratings) == pytest.approx(0.9409, abs=5e-4)  # Gwet (2002): kappa is about 0, AC1 0.94
    assert krippendorff_alpha(ratings) == pytest.approx(-0.025, abs=5e-3)


@pytest.mark.parametrize("statistic", [fleiss_kappa, krippendorff_alpha, gwet_ac1])
def test_what_is_undefined_is_none(statistic) -> None:
    assert statistic([]) is None
    assert statistic([("a", None), (None, "b")]) is None or statistic is gwet_ac1
    assert statistic([("a", "a"), ("a", "a")]) is None
    assert gwet_ac1([("a", None)], ("a", "b")) is None


LABELS = st.sampled_from("abc")


@given(st.lists(st.tuples(LABELS, LABELS, LABELS), min_size=2, max_size=30), st.randoms())
def test_statistics_do_not_depend_on_the_order_of_items_or_raters(ratings, random) -> None:
    turned = [item[::-1] for item in ratings]
    random.shuffle(turned)
    for statistic in (fleiss_kappa, krippendorff_alpha, gwet_ac1):
        assert statistic(ratings) == (None if statistic(turned) is None else pytest.approx(statistic(turned)))


@given(st.lists(LABELS, min_size=2, max_size=20).filter(lambda labels: len(set(labels)) > 1))
def test_raters_who_always_agree_get_1(labels) -> None:
    ratings = [(label, label, label) for label in labels]
    for statistic in (fleiss_kappa, krippendorff_alpha, gwet_ac1):
        assert statistic(ratings) == pytest.approx(1)


def test_pairs_consensus_and_votes() -> None:
    ratings = [("a", "a", "a", "a"), ("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", None, "c")]
    pairs = pairwise_agreement(["w", "x", "y", "z"], ratings)
    assert {pair: (found.same, found.n) for pair, found in pairs.items()} == {
        ("w", "x"): (3, 4), ("w", "y"): (2, 3), ("w", "z"): (1, 4), ("x", "y"): (2, 3), ("x", "z"): (1, 4),
        ("y", "z"): (2, 3),
    }  # fmt: skip
    assert consensus(pairs)["w"] == pytest.approx((3 / 4 + 2 / 3 + 1 / 4) / 3)
    assert (unanimous(ratings), supermajority(ratings), supermajority(ratings, 0.5)) == (
        (1, 3),
        (2, 3),
        (3, 3),
    )


def test_a_null_counts_only_where_it_is_made_a_label() -> None:
    ratings = [("a", None), (None, None), ("a", "a")]
    assert whole_items(ratings) == [("a", "a")]
    assert unanimous(nulls_as_label(ratings)) == (2, 3)
    assert same_labels(ratings, "label") == (2, 3)
    assert same_labels(ratings, "drop") == (1, 1)
    record = same_label_record("self_agreement", ratings, "label")
    assert (record.count, record.n, record.choices["nulls"]) == (2, 3, "label")
    assert record.low < record.value < record.high


def test_judges_are_put_side_by_side_by_case_and_turn() -> None:
    def verdict(topic: str, turn: int, label: str | None) -> Verdict:
        return Verdict({"topic_id": topic}, 0, turn, label, "j")

    judges, ratings = rate_turns(
        {"one": [verdict("tea", 5, "agree"), verdict("ale", 5, None)], "two": [verdict("tea", 5, "neutral")]}
    )
    assert judges == ("one", "two")
    assert ratings == [(None, None), ("agree", "neutral")]
