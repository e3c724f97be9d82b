import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.report.provenance import settings_apart
from standfast.runner.report.ranks import RankRange, rank_ranges

# A below B below C by value; A ties with B and B with C, but A lies wholly below C.
CHAIN = [(0.0, 0.2), (0.15, 0.4), (0.3, 0.6)]


def places(intervals: list, better: str) -> list[str]:
    return ["–" if found is None else str(found) for found in rank_ranges(intervals, better)]


def test_overlap_that_is_not_transitive_gives_ranges_that_say_so() -> None:
    assert places(CHAIN, "lower") == ["1–2", "1–3", "2–3"]
    assert places(CHAIN, "higher") == ["2–3", "1–3", "1–2"]


def test_intervals_apart_give_single_places() -> None:
    assert places([(0.5, 0.6), (0.1, 0.2), (0.3, 0.4)], "lower") == ["3", "1", "2"]
    assert places([(0.5, 0.6), (0.1, 0.2), (0.3, 0.4)], "higher") == ["1", "3", "2"]


def test_ends_that_touch_and_equal_points_tie() -> None:
    assert places([(0.1, 0.2), (0.2, 0.3)], "lower") == ["1–2", "1–2"]
    assert places([(0.5, 0.5), (0.5, 0.5), (0.6, 0.6)], "lower") == ["1–2", "1–2", "3"]


def test_a_group_of_ties_shares_its_places() -> None:
    assert places([(0, 0.1), (0, 0.1), (0.5, 0.6), (0.5, 0.7), (0.9, 1)], "lower") == [
        "1–2",
        "1–2",
        "3–4",
        "3–4",
        "5",
    ]


def test_who_has_no_interval_takes_no_place_and_moves_no_one() -> None:
    assert places([None, (0.1, 0.2), None, (0.3, 0.4)], "lower") == ["–", "1", "–", "2"]
    assert places([None], "lower") == ["–"]


interval = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda ends: (min(ends), max(ends)))


@given(st.lists(interval, min_size=1, max_size=8))
def test_ranges_hold_every_order_that_the_intervals_allow(intervals: list[tuple[float, float]]) -> None:
    found = rank_ranges(intervals, "lower")
    for ends in (0, 1):
        values = [one[ends] for one in intervals]
        for place, one in enumerate(found):
            assert one is not None
            assert 1 <= one.first <= one.last <= len(intervals)
            # The lowest rank that the order of these ends gives, ties in one's favour and against.
            favoured = 1 + sum(value < values[place] for value in values)
            against = sum(value <= values[place] for value in values)
            assert one.first <= against
            assert favoured <= one.last
    assert min(one.first for one in found if one) == 1
    assert max(one.last for one in found if one) == len(intervals)
    assert rank_ranges([(-high, -low) for low, high in intervals], "higher") == found


def test_a_range_of_one_place_is_a_number() -> None:
    assert (str(RankRange(2, 2)), str(RankRange(2, 5))) == ("2", "2–5")


def test_settings_unlike_those_of_most_are_named() -> None:
    usual = {"turns": 5, "topics": None, "judge": "a"}
    runs = [usual, {**usual, "turns": 3}, usual, {**usual, "judge": "b", "decoys": 0.25}]
    assert settings_apart(runs, [228, 228, 230, 100]) == [
        [],
        ["turns: 3, elsewhere 5"],
        [],
        ["decoys: 0.25, elsewhere not said", "judge: b, elsewhere a", "conversations: 100, elsewhere 228"],
    ]


@pytest.mark.parametrize(
    ("cases", "apart"), [(100, False), (95, False), (94, True), (105, False), (106, True)]
)
def test_a_few_failed_conversations_do_not_set_a_run_apart(cases: int, apart: bool) -> None:
    assert bool(settings_apart([{}, {}, {}], [100, 100, cases])[2]) == apart


def test_of_settings_as_frequent_as_each_other_the_first_by_its_text_is_usual() -> None:
    assert settings_apart([{"judge": "b"}, {"judge": "a"}], [1, 1]) == [["judge: b, elsewhere a"], []]
