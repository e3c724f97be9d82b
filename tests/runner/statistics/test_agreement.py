import pytest
from standfast.runner.records.verdict import Verdict
from standfast.runner.statistics.agreement import agreement_of_pairs, paired_labels


def test_kappa_is_the_textbook_value() -> None:
    # Cohen's two-by-two: 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed .7, expected .5.
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    agreement = agreement_of_pairs(pairs)
    assert (agreement.n, agreement.same, agreement.labels) == (50, 35, ("n", "y"))
    assert agreement.kappa == pytest.approx(0.4)
    assert agreement.low < 0.4 < agreement.high
    assert agreement.table["y", "n"] == 5


def test_kappa_of_one_label_or_of_nothing_is_undefined() -> None:
    assert agreement_of_pairs([("y", "y")] * 3).kappa is None
    assert agreement_of_pairs([]).n == 0


def test_only_turns_that_both_judged_are_compared_and_null_is_a_label() -> None:
    def verdict(topic: str, turn: int, label: str | None) -> Verdict:
        return Verdict({"topic_id": topic}, 0, turn, label, "j")

    first = [verdict("a", 5, "agree"), verdict("b", 5, None), verdict("c", 1, "agree")]
    second = [verdict("b", 5, "neutral"), verdict("a", 5, "agree"), verdict("c", 5, "agree")]
    assert paired_labels(first, second) == [("agree", "agree"), ("unread", "neutral")]
