"""Runs that are killed and go on: no case lost, none twice, no corrupt file."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from standfast.runner.records.sessions import read_sessions

TOY = Path(__file__).parent / "toy_run.py"
CASES = 600
KILLS = 50


class Toy:
    """The toy program, of which each ``begin`` starts a run."""

    def __init__(self, folder: str, agent: str, cases: int = CASES) -> None:
        self._program = subprocess.Popen(
            [sys.executable, str(TOY), folder, agent, str(cases)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"

    def begin(self) -> int:
        self._program.stdin.write("go\n")
        self._program.stdin.flush()
        return int(self._line())

    def status(self) -> int:
        return int(self._line())

    def close(self) -> None:
        self._program.stdin.close()
        self._program.wait()

    def _line(self) -> str:
        return self._program.stdout.readline().strip()


def lines(path: Path) -> list[str]:
    """Every line, without times and tries; each must be whole JSON."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    found = []
    for line in data.splitlines():
        record = json.loads(line)
        for turn in record.get("turns", []):
            for name in ("seconds", "attempts", "discarded", "discarded_in", "discarded_out"):
                turn["subject"].pop(name, None)
        found.append(json.dumps(record, ensure_ascii=False))
    return sorted(found)


@pytest.mark.slow
def test_fifty_kills_lose_nothing_and_repeat_nothing(chat_server) -> None:
    clean = Toy("clean", chat_server.spec())
    clean.begin()
    assert clean.status() == 0
    clean.close()
    # Slow enough that fifty windows do not suffice, with faults on top.
    chat_server.behave(delay=0.004, faults=["500", "reset in body", "empty", "429 wait"], rate=0.1, most=1)
    moments = random.Random(7)
    toy = Toy("killed", chat_server.spec())
    finished, window, hits = 0, 0.1, 0
    for _ in range(KILLS):
        child = toy.begin()
        time.sleep(moments.uniform(0.0, window))
        os.kill(child, signal.SIGKILL)
        assert toy.status() == -signal.SIGKILL
        path = Path("killed/transcripts.jsonl")
        gained = (path.read_bytes().count(b"\n") if path.exists() else 0) - finished
        finished += gained
        hits += gained > 0
        # The window follows the machine's speed, so that kills hit runs at work and none gets to the end.
        window *= 1.3 if not gained else 0.7 if gained > 10 else 1.0
    assert finished < CASES, "the run was finished before the last kill"
    assert hits > KILLS / 4, "too few kills hit a run at work"
    chat_server.behave()
    toy.begin()
    assert toy.status() == 0
    toy.begin()
    assert toy.status() == 0
    toy.close()
    for name, count in (("transcripts.jsonl", CASES), ("verdicts/first-word.jsonl", 2 * CASES)):
        found = lines(Path("killed") / name)
        assert len(found) == len(set(found)) == count
        assert found == lines(Path("clean") / name)
    assert json.loads(Path("killed/run.json").read_text())["benchmark"] == "toy"


def test_a_second_process_is_refused_until_the_first_is_dead(chat_server) -> None:
    chat_server.behave(delay=0.01)
    one, two = Toy("shared", chat_server.spec()), Toy("shared", chat_server.spec())
    child = one.begin()
    wait_for(Path("shared/transcripts.jsonl"))
    two.begin()
    assert two.status() == 1
    os.kill(child, signal.SIGKILL)
    one.status()
    chat_server.behave()
    two.begin()
    assert two.status() == 0
    assert len(lines(Path("shared/transcripts.jsonl"))) == CASES
    one.close()
    two.close()


def wait_for(path: Path) -> None:
    until = time.monotonic() + 20
    while not (path.exists() and path.stat().st_size):
        assert time.monotonic() < until, f"{path} did not come"
        time.sleep(0.01)


def interrupt(arguments: list[str], name: str, hang) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Start a run, let it hang once it has finished something, and press Ctrl-C."""
    # A process begun in the background ignores SIGINT unless it says otherwise.
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from standfast.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "run", "bias", *arguments, "--name", name, "--limit", "60"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(Path("runs") / name / "transcripts.jsonl")
    hang()
    time.sleep(0.2)
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    return time.monotonic() - started, subprocess.CompletedProcess([], process.returncode, out, err)


def test_ctrl_c_ends_soon_with_a_sentence_and_everything_finished_on_disk(chat_server) -> None:
    chat_server.behave(delay=0.02)
    subject = chat_server.spec(timeout=60)
    seconds, done = interrupt(["--subject", subject], "c", lambda: chat_server.behave(delay=30))
    # Two seconds on a machine with nothing else to do; the agent would hang for thirty.
    assert seconds < 10
    assert done.returncode == 5
    finished = len(lines(Path("runs/c/transcripts.jsonl")))
    assert done.stdout == (
        f"Stopped. {finished} cases are finished and on disk in runs/c.\nRun the same command again to continue.\n"
    )
    assert done.stderr == ""
    (session,) = read_sessions(Path("runs/c/sessions.jsonl"))
    assert session["ended"] == "interrupted"
    assert session["spent"]["subject"]["calls"] >= 5 * finished


def test_ctrl_c_does_not_wait_for_a_python_agent_that_hangs() -> None:
    Path("sleeper.py").write_text(
        "import pathlib, time\n"
        "def reply(messages):\n"
        "    while pathlib.Path('hang').exists():\n"
        "        time.sleep(60)\n"
        "    time.sleep(0.01)\n"
        "    return 'Concordo.'\n"
    )
    seconds, done = interrupt(["--subject", "python:sleeper:reply"], "p", lambda: Path("hang").touch())
    # Two seconds on a machine with nothing else to do; the agent would hang for thirty.
    assert seconds < 10
    assert done.returncode == 5
    assert "Run the same command again to continue." in done.stdout
