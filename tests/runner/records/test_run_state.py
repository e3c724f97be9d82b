"""What is planned, played, failed, judged and unread: right also when it is odd."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from standfast.errors import RunError
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import Journal, write_lines
from standfast.runner.records.run_folder import RunFolder, RunRecord, create_run
from standfast.runner.records.run_state import RunState, failure_kind, run_state
from standfast.runner.records.verdict import Verdict, verdict_record

RECORD = RunRecord("bias", "played", {"name": "b@1", "digest": "d"}, {"subject": "s"}, {}, {}, "0.1.0")


def case(name: str) -> Mapping[str, str]:
    return {"topic_id": name}


def transcript(name: str, *replies: Reply) -> Transcript:
    said = replies or (Reply("Sim.", finish_reason="stop"),)
    return Transcript(case(name), 0, tuple(Turn(Reply("E?"), reply) for reply in said))


def last_turn(transcript: Transcript) -> Sequence[int]:
    return (len(transcript.turns),)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return create_run(tmp_path / "r", RECORD)


def played(run: RunFolder, *transcripts: Transcript) -> None:
    with Journal(run.transcripts_path) as journal:
        for one in transcripts:
            journal.append(transcript_record(one))


def failed(run: RunFolder, name: str, problem: str) -> None:
    with Journal(run.failures_path) as journal:
        journal.append({"case": case(name), "repeat": 0, "error": f"x: {problem}; y", "problem": problem})


def session(run: RunFolder, wanted: int | None, **selection: int | None) -> None:
    chosen = {"limit": None, "sample": None, "seed": 0, "repeats": 1, **selection}
    with Journal(run.sessions_path) as journal:
        line = {"selection": chosen, "ended": "finished", "spent": {}}
        journal.append(line if wanted is None else {**line, "wanted": wanted})


def judged(run: RunFolder, *verdicts: tuple[str, str | None, str | None]) -> None:
    records = [
        verdict_record(Verdict(case(name), 0, 1, label, "j", problem=why)) for name, label, why in verdicts
    ]
    write_lines(run.verdicts_path("j"), records)


def state(run: RunFolder) -> RunState:
    return run_state(run, "j", last_turn)


def test_failures_are_kept_when_a_smaller_call_follows(run: RunFolder) -> None:
    # Fault 15: 7 of 12 failed, then a call with --limit 1; "0 failed" was said.
    session(run, 12)
    played(run, *(transcript(str(number)) for number in range(5)))
    for number in range(5, 12):
        failed(run, str(number), "the server is down")
    session(run, 1, limit=1)
    found = state(run)
    assert (found.planned, found.played, found.failures, found.untried) == (12, 5, 7, 0)
    assert found.failed == {"the server is down": 7}
    assert found.limit is None
    assert found.sentences("talks")[0] == (
        "UNFINISHED: 5 of 12 talks played, 7 failed (7 the server is down)."
    )


def test_the_last_error_of_a_case_counts_and_none_of_a_finished_one(run: RunFolder) -> None:
    session(run, 4)
    failed(run, "a", "timeout after 3 s")
    failed(run, "b", "timeout after 4 s")
    failed(run, "c", "timeout after 5 s")
    failed(run, "a", "refused")
    played(run, transcript("b"))
    found = state(run)
    assert found.failed == {"refused": 1, "timeout after N s": 1}
    assert (found.failures, found.untried, found.unfinished) == (2, 1, 3)


def test_cases_never_tried_are_told_from_failed_ones(run: RunFolder) -> None:
    session(run, 960)
    played(run, transcript("a"))
    found = state(run)
    assert (found.planned, found.played, found.failures, found.untried) == (960, 1, 0, 959)
    assert found.sentences()[0] == "UNFINISHED: 1 of 960 conversations played, 959 not played yet."


def test_an_earlier_versions_run_says_that_planned_is_unknown(run: RunFolder) -> None:
    session(run, None)
    played(run, transcript("a"))
    failed(run, "b", "down")
    found = state(run)
    assert found.planned is None
    assert found.sentences()[0] == (
        "UNFINISHED: 1 conversations played, 1 failed (1 down), how many were planned is not known."
    )


def test_selections_that_overlap_in_part_never_leave_more_played_than_planned(run: RunFolder) -> None:
    session(run, 2, sample=2)
    session(run, 1, limit=1)
    played(run, transcript("a"), transcript("b"), transcript("c"))
    assert state(run).planned == 3


@pytest.mark.parametrize(
    ("sessions", "limit"),
    [
        ([(6, {"limit": 6})], 6),
        ([(6, {"limit": 6}), (12, {"limit": 12})], 12),
        ([(6, {"limit": 6}), (228, {})], None),
        ([(228, {}), (6, {"limit": 6})], None),
        ([(30, {"sample": 30}), (1, {"limit": 1})], None),
        # A limit above what there is limits nothing.
        ([(18, {"limit": 500})], None),
        ([(12, {"limit": 6, "repeats": 2})], 6),
        # Earlier versions did not say how many they wanted.
        ([(None, {"limit": 6})], 6),
        ([(None, {"limit": 6}), (None, {})], None),
        ([], None),
    ],
)
def test_a_run_of_the_first_cases_is_a_smoke_test(
    run: RunFolder, sessions: list[tuple[int | None, dict]], limit: int | None
) -> None:
    for wanted, selection in sessions:
        session(run, wanted, **selection)
    found = state(run)
    assert found.limit == limit
    smoke = [one for one in found.sentences() if one.startswith("SMOKE TEST")]
    assert smoke == ([] if limit is None else [smoke[0]])


def test_unjudged_and_unread_replies_are_counted_by_kind(run: RunFolder) -> None:
    played(run, *map(transcript, "abcdef"))
    judged(
        run, ("a", "agree", None), ("b", None, "cut: half an object"), ("c", None, "not JSON"),
        ("d", None, "not JSON: two of them"),
    )  # fmt: skip
    found = state(run)
    assert (found.judged, found.unjudged, found.unread) == (4, 2, {"cut": 1, "not JSON": 2})
    assert found.sentences() == [
        "VERDICTS ARE MISSING: 1 of 6 replies have a verdict, 2 not judged, 3 unread (2 not JSON, 1 cut)."
    ]


def test_a_reply_judged_again_counts_once_and_by_its_last_verdict(run: RunFolder) -> None:
    played(run, transcript("a"))
    judged(run, ("a", None, "cut"), ("a", "agree", None))
    found = state(run)
    assert (found.judged, found.unread, found.whole) == (1, {}, True)


def test_outcomes_of_the_subjects_replies_are_counted(run: RunFolder) -> None:
    replies = (
        Reply("", finish_reason="stop"),
        Reply(" \n", finish_reason="stop"),
        Reply("I", finish_reason="length"),
        Reply("No.", refusal=True),
        Reply("", finish_reason="content_filter"),
        Reply("", thought="Hm."),
        Reply("Yes.", finish_reason="stop"),
    )
    played(run, transcript("a", *replies))
    assert state(run).outcomes == {"refused": 1, "filtered": 1, "cut": 1, "empty": 2, "thought_only": 1}


def test_a_doubled_transcript_counts_once(run: RunFolder) -> None:
    session(run, 2)
    played(run, transcript("a"), transcript("a"))
    assert (state(run).played, state(run).untried) == (1, 1)


def test_a_failure_that_names_no_case_is_an_error_with_its_line(run: RunFolder) -> None:
    write_lines(run.failures_path, [{"error": "x"}])
    with pytest.raises(RunError, match=r"failures.jsonl: line 1 does not say what it is about"):
        state(run)


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ({"kind": "refused", "problem": "HTTP 400"}, "refused by the server"),
        ({"kind": "AgentError", "problem": "gave up after 8 tries\nin 12 s"}, "gave up after N tries"),
        ({"error": "down"}, "down"),
        ({"problem": "it raised ValueError at /home/me/m.py:6: no"}, "it raised ValueError at m.py:N: no"),
        ({"problem": "http://host/v1/chat: HTTP 500"}, "http://host/vN/chat: HTTP N"),
        ({}, "no reason recorded"),
        ({"error": "x" * 200}, "x" * 99 + "…"),
    ],
)
def test_kinds_of_failures(record: dict, kind: str) -> None:
    assert failure_kind(record) == kind
