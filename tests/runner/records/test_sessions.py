import json
import os
from pathlib import Path

import pytest
from standfast.errors import RunError
from standfast.runner.records.journal import write_lines
from standfast.runner.records.sessions import KILLED, SPENDING_FILE, SessionLog, read_sessions, spent_so_far

PATH = Path("run/sessions.jsonl")
SPENT = {"subject": {"calls": 7, "cost": 0.25}, "judge": {"calls": 2, "cost": 0.5}}


def test_a_session_is_noted_when_it_begins_and_when_it_ends() -> None:
    log = SessionLog.begin(PATH, {"wanted": 12})
    (begun,) = read_sessions(PATH)
    assert (begun["wanted"], begun["ended"], begun["spent"]) == (12, KILLED, {})
    log.spend(SPENT)
    assert read_sessions(PATH)[0]["spent"] == SPENT
    log.end({"ended": "finished", "seconds": 1.5, "spent": SPENT})
    (ended,) = read_sessions(PATH)
    assert (ended["ended"], ended["seconds"], ended["spent"]) == ("finished", 1.5, SPENT)
    assert spent_so_far(PATH) == (9, 0.75)
    assert not PATH.with_name(SPENDING_FILE).exists()


def test_what_a_killed_session_spent_is_known_before_and_after_the_next_one() -> None:
    killed = SessionLog.begin(PATH, {"wanted": 12})
    killed.spend({"subject": {"calls": 100, "cost": 100.0}})
    killed.spend(SPENT)
    os.close(killed._file)
    assert spent_so_far(PATH) == (9, 0.75)
    following = SessionLog.begin(PATH, {"wanted": 12})
    assert spent_so_far(PATH) == (9, 0.75)
    following.end({"ended": "finished", "spent": {"subject": {"calls": 1, "cost": 1.0}}})
    first, second = read_sessions(PATH)
    assert (first["ended"], first["spent"]) == (KILLED, SPENT)
    assert second["ended"] == "finished"
    assert spent_so_far(PATH) == (10, 1.75)


def test_lines_of_earlier_versions_are_read_as_they_are() -> None:
    old = {"started": "2026-01-01", "ended": "interrupted", "spent": SPENT, "selection": {"limit": 3}}
    write_lines(PATH, [old, old])
    SessionLog.begin(PATH, {"wanted": 3}).end({"ended": "finished", "spent": SPENT})
    assert read_sessions(PATH)[:2] == [old, old]
    assert spent_so_far(PATH) == (27, 2.25)


@pytest.mark.parametrize("torn", [b"", b'{"session": "x", "spe', b"[]", b"\x00" * 4096])
def test_spending_that_cannot_be_read_is_passed_over(torn: bytes) -> None:
    log = SessionLog.begin(PATH, {})
    os.close(log._file)
    PATH.with_name(SPENDING_FILE).write_bytes(torn)
    assert read_sessions(PATH)[0]["spent"] == {}
    SessionLog.begin(PATH, {}).end({"ended": "finished", "spent": {}})
    assert len(read_sessions(PATH)) == 2


def test_a_file_of_sessions_that_is_damaged_is_named() -> None:
    PATH.parent.mkdir()
    PATH.write_text("no JSON\n" + json.dumps({}) + "\n")
    with pytest.raises(RunError, match="line 1 is not JSON"):
        read_sessions(PATH)
