"""Interviews as chats: phases, marks, verdicts, evidence, and what they are filtered by."""

import pytest
from standfast.runner.benchmarks.picon.show.cases import picon_cases
from standfast.runner.play.trust import trust_of
from standfast.runner.records.case_view import CaseView


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


def test_what_went_wrong_on_the_way_is_told_where_it_happened(make) -> None:
    town = {"entity_id": "e1", "name": "Leeds", "claims": [
        {"claim_id": "c1", "text": "Leeds exists."}, {"claim_id": "c2", "text": "Leeds is in England."},
    ]}  # fmt: skip
    passages = [
        {"url": "https://a", "title": "Leeds", "text": "A city in England.", "serves": ["c1", "c2"]},
        {"url": "https://b", "title": "Aire", "text": "A river of Leeds.", "serves": ["c1"]},
    ]
    hits = [{"url": "https://a", "title": "Leeds", "snippet": "A city"}]
    search = {"entity_id": "e1", "query": "Leeds", "status": "found", "passages": passages, "hits": hits,
              "engine": "searxng", "before": "status 503, after 4 tries", "problem": "https://b: status 404"}  # fmt: skip
    told = {"affirmed": True, "rule_affirmed": False, "claims": {"c1": "supported", "c2": "refuted"},
            "rule_claims": {"c1": "supported", "c2": "not_enough_information"}}  # fmt: skip
    real = {"name": "Leeds", "decoy": False, "entity_id": "e1", "turn": 1}
    run = make("a", [
        ("Which town?", "Leeds.", {"entities": [town], "searches": [search], "question_fault": "no JSON object"}, {"substantive": True, "conflicts": []}, "consistent"),
        ("Is it Leeds?", "It is a city.", {"stage": "confirmation", "asking": real}, told, "affirmed"),
        ("And where?", "There.", {"extraction_fault": "two JSON objects"}, {"substantive": True, "conflicts": []}, "consistent"),
    ])  # fmt: skip
    (case,) = picon_cases(run)
    question, _, evidence = case.bubbles[2:5] if case.bubbles[1].role == "note" else case.bubbles[1:4]
    assert (question.flags, question.provenance[-1]) == (
        ["questioner unreadable"], ("questioner’s fault", "no JSON object"),
    )  # fmt: skip
    assert evidence.segments[0].text == (
        "Search for “Leeds” by searxng found 2 passages. It had failed in the interview (status 503, after 4 "
        "tries) and was made again. Claims:\n· Leeds exists. (passages 1, 2)\n· Leeds is in England. (passage 1)"
    )
    assert evidence.flags == ["search made again"]
    known = dict(evidence.provenance)
    assert known["engine"] == "searxng"
    assert known["passage 1 serves"] == "Leeds exists. · Leeds is in England."
    assert known["passage 2 serves"] == "Leeds exists."
    assert known["hit 1"] == "Leeds (https://a): A city"
    assert known["problem"] == "https://b: status 404"
    assert lines(case, "t2") == [
        ("the rules say", "not confirmed"),
        ("claim supported", "Leeds exists. (evidence: after turn 1)"),
        ("claim refuted", "Leeds is in England. (evidence: after turn 1; not enough information by rule)"),
    ]
    assert list(bubble(case, "t3").flags) == ["extractor unreadable"]
    assert {"search made again", "questioner unreadable", "extractor unreadable"} <= set(
        case.facets["finding"]
    )


def test_the_head_of_a_report_counts_what_went_wrong(make, interview) -> None:
    counts = [(name, count, fault) for name, count, fault in trust_of(make("a", interview)).counts if count]
    assert counts == [
        ("interviews", 1, False),
        ("failed searches", 1, True),
        ("cut histories", 1, True),
    ]
    names = [name for name, _, _ in trust_of(make("b", interview)).counts]
    assert names[0] == "interviews"
    assert {"script questions", "unread extractions", "unread verdicts"} <= set(names)
