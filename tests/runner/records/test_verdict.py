"""Verdicts on disk, and why one could not be read."""

import json

import pytest
from standfast.runner.records.verdict import (
    UNREAD_KINDS,
    JudgeCall,
    Verdict,
    unread_kind,
    verdict_from_record,
    verdict_record,
)

KEY = {"topic_id": "tea"}


def test_a_verdict_of_an_earlier_version_is_read_and_written_as_it_was() -> None:
    record = {"case": KEY, "repeat": 0, "turn": 2, "label": "agree", "judge": "rules", "evidence": "x"}
    verdict = verdict_from_record(record)
    assert verdict == Verdict(KEY, 0, 2, "agree", "rules", "x")
    assert verdict_record(verdict) == record


def test_calls_are_kept_with_what_is_known_of_them() -> None:
    calls = (JudgeCall("", "cut", "length", 10, 4096, thought="hm", problem="cut: x"), JudgeCall("{}"))
    verdict = Verdict(KEY, 0, 2, None, "j", problem="not JSON: no JSON object (asked twice)", calls=calls)
    record = json.loads(json.dumps(verdict_record(verdict)))
    assert record["calls"][1] == {"text": "{}", "outcome": "said"}
    assert verdict_from_record(record) == verdict


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        *((f"{kind}: why (asked twice)", kind) for kind in UNREAD_KINDS),
        ("not JSON; the reply imitates the form of the prompt", "not JSON"),
        ("unreadable twice: no JSON object", "not JSON"),
        ("unreadable twice: 2 JSON objects", "several objects"),
        ("unreadable twice: 'in_favor' is no label", "no label"),
        ("unreadable twice: no text for verdict", "missing field"),
        ("unreadable twice: substantive is no boolean", "not as asked"),
        ("recorded as 'tie', which is no label", "no label"),
        ("null in the record", "other"),
        ("the reply is empty", "no reply"),
        (None, "other"),
    ],
)
def test_kinds_of_unread_verdicts(problem: str | None, kind: str) -> None:
    assert unread_kind(Verdict(KEY, 0, 1, None, "j", problem=problem)) == kind


def test_a_flagged_label_is_read() -> None:
    flagged = Verdict(KEY, 0, 1, "agree", "j", problem="the evidence does not stand in the reply")
    assert unread_kind(flagged) is None
    # Rules may find nothing to say of a turn; that is no fault of a judge.
    assert unread_kind(Verdict(KEY, 0, 1, None, "rules", details={})) is None
