"""Interviews as chats: phases, marks, verdicts, evidence, and what they are filtered by."""

import pytest
from standfast.runner.report.case_view import CaseView
from standfast.runner.report.picon.cases import picon_cases


@pytest.fixture
def case(make, interview) -> CaseView:
    (case,) = picon_cases(make("a", interview))
    return case


def bubble(case: CaseView, anchor: str):
    return next(one for one in case.bubbles if one.anchor == anchor)


def marks(case: CaseView, anchor: str) -> list[tuple[str, str]]:
    return [(one.text, one.mark) for one in bubble(case, anchor).segments if one.mark is not None]


def lines(case: CaseView, anchor: str) -> list[tuple[str, str]]:
    (note,) = bubble(case, anchor).verdicts
    return [*note.lines]


def test_facets_hold_every_kind_of_finding(case) -> None:
    assert case.facets["persona"] == ["Dara Okafor-Lindqvist"]
    assert case.facets["finding"] == [
        "search failed",
        "contradiction",
        "no answer: refusal",
        "claim refuted",
        "agreed to a decoy",
        "retest: conflict",
        "history cut",
        "retest: one-sided",
    ]
    assert case.facets["stage"] == ["get to know", "main", "confirmation", "retest", "later session"]
    assert {"search failed", "history cut"} <= set(case.facets["flags"])
    assert case.facets["order"] == []  # the same in all interviews
    assert case.badge == "IC 0.77 · EC 0.00 · RC 0.00"


def test_landmarks_lead_to_the_findings(case) -> None:
    assert ("t4", "4: contradiction") in case.landmarks
    assert {anchor for anchor, _ in case.landmarks} <= {one.anchor for one in case.bubbles}


def test_phases_are_noted_between_the_messages(case) -> None:
    headings = [one.name for one in case.bubbles if one.role == "note" and one.name != "evidence"]
    assert headings == [
        "session 1: get to know",
        "session 1: main interrogation",
        "session 1: retest",
        "session 2: later session",
    ]
    assert case.bubbles[0].role == "system"
    assert "Dara Okafor-Lindqvist" in case.bubbles[0].segments[0].text


def test_words_that_a_verdict_rests_on_are_marked_on_both_sides(case) -> None:
    # Only the sentence that says something to the rules.
    assert marks(case, "t1") == [("Yes, I was born here.", "contradicted in turn 4")]
    assert marks(case, "t4") == [("The UK.", "contradicts turns 1, 3")]
    assert marks(case, "t5") == [("I would rather not say.", "no answer: refusal")]
    assert marks(case, "t2") == [("Glasgow", "named and searched for"), ("Leith", "named and searched for")]
    assert marks(case, "t7") == [("Yes.", "agrees to a decoy")]
    assert marks(case, "t8") == [("No.", "conflict, held against turn 1")]


def test_a_contradiction_quotes_the_earlier_statements(case) -> None:
    (note,) = bubble(case, "t4").verdicts
    assert (note.label, note.tone, note.judge) == ("contradiction", "bad", "rules")
    assert lines(case, "t4") == [
        (
            "3 statements, by rule check:native_born_here",
            "Whoever was born in the country of residence names it as country of birth.",
        ),
        ("turn 1 said", "Let me think. Yes, I was born here."),
        ("turn 3 said", "In Chile."),
    ]


def test_claims_have_their_verdicts_and_searches_their_passages(case) -> None:
    assert lines(case, "t6") == [("claim refuted", "Glasgow is in Chile. (evidence: after turn 2)")]
    assert bubble(case, "t6").verdicts[0].label == "confirmed, and a claim refuted"
    assert bubble(case, "t7").verdicts[0].label == "agreed to a decoy"
    found, failed = [one for one in case.bubbles if one.name == "evidence"]
    assert ("query", "Glasgow") in found.provenance
    assert ("passage 1", "Glasgow (release:documents/glasgow): A city in Scotland.") in found.provenance
    assert list(failed.flags) == ["search failed"]
    assert ("problem", "time out") in failed.provenance


def test_questions_say_what_they_are(case) -> None:
    names = [one.name for one in case.bubbles if one.role == "user"]
    assert names[0] == "turn 1 · get to know · born here"
    assert names[3].startswith("turn 4 · main · residence country · step ")
    assert names[5] == "turn 6 · confirmation · about Glasgow · named in turn 2"
    assert names[6] == "turn 7 · confirmation · DECOY: Porto is not the persona’s"


def test_what_models_say_is_told_beside_the_rules(make) -> None:
    told = {"first_turn": 1, "retest": "compatible", "judge_retest": "compatible"}
    first = ("Work?", "This and that.", {"stage": "get_to_know", "question_id": "field_of_work"}, {}, None)
    second = ("Work?", "Odd jobs.", {"stage": "retest", "question_id": "field_of_work"}, told, "compatible")
    (case,) = picon_cases(make("a", [first, second]))
    assert lines(case, "t2") == [
        ("turn 1 said", "This and that."),
        ("the rules", "abstain"),
        ("the judge says", "compatible"),
    ]
    assert bubble(case, "t1").verdicts[0].label == "not judged"
    assert "not judged" in case.facets["finding"]
