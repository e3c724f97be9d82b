"""What undecided exchanges leave open, by hand and by a search through every way they could be decided."""

from dataclasses import replace
from itertools import product

import pytest
from standfast.runner.benchmarks.picon.answers.value import PAIR_VERDICTS
from standfast.runner.benchmarks.picon.scores.bounds import picon_bounds
from standfast.runner.benchmarks.picon.scores.findings import Contradiction, Findings, TurnFindings
from standfast.runner.benchmarks.picon.scores.run_scores import PiconChoices, score_picon
from standfast.runner.play.missing import score_name

TORN = (Contradiction(2, "judge"),)
FIRST = TurnFindings(substantive=True, contradictions=(), named=True)
OPEN = TurnFindings(substantive=None, contradictions=None, named=None)


def ana(*turns: TurnFindings, retest: tuple = (), later: tuple = ()) -> Findings:
    return Findings("ana/en/fixed", "ana/en", turns, retest, later)


def test_undecided_retests_by_hand() -> None:
    one = ana(FIRST, retest=("same", None, "conflict"))
    bounds = picon_bounds({0: [one]}, {}, "paper")
    assert bounds[score_name("retest_consistency", {})] == pytest.approx((1 / 3, 2 / 3))
    same = {"over": "turns", "stage": "retest", "verdict": "same"}
    assert bounds[score_name("retest_rate", same)] == pytest.approx((1 / 3, 2 / 3))
    assert bounds[score_name("cooperativeness", {"over": "turns"})] == (1.0, 1.0)


def test_bounds_are_those_of_all_ways() -> None:
    bo = Findings("bo/en/fixed", "bo/en", (FIRST, replace(FIRST, substantive=False)), ("same",))

    def made(substantive, contradictions, named, again) -> list[Findings]:
        turn = TurnFindings(substantive, contradictions, named)
        return [ana(FIRST, turn, FIRST, retest=("same", again), later=(("conflict", again),)), bo]

    ends: dict = {}
    for way in product((True, False), ((), TORN), (True, False), PAIR_VERDICTS):
        for record in score_picon([made(*way)], PiconChoices()):
            if record.value is not None:
                name = score_name(record.metric, record.by)
                low, high = ends.get(name, (record.value, record.value))
                ends[name] = min(low, record.value), max(high, record.value)
    bounds = picon_bounds({0: made(None, None, None, None)}, {}, "paper")
    assert len(bounds) > 15
    for name, found in bounds.items():
        assert found == pytest.approx(ends[name]), name


def test_an_interview_that_was_not_played_may_come_out_either_way() -> None:
    bounds = picon_bounds({0: [ana(FIRST, FIRST)]}, {0: {"bo/en"}}, "paper")
    assert bounds[score_name("cooperativeness", {})] == (0.5, 1.0)
    # How many exchanges it would have had is not known.
    assert score_name("cooperativeness", {"over": "turns"}) not in bounds


def test_the_packages_formulas_count_what_is_undecided() -> None:
    assert picon_bounds({0: [ana(FIRST, retest=(None,))]}, {}, "package") == {}


def test_who_never_answers_scores_zero_whatever_the_rest() -> None:
    silent = replace(FIRST, substantive=False)
    (low, high) = picon_bounds({0: [ana(silent, silent)]}, {}, "paper")[
        score_name("internal_consistency", {})
    ]
    (record,) = [
        one
        for one in score_picon([[ana(silent, silent)]], PiconChoices())
        if one.metric == "internal_consistency" and not one.by
    ]
    assert low == high == record.value == 0.0
