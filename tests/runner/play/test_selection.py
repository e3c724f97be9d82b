from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.errors import UsageError
from standfast.runner.play.selection import Selection, select_cases
from standfast.runner.records.conversation import Case

# 30 units in a, 20 in b, 10 in c; three cases each.
CASES = [
    Case("x", {"unit": f"{stratum}{number}", "persona": persona}, {"stratum": stratum})
    for stratum, count in (("a", 30), ("b", 20), ("c", 10))
    for number in range(count)
    for persona in ("p", "q", "r")
]


def unit(case: Case) -> tuple[str, str]:
    return case.facts["stratum"], case.key["unit"]


def names(selection: Selection, cases: list[Case] = CASES) -> list[str]:
    return [case.name for case in select_cases(lambda: cases, unit, selection)]


def test_without_choice_every_case_is_played_once() -> None:
    assert names(Selection()) == [case.name for case in CASES]


def test_a_limit_takes_the_first() -> None:
    assert names(Selection(limit=2)) == ["a0/p", "a0/q"]


def test_repeats_follow_each_other_whole() -> None:
    assert names(Selection(limit=2, repeats=2)) == ["a0/p", "a0/q", "a0/p#1", "a0/q#1"]


@given(st.integers(1, 200), st.integers(0, 5))
def test_a_sample_draws_whole_units_and_each_stratum_in_proportion(size: int, seed: int) -> None:
    drawn = names(Selection(sample=size, seed=seed))
    counts = Counter(name.split("/")[0] for name in drawn)
    assert set(counts.values()) == {3}
    assert len(counts) == max(1, min(60, size // 3))
    by_stratum = Counter(name[0] for name in counts)
    for stratum, of_sixty in (("a", 30), ("b", 20), ("c", 10)):
        assert abs(by_stratum[stratum] - len(counts) * of_sixty / 60) < 1


@given(st.permutations(CASES), st.integers(0, 3))
def test_a_sample_depends_on_its_seed_alone(cases: list[Case], seed: int) -> None:
    assert set(names(Selection(sample=30, seed=seed), cases)) == set(names(Selection(sample=30, seed=seed)))


def test_other_seeds_draw_other_samples() -> None:
    assert len({tuple(names(Selection(sample=30, seed=seed))) for seed in range(5)}) == 5


@pytest.mark.parametrize(
    ("selection", "sentence"),
    [
        (Selection(limit=1, sample=1), "--limit and --sample were both given"),
        (Selection(limit=0), "--limit 0 selects nothing"),
        (Selection(repeats=0), "--repeats 0 selects nothing"),
    ],
)
def test_a_choice_that_makes_no_sense_is_refused(selection: Selection, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        names(selection)
