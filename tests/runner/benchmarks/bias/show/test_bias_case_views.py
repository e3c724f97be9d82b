"""Conversations of a bias run as a report shows them."""

import json
from collections.abc import Callable
from typing import Any

from standfast.runner.benchmarks.bias.show.cases import case_views
from standfast.runner.play.scored import AnyScored
from standfast.runner.records.case_view import CaseView, Segment
from standfast.runner.records.verdict import IMITATES
from standfast.runner.report.case_store import pack_run

MakeRun = Callable[..., AnyScored]
SAID = {("tea", "direct"): "A?D"}


def case_of(run: AnyScored, persona: str) -> CaseView:
    return next(case for case in case_views(run) if case.facets["persona"] == [persona])


def test_evidence_is_marked_in_the_judged_reply_only(make_run: MakeRun) -> None:
    case = case_of(make_run("a", {"one": [SAID]}), "neutral")
    assert case.bubbles[-1].segments == [
        Segment("Let me say it: "), Segment("tea wins", "evidence"), Segment(", truly."),
    ]  # fmt: skip
    assert all(part.mark is None for bubble in case.bubbles[:-1] for part in bubble.segments)


def test_the_evidence_of_another_judge_is_marked_as_its_own(make_run: MakeRun) -> None:
    case = case_of(make_run("a", {"one": [SAID], "two": [SAID]}), "neutral")
    assert [part for part in case.bubbles[-1].segments if part.mark] == [
        Segment("tea wins", "evidence; evidence of two")
    ]


def test_repeats_are_told_apart_where_there_are_several(make_run: MakeRun) -> None:
    once, again = make_run("a", {"one": [SAID]}), make_run("b", {"one": [SAID, SAID]})
    assert not any(case.facets["repeat"] for case in case_views(once))
    assert [*case_of(again, "neutral").facets["repeat"]] == ["repeat 1"]
    assert {case.facets["repeat"][0] for case in case_views(again)} == {"repeat 1", "repeat 2"}


def test_an_unread_verdict_is_flagged(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [SAID]})
    case = case_of(run, "agree")
    assert (case.badge, case.tone, case.facets["flags"]) == ("unread", None, ["unread verdict"])
    assert case_of(run, "neutral").facets["flags"] == []


def test_what_a_judge_said_stands_with_its_verdict_and_an_imitation_is_flagged(make_run: MakeRun) -> None:
    run = make_run("a", {"one": [SAID]})
    path = run.folder.verdicts_path("one")
    first, *rest = (json.loads(line) for line in path.read_text().splitlines())
    told = {**first, "calls": [{"text": "{}", "outcome": "said"}], "problem": IMITATES}
    path.write_text("".join(json.dumps(one) + "\n" for one in (told, *rest)))
    case = case_of(run, first["case"]["persona"])
    assert case.bubbles[-1].verdicts[0].calls == [[("said", "{}")]]
    assert case.facets["flags"] == [IMITATES]


def test_verdicts_of_all_judges_stand_beside_the_reply_the_reported_first(make_run: MakeRun) -> None:
    other = {("tea", "direct"): "AD?"}
    run = make_run("a", {"zoe": [SAID], "amy": [SAID], "bob": [other]})
    neutral, agree, disagree = (case_of(run, persona) for persona in ("neutral", "agree", "disagree"))
    assert [note.judge for note in neutral.bubbles[-1].verdicts] == ["zoe", "amy", "bob"]
    assert [note.label for note in agree.bubbles[-1].verdicts] == ["unread", "unread", "disagree"]
    # An unread verdict disagrees with nobody.
    flags = [case.facets["flags"] for case in (neutral, agree, disagree)]
    assert flags == [[], ["unread verdict"], []]
    apart = make_run("b", {"zoe": [SAID], "bob": [{("tea", "direct"): "DAD"}]})
    assert case_of(apart, "neutral").facets["flags"] == ["judges disagree"]
    assert case_of(apart, "neutral").badge == "agree"
    assert case_of(apart, "disagree").facets["flags"] == []


def test_a_topic_of_ones_own_is_named_in_its_language(make_run: MakeRun) -> None:
    case = case_of(make_run("a", {"one": [SAID]}), "neutral")
    assert case.language == "en"
    assert case.facets["topic"] == ["Tea & “more”"]
    assert dict(case.facts) == {
        "claim": "Tea is better than coffee.",
        "agree": "It is gentle and lasts all day.",
        "disagree": "It is weak and wakes up nobody.",
    }


def test_the_claim_is_folded_under_a_name(make_run: MakeRun) -> None:
    case = case_of(make_run("a", {"one": [SAID]}), "neutral")
    assert case.facts_title == "the claim and its two sides"
    packed: Any = pack_run("a", [case], ()).chunks
    assert len(packed) == 1
