"""Everything at once: faults of twelve kinds, an outage and kills; the result is that of a clean run.

What the server counted of requests and tokens is what the run says it spent, to the last one; with kills, but
for the requests that were under way when they came.
"""

import importlib.util
import os
import random
import signal
import time
from pathlib import Path

import pytest
from standfast.runner.play.meter import Spending
from standfast.runner.records.sessions import read_sessions

# Tests are no package: the toy and its lines are those of the tests of kills.
_SPEC = importlib.util.spec_from_file_location("kills", Path(__file__).with_name("test_kill.py"))
kills = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(kills)

TURNS, AT_ONCE = 3, 4
FAULTS = [
    "429", "429 wait", "500", "503", "reset", "reset in body", "cut json", "html", "error in 200", "empty",
    "other json", "broken off", "slow",
]  # fmt: skip
LASTING = ["length", "content_filter"]
SLOW = pytest.param(1000, 40.0, 30, marks=pytest.mark.slow)


def spent(folder: str) -> Spending:
    """What the sessions of a run say they spent, together."""
    total = Spending()
    for session in read_sessions(Path(folder) / "sessions.jsonl"):
        for name, value in session["spent"].get("subject", {}).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def clean_lines(chat_server, cases: int) -> dict[str, list[str]]:
    chat_server.behave(lasting=LASTING)
    toy = kills.Toy("clean", chat_server.spec(), cases)
    toy.begin()
    assert toy.status() == 0
    toy.close()
    seen, found = chat_server.seen(), spent("clean")
    assert (found.calls, found.retries) == (seen["requests"], 0) == (TURNS * cases, 0)
    return lines_of("clean")


def lines_of(folder: str) -> dict[str, list[str]]:
    return {
        name: kills.lines(Path(folder) / name) for name in ("transcripts.jsonl", "verdicts/first-word.jsonl")
    }


@pytest.mark.parametrize(("cases", "outage", "killed"), [(60, 3.0, 0), (60, 3.0, 4), SLOW])
def test_faults_an_outage_and_kills_change_nothing(
    chat_server, cases: int, outage: float, killed: int
) -> None:
    clean = clean_lines(chat_server, cases)
    chat_server.behave(faults=FAULTS, rate=0.4, most=2, lasting=LASTING, delay=0.005 if killed else 0.0)
    toy = kills.Toy("chaos", chat_server.spec(retries=3, empty_retries=3, patience=3 * outage), cases)
    path, moments = Path("chaos/transcripts.jsonl"), random.Random(11)

    def finished() -> int:
        return path.read_bytes().count(b"\n") if path.exists() else 0

    window, out = 0.3, False
    for _ in range(killed):
        child, before = toy.begin(), finished()
        if not out and before >= cases // 4:
            chat_server.go_out(outage)
            out = True
        time.sleep(moments.uniform(0.0, window))
        os.kill(child, signal.SIGKILL)
        assert toy.status() == -signal.SIGKILL
        gained = finished() - before
        window *= 1.3 if not gained else 0.7 if gained > cases / (2 * killed) else 1.0
    toy.begin()
    if not out:
        until = time.monotonic() + 30
        while finished() < cases // 4:
            assert time.monotonic() < until
            time.sleep(0.01)
        chat_server.go_out(outage)
    assert toy.status() == 0
    toy.close()

    assert lines_of("chaos") == clean
    assert len(clean["transcripts.jsonl"]) == cases
    assert not Path("chaos/failures.jsonl").exists()
    seen, found = chat_server.seen(), spent("chaos")
    under_way = killed * AT_ONCE
    # A call that a kill cut off may have been at its third try: its first two had a fault each.
    assert 0 <= seen["requests"] - found.requests <= 3 * under_way
    assert 0 <= seen["answered"] - found.calls <= under_way
    # A case that was under way is begun anew, and nothing else is asked twice.
    assert TURNS * cases <= found.calls - found.discarded <= TURNS * cases + TURNS * under_way
    if not killed:
        assert (found.tokens_in, found.tokens_out) == (seen["tokens_in"], seen["tokens_out"])
    ends = [session["ended"] for session in read_sessions(Path("chaos/sessions.jsonl"))]
    assert ends[-1] == "finished"
    assert set(ends[:-1]) <= {"killed"}
