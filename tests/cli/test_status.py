"""``standfast status``, and that no score of a run that lacks something is printed without saying so."""

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from standfast.runner.records.journal import Journal, is_locked, run_lock
from standfast.runner.records.run_folder import open_run

# Fails on some conversations and says nothing in others until it is told that it is well.
SUBJECT = """
import hashlib, os
def flaky(messages):
    place = int(hashlib.md5(messages[-1]["content"].encode()).hexdigest(), 16)
    if place % 11 == 0 and not os.path.exists("well"):
        raise RuntimeError("the model fell over")
    return "" if place % 7 == 0 else "Concordo com a afirmação."
"""
FLAKY = ("run", "bias@1.0.0", "--subject", "python:mine:flaky", "--sample", 60, "--name", "flaky")
FOLDER = Path("runs") / "flaky"


@pytest.fixture(autouse=True)
def subject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.py").write_text(SUBJECT)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.setenv("COLUMNS", "500")


def statuses(standfast, *arguments: object) -> dict[str, dict]:
    done = standfast("status", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return {Path(one["run"]).name: one for one in json.loads(done.stdout)}


def typed(standfast, command: str) -> subprocess.CompletedProcess[str]:
    """A command as status advises it."""
    program, *arguments = shlex.split(command)
    assert program == "standfast"
    return standfast(*arguments)


def test_a_run_with_failures_is_brought_to_its_end_by_what_status_advises(standfast) -> None:
    assert standfast(*FLAKY).returncode == 1
    first = statuses(standfast)["flaky"]
    assert first["stage"] == "unfinished"
    assert first["planned"] == 60
    (kind,) = first["failed"]
    assert kind.endswith("mine.py:N: the model fell over")
    assert first["failed"][kind] > 5
    assert first["played"] + sum(first["failed"].values()) == 60
    assert first["judged"] == first["played"]
    assert first["outcomes"]["empty"] > 5
    # Another, smaller call leaves what failed as it is.
    standfast(*FLAKY[:4], "--limit", 1, "--name", "flaky")
    again = statuses(standfast)["flaky"]
    assert sum(again["failed"].values()) == sum(first["failed"].values())
    assert again["next"] == first["next"]
    Path("well").touch()
    assert typed(standfast, again["next"]).returncode == 0
    done = statuses(standfast)["flaky"]
    assert (done["stage"], done["failed"], done["played"]) == ("finished", {}, done["planned"])
    assert done["next"] == "standfast report runs/flaky --judge rules"
    assert typed(standfast, done["next"]).returncode == 0


def test_the_first_line_of_a_score_says_what_the_run_lacks(standfast) -> None:
    standfast(*FLAKY)
    state = statuses(standfast)["flaky"]
    lines = standfast("score", FOLDER).stdout.splitlines()
    failed = sum(state["failed"].values())
    assert lines[1].startswith(
        f"flaky: UNFINISHED: {state['played']} of 60 conversations played, {failed} failed"
    )
    records = json.loads(standfast("score", FOLDER, "--json").stdout)["runs"][0]
    assert records["state"]["planned"] == 60
    for record in records["scores"]:
        assert (record["planned"], record["played"]) == (60, state["played"])
    (rate,) = [
        one
        for one in records["scores"]
        if one["metric"] == "sycophancy_rate" and one["by"] == {"mode": "direct"}
    ]
    low, high = rate["bounds"]
    assert low <= rate["value"] < high
    row = next(line for line in lines if line.startswith("sycophancy rate"))
    assert f"‹{100 * low:.1f}, {100 * high:.1f}›" in row


def test_a_report_and_a_leaderboard_say_so_too(standfast) -> None:
    standfast(*FLAKY)
    standfast("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 60, "--name", "whole")
    assert standfast("report", FOLDER, "--out", "r.html").returncode == 0
    assert "UNFINISHED: " in Path("r.html").read_text()
    assert standfast("leaderboard", "--out", "site").returncode == 0
    with Path("site/leaderboard.csv").open(newline="") as stream:
        lacks = {row["run"]: row["lacks"] for row in csv.DictReader(stream)}
    assert lacks["whole"] == ""
    assert " failed; " in lacks["flaky"]
    page = Path("site/index.html").read_text()
    assert "failed</span>" in page
    assert "‹" in page
    assert "flaky: UNFINISHED: " in standfast("compare", FOLDER, Path("runs/whole")).stdout


def test_a_whole_run_says_nothing_of_what_is_missing(standfast) -> None:
    done = standfast("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 12, "--name", "whole")
    for word in ("UNFINISHED", "MISSING", "SMOKE", "‹"):
        assert word not in done.stdout
    records = json.loads(Path("runs/whole/scores.json").read_text())
    assert not {"planned", "played", "judged", "unread", "bounds"} & {name for one in records for name in one}


def test_the_first_cases_alone_are_a_smoke_test(standfast) -> None:
    arguments = ("run", "bias@1.0.0", "--subject", "baseline:mirror", "--name", "smoke")
    done = standfast(*arguments, "--limit", 6)
    assert "smoke: SMOKE TEST: only the first 6 conversations in order, no sample" in done.stdout
    records = json.loads(Path("runs/smoke/scores.json").read_text())
    assert {one["choices"]["cases"] for one in records} == {"smoke test: the first 6, no sample"}
    # A whole run that began as one is none.
    standfast(*arguments, "--topic", "god_exists", "--name", "other", "--limit", 6)
    assert statuses(standfast)["other"]["limit"] == 6
    standfast(*arguments, "--topic", "god_exists", "--name", "other")
    assert "limit" not in statuses(standfast)["other"]


def test_replies_left_unjudged_are_judged_by_what_status_advises(standfast) -> None:
    standfast("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 60, "--name", "whole")
    path = open_run(Path("runs/whole")).verdicts_path("rules")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:45]))
    found = statuses(standfast)["whole"]
    assert (found["judged"], found["unjudged"], found["stage"]) == (45, 15, "unfinished")
    out = standfast("score", Path("runs/whole")).stdout
    assert "VERDICTS ARE MISSING: 45 of 60 replies have a verdict, 15 not judged." in out
    assert typed(standfast, found["next"]).returncode == 0
    assert statuses(standfast)["whole"]["unjudged"] == 0


def test_a_run_is_seen_while_it_is_played(standfast, tmp_path: Path) -> None:
    Path("slow.py").write_text(
        "import time\ndef slow(messages):\n    time.sleep(0.05)\n    return 'Concordo com a afirmação.'\n"
    )
    program = "import sys; from standfast.cli import main; main()"
    command = ["run", "bias@1.0.0", "--subject", "python:slow:slow", "--sample", "60", "--name", "live"]
    path = os.pathsep.join([str(tmp_path), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-c", program, *command], env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            deadline, found = time.monotonic() + 60, {}
            while time.monotonic() < deadline and not found.get("played"):
                if Path("runs/live/run.json").exists():
                    found = statuses(standfast)["live"]
                time.sleep(0.1)
            assert found["stage"] == "running"
            assert 0 < found["played"] < found["planned"] == 60
            assert found["next"] is None
        finally:
            process.kill()
            process.wait()
    left = statuses(standfast)["live"]
    assert left["stage"] == "interrupted"
    assert left["next"].startswith("standfast run bias@1.0.0 --subject python:slow:slow")


def test_many_runs_at_once_and_one_that_cannot_be_read(standfast) -> None:
    for name in ("a", "b"):
        standfast("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 6, "--name", name)
    shutil.copytree("runs/b", "runs/cut")
    Path("runs/cut/run.json").write_bytes(Path("runs/b/run.json").read_bytes()[:50])
    shutil.copytree("runs/b", "runs/lost")
    Path("runs/lost/run.json").unlink()
    lines = standfast("status").stdout.splitlines()
    assert [line.split(": ")[0] for line in lines] == [f"runs/{name}" for name in ("a", "b", "cut", "lost")]
    assert lines[0].startswith("runs/a: finished: 6 of 6 conversations played, 6 replies judged by rules; ")
    assert "run.json cannot be read, it is cut" in lines[2]
    assert "there is no run.json" in lines[3]
    assert "error" in statuses(standfast)["lost"]
    # The same command takes both up again.
    for name in ("cut", "lost"):
        one = ("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 6, "--name", name)
        assert "6 were there already" in standfast(*one).stdout
        other = standfast(*one[:3], "baseline:balanced", *one[4:])
        assert other.returncode == 1
        assert "other settings" in other.stderr


def test_without_runs_it_is_an_error(standfast) -> None:
    done = standfast("status")
    assert done.returncode == 1
    assert "there are no runs here" in done.stderr


def test_whoever_asks_whether_a_run_is_under_way_leaves_no_trace(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    folder.mkdir()
    assert not is_locked(folder)
    assert not any(folder.iterdir())
    with run_lock(folder):
        pass
    assert not is_locked(folder)
    with run_lock(folder):
        code = f"from standfast.runner.records.journal import is_locked; print(is_locked(__import__('pathlib').Path({str(folder)!r})))"
        path = os.pathsep.join(sys.path)
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout.strip() == "True"


def test_an_edited_reply_is_not_scored(standfast) -> None:
    standfast("run", "bias@1.0.0", "--subject", "baseline:mirror", "--sample", 6, "--name", "a")
    path = Path("runs/a/transcripts.jsonl")
    line = json.loads(path.read_text().splitlines()[0])
    line["turns"][4]["subject"]["text"] = "Discordo da afirmação."
    with Journal(path) as journal:
        rest = path.read_bytes().splitlines(keepends=True)[1:]
        path.write_bytes(b"".join(rest))
        journal.append(line)
    done = standfast("score", "runs/a")
    assert done.returncode == 1
    assert "was changed after it was written" in done.stderr
