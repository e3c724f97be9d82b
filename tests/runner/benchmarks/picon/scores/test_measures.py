"""The measures of picon, by hand and by property."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.runner.benchmarks.picon.scores.findings import (
    Confirmation,
    Contradiction,
    Findings,
    TurnFindings,
)
from standfast.runner.benchmarks.picon.scores.measures import (
    claim_share,
    cooperative_share,
    covered_share,
    decided_share,
    decoy_share,
    discarded_share,
    equivalent_share,
    external_consistency,
    free_of_contradiction,
    harmonic_mean,
    internal_consistency,
    non_refutation,
    strict_share,
    triangle_area,
    trust,
    trusted_external,
    unrefuted_by_turn,
    verdict_share,
)
from standfast.runner.benchmarks.picon.scores.run_scores import PiconChoices, score_picon
from standfast.runner.benchmarks.picon.scores.spread import mean_interval, over_personas

shares = st.none() | st.floats(0, 1)


def turn(substantive=True, conflicts=(), named=False, confirmations=()):
    contradictions = None if conflicts is None else tuple(Contradiction(n, "judge") for n in conflicts)
    return TurnFindings(substantive, contradictions, named, tuple(confirmations))


def yes(*claims):
    return Confirmation(False, True, claims)


# An evasive first turn, then three answers of which the last contradicts one earlier and two together.
EVASIVE = (turn(False), turn(), turn(), turn(conflicts=(2, 3)))


def test_internal_consistency_by_hand() -> None:
    assert cooperative_share(EVASIVE) == (3, 4)
    # paper: t* = 2, so turns 3 and 4 count; package: turns 2 to 4
    assert free_of_contradiction(EVASIVE, "paper") == (1, 2)
    assert free_of_contradiction(EVASIVE, "package") == (2, 3)
    assert internal_consistency(EVASIVE, "paper") == pytest.approx(2 * 0.75 * 0.5 / 1.25)
    assert internal_consistency(EVASIVE, "package") == pytest.approx(2 * 0.75 * (2 / 3) / (0.75 + 2 / 3))


def test_who_never_answers_has_no_non_contradiction_in_the_paper_and_a_perfect_one_in_the_package() -> None:
    silent = (turn(False),) * 3
    assert free_of_contradiction(silent, "paper") == (0, 0)
    assert free_of_contradiction(silent, "package") == (2, 2)
    assert internal_consistency(silent, "paper") == internal_consistency(silent, "package") == 0


def test_what_nobody_could_tell_is_left_out() -> None:
    turns = (turn(), turn(None, None), turn())
    assert cooperative_share(turns) == (2, 2)
    assert free_of_contradiction(turns, "paper") == (1, 1)
    assert internal_consistency((turn(None, None),), "paper") is None


def test_external_consistency_by_hand() -> None:
    turns = (
        turn(named=True, confirmations=[yes("supported", "refuted")]),
        turn(named=True, confirmations=[yes("supported"), Confirmation(False, False, ("refuted",))]),
        turn(named=True, confirmations=[yes("not_enough_information", "nothing_found")]),
        turn(),
    )
    assert covered_share(turns, "paper") == (3, 4)
    # Open claims stay in the denominator; denied things do not count; what was not found is refuted in the package.
    assert unrefuted_by_turn(turns, "paper") == [0.5, 1, 1]
    assert unrefuted_by_turn(turns, "package") == [0.5, 1, 0.5]
    assert non_refutation(turns, "paper") == pytest.approx(5 / 6)
    assert external_consistency(turns, "paper") == pytest.approx(2 * (5 / 6) * 0.75 / (5 / 6 + 0.75))
    assert claim_share(turns, "not_enough_information") == (1, 5)
    assert decided_share(turns) == (2, 3)
    assert discarded_share(turns) == (1, 6)


def test_nothing_confirmed_is_undefined_in_the_paper_and_nought_in_the_package() -> None:
    turns = (turn(named=True, confirmations=[Confirmation(False, False, ("supported",))]), turn())
    assert non_refutation(turns, "paper") is None
    assert external_consistency(turns, "paper") is None
    assert external_consistency(turns, "package") == 0
    assert external_consistency((turn(),), "paper") == 0  # nothing named: coverage is 0


def test_a_failed_search_is_neither_a_gap_nor_a_refutation() -> None:
    worked = (turn(named=True, confirmations=[yes("supported")]),) * 3
    one_failed = (*worked[:2], turn(named=True, confirmations=[yes("search_failed")]))
    for measure in (
        lambda turns: covered_share(turns, "paper"),
        lambda turns: covered_share(turns, "package"),
        lambda turns: external_consistency(turns, "paper"),
        lambda turns: external_consistency(turns, "package"),
    ):
        assert measure(worked) == measure(one_failed)
    assert claim_share(one_failed, "search_failed") == (1, 3)


def test_yes_to_decoys_lowers_trust_and_what_was_confirmed() -> None:
    decoys = [Confirmation(True, True), Confirmation(True, True), Confirmation(True, False)]
    turns = (turn(named=True, confirmations=[yes("supported"), *decoys]), turn())
    assert decoy_share(turns) == (2, 3)
    assert trust(turns) == pytest.approx(1 / 3)
    assert external_consistency(turns, "paper") == pytest.approx(2 / 3)
    assert trusted_external(turns, "paper") == pytest.approx(2 * (1 / 6) / (7 / 6))
    assert trust((turn(),)) is None
    assert trusted_external((turn(named=True, confirmations=[yes("supported")]),), "paper") is None


def test_retest_by_hand() -> None:
    verdicts = ("same", "compatible", "conflict", "one_sided", "no_answer", None)
    assert equivalent_share(verdicts, "paper") == (2, 5)
    assert equivalent_share(verdicts, "package") == (3, 6)
    assert equivalent_share(verdicts, "package", later=True) == (2, 6)
    assert strict_share(verdicts) == (1, 3)
    assert verdict_share(verdicts, "one_sided") == (1, 6)
    assert verdict_share(verdicts, None) == (1, 6)


def test_parts_together() -> None:
    assert harmonic_mean(0.5, 1.0) == pytest.approx(2 / 3)
    assert harmonic_mean(0.0, None) == harmonic_mean(None, 0.0) == harmonic_mean(0.0, 0.0) == 0
    assert harmonic_mean(None, 0.5) is None
    assert triangle_area(1, 1, 1) == 1
    assert triangle_area(0.5, 0.5, 0) == pytest.approx(0.25 / 3)
    assert triangle_area(0.5, None, 1) is None


@given(shares, shares)
def test_a_harmonic_mean_lies_between_its_parts(first, second) -> None:
    mean = harmonic_mean(first, second)
    assert mean == harmonic_mean(second, first)
    if mean is not None and None not in (first, second):
        assert min(first, second) - 1e-9 <= mean <= max(first, second) + 1e-9


def test_the_interval_over_personas_is_students() -> None:
    # t(0.975, 2) = 4.302653; sd of .4 .5 .6 is .1
    low, high = mean_interval([0.4, 0.5, 0.6])
    assert (low, high) == pytest.approx((0.5 - 4.302653 * 0.1 / 3**0.5, 0.5 + 4.302653 * 0.1 / 3**0.5))
    assert mean_interval([1.0, 0.9])[1] == 1
    with pytest.raises(ValueError, match="two values"):
        mean_interval([1.0])


def test_undefined_personas_are_counted_and_not_taken_as_nought() -> None:
    mean, spread = over_personas("x", [0.4, None, 0.6], {}, {})
    assert (mean.value, mean.n, mean.choices["undefined"]) == (0.5, 2, "1 of 3")
    assert spread.by == {"metric": "x"}
    assert over_personas("x", [None, None], {}, {})[0].value is None
    assert over_personas("x", [0.4], {}, {})[0].low is None


def by_name(records):
    return {(record.metric, *sorted(record.by.items())): record for record in records}


# Six questions, t* = 2 (the first is evaded). What the judges found, turn by turn:
# 3 contradicts 2; 4 is unreadable; 6 contradicts 2 and 5. Named: in 2, 3 and 5 (searched for, each with a
# question). 2: two claims, one refuted; 3: denied; 5: one claim, nothing found. A decoy was denied.
WORKED = Findings(
    "ana/en/fixed",
    "ana/en",
    (
        turn(False),
        turn(named=True, confirmations=[yes("supported", "refuted"), Confirmation(True, False)]),
        turn(conflicts=(2,), named=True, confirmations=[Confirmation(False, False, ("supported",))]),
        turn(None, None),
        turn(named=True, confirmations=[yes("nothing_found")]),
        turn(conflicts=(3,)),
    ),
    retest=("same", "compatible", "conflict", "one_sided", None),
    later=(("same", "same", "same"), ("same", None, "conflict")),
)


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        # Eq. 1: 4 of 5 answers are substantive. Eq. 2: turns 3 to 6 without the unreadable one, 2 of 3
        # contradict. Coverage: 3 of 6. Eq. 5: turn 2 gives 1/2, turn 5 gives 1 (nothing found is not refuted).
        # RC: 2 of 4. Later: 4 same, 1 conflict, of 5 decided.
        ("paper", {"cooperativeness": 4 / 5, "non_contradiction": 1 / 3, "coverage": 1 / 2,
                   "non_refutation": 3 / 4, "retest_consistency": 1 / 2, "later_consistency": 4 / 5,
                   "internal_consistency": 8 / 17, "external_consistency": 3 / 5,
                   "area": (8 / 17 * 3 / 5 + 3 / 5 * 1 / 2 + 1 / 2 * 8 / 17) / 3}),
        # From turn 2 on: 2 of 4. Nothing found is refuted: (1/2 + 0)/2. Undecided is the same: 3 of 5. Later:
        # one verdict a question over both sessions: same, undecided (not the same), conflict: 1 of 3.
        ("package", {"cooperativeness": 4 / 5, "non_contradiction": 1 / 2, "coverage": 1 / 2,
                     "non_refutation": 1 / 4, "retest_consistency": 3 / 5, "later_consistency": 1 / 3,
                     "internal_consistency": 8 / 13, "external_consistency": 1 / 3,
                     "area": (8 / 13 * 1 / 3 + 1 / 3 * 3 / 5 + 3 / 5 * 8 / 13) / 3}),
    ],
)  # fmt: skip
def test_every_formula_of_one_interview_by_hand(reading, expected) -> None:
    records = by_name(score_picon([[WORKED]], PiconChoices(reading)))
    assert {name: records[name,].value for name in expected} == pytest.approx(expected)
    assert records["trust",].value == 1
    assert records["discarded_claims",].value == pytest.approx(1 / 4)


def test_an_unreadable_verdict_on_a_confirmation_leaves_the_package_its_coverage() -> None:
    turns = (turn(named=True, confirmations=[Confirmation(False, None, (None,))]), turn())
    assert covered_share(turns, "package") == (1, 2)


def test_repeats_are_averaged_and_what_went_wrong_in_them_is_added_up() -> None:
    first = Findings("a/en/fixed", "a/en", EVASIVE, ("same", "same"), failed_searches=2, searches=3)
    second = Findings(
        "a/en/fixed", "a/en", (turn(),) * 4, ("same", "conflict"), failed_searches=1, searches=3
    )
    records = by_name(score_picon([[first], [second]]))
    assert records["retest_consistency",].value == 0.75
    assert records["retest_consistency",].choices["repeats"] == "mean of 2"
    assert records["retest_consistency", ("persona", "a/en/fixed")].value == 0.75
    assert records["repeat_sd", ("metric", "retest_consistency")].value == pytest.approx(0.5**0.5 / 2)
    assert (records["failed_searches",].count, records["failed_searches",].n) == (3, 2)
    assert records["searches",].count == 6
    assert records["contradictions", ("statements", "3")].count == 1  # in one repeat only


def test_two_interviews_of_a_persona_are_no_two_personas() -> None:
    alike = [Findings(f"{name}/en/{order}", f"{name}/en", (turn(),), (verdict,))
             for name, verdict in (("ana", "same"), ("bo", "conflict")) for order in ("fixed", "shuffled")]  # fmt: skip
    record = by_name(score_picon([alike]))["retest_consistency",]
    assert (record.value, record.n) == (0.5, 2)


def test_records_of_a_run() -> None:
    one = Findings(
        "a/en", "a", EVASIVE, ("same", "conflict"), (("same", None),), failed_searches=2, cut_histories=1
    )
    records = by_name(score_picon([[one]]))
    assert records["retest_consistency",].value == 0.5
    assert records["later_consistency",].value == 1
    assert records["contradictions", ("statements", "2")].value == 1
    assert records["contradictions", ("statements", "3")].value == 1
    assert records["failed_searches",].value == 2
    assert records["cut_histories",].value == 1
    pooled = records["cooperativeness", ("over", "turns")]
    assert (pooled.count, pooled.n) == (3, 4)
    assert pooled.low == pytest.approx(0.3006, abs=1e-4)  # Wilson
    assert records["area",].value == pytest.approx(
        0.6 * 0.5 / 3
    )  # coverage is 0, so EC is, and only IC·RC stays
    package = {record.metric: record for record in score_picon([[one]], PiconChoices("package"))}
    assert package["later_consistency"].choices["reading"] == "package"
