"""picon runs that are killed and go on, that are played several times, and answers that only begin like a yes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

PERSONAS = ("dara-okafor-lindqvist", "mateo-brennan", "priya-castellano", "ruth-ellery")
PROGRAM = [sys.executable, "-c", "from standfast.cli import main; main()"]


@pytest.fixture
def standfast(standfast, monkeypatch: pytest.MonkeyPatch):
    """The command line on a wide terminal: arguments to what it printed; it has to succeed."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str) -> str:
        done = standfast(*arguments)
        assert not done.returncode, done.stderr
        return done.stdout

    return run


def small(**settings: object) -> list[str]:
    every = {"languages": "en", "turns": 14, "sessions": 2, "decoys": 0.5, **settings}
    return [part for name, value in every.items() for part in ("--set", f"{name}={value}")]


def models(endpoint: str, *roles: str) -> list[str]:
    return [part for role in roles for part in (f"--{role}", f"openai:{role}@{endpoint}/v1?backoff=0.01")]


def records(path: Path) -> list[dict]:
    """Every line; each must be whole, and what differs from one playing to the next is left out."""
    data = path.read_bytes()
    assert data.endswith(b"\n")
    found = [json.loads(line) for line in data.splitlines()]
    for record in found:
        for turn in record.get("turns", ()):
            for reply in (turn["user"], turn["subject"]):
                for name in ("seconds", "attempts", "request_id"):
                    reply.pop(name, None)
        for call in record.get("calls", ()):
            for name in ("seconds", "attempts", "request_id"):
                call.pop(name, None)
    return sorted(found, key=json.dumps)


def scores(out: str) -> dict[tuple, tuple]:
    (run,) = json.loads(out)["runs"]
    return {(one["metric"], *sorted(one["by"].items())): (one["value"], one["count"], one["n"], one["low"])
            for one in run["scores"]}  # fmt: skip


def wait_until(holds) -> None:
    until = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.01)


def asked(endpoint: str, role: str = "subject") -> int:
    return requests.get(f"{endpoint}/seen", timeout=5).json().get(role, 0)


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def kill_when(arguments: list[str], holds) -> None:
    process = subprocess.Popen([*PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: holds() or process.poll() is not None)
    assert process.poll() is None, "it was finished before it was killed"
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@pytest.mark.slow
def test_interviews_that_are_finished_are_kept_and_those_that_are_torn_are_played_whole(
    standfast, release, endpoint
) -> None:
    play = ["run", release, *models(endpoint, "subject", "questioner", "extractor", "judge"), *small(),
            "--concurrency", "1", "--name"]  # fmt: skip
    requests.post(f"{endpoint}/behave", json={}, timeout=5).raise_for_status()
    standfast(*play, "clean")
    whole = asked(endpoint)
    requests.post(f"{endpoint}/behave", json={"delay": 0.004}, timeout=5).raise_for_status()

    transcripts, verdicts = Path("runs/killed/transcripts.jsonl"), Path("runs/killed/verdicts")
    kept: list[bytes] = []
    for finished in (0, 1, 3):  # in the midst of the first interview, of the second, of the fourth

        def in_the_midst(finished: int = finished) -> bool:
            begun = asked(endpoint)
            if len(lines(transcripts)) < finished:
                return False
            wait_until(lambda: asked(endpoint) >= begun + 5)
            return True

        kill_when([*play, "killed"], in_the_midst)
        now = lines(transcripts)
        assert now[: len(kept)] == kept
        assert finished <= len(now) < len(PERSONAS)
        kept = now
    torn = asked(endpoint)
    assert torn > 0
    # While it judges: some verdicts are there, not all.
    kill_when([*play, "killed"], lambda: any(len(lines(one)) > 20 for one in verdicts.glob("*.jsonl")))
    assert lines(transcripts)[: len(kept)] == kept
    out = standfast(*play, "killed")
    assert "0 interviews played, 4 were there already" in out
    assert asked(endpoint) > whole  # the torn ones were begun anew

    assert records(transcripts) == records(Path("runs/clean/transcripts.jsonl"))
    assert [one["case"]["persona"] for one in records(transcripts)] == sorted(PERSONAS)
    (given,) = verdicts.glob("*.jsonl")
    (clean,) = Path("runs/clean/verdicts").glob("*.jsonl")
    assert records(given) == records(clean)
    names = [(one["case"]["persona"], one["turn"]) for one in records(given)]
    assert len(names) == len(set(names)) == sum(len(one["turns"]) for one in records(transcripts))
    before, after = (scores(standfast("score", f"runs/{name}", "--json")) for name in ("clean", "killed"))
    assert before == after


@pytest.mark.slow
def test_a_kill_while_failed_searches_are_made_again_loses_none(standfast, release, engine) -> None:
    evidence = ["--evidence", f"search:searxng@http://127.0.0.1:{engine.port}?retries=0"]
    play = ["run", release, "--subject", "baseline:steady", *evidence, *small(), "--name"]
    standfast(*play, "whole")
    whole = scores(standfast("score", "runs/whole", "--json"))
    engine.down = lambda query: True
    standfast(*play, "outage")
    failed = scores(standfast("score", "runs/outage", "--json"))["failed_searches",][1]
    assert failed == whole["searches",][1] > 4

    engine.down, engine.delay = (lambda query: False), 0.1
    amendments = Path("runs/outage/amendments.jsonl")
    again = ["judge", "runs/outage", "--search-again", "--release", release, "--concurrency", "1"]
    kill_when(again, lambda: len(lines(amendments)) >= 2)
    kept = lines(amendments)
    assert 2 <= len(kept) < failed
    engine.delay = 0.0
    standfast(*again)
    assert lines(amendments)[: len(kept)] == kept
    given = [(json.dumps(one["case"]), one["turn"]) for one in records(amendments)]
    assert len(given) == len(set(given))
    verdicts = [
        (json.dumps(one["case"]), one["turn"]) for one in records(Path("runs/outage/verdicts/rules.jsonl"))
    ]
    assert len(verdicts) == len(set(verdicts))
    mended = scores(standfast("score", "runs/outage", "--json"))
    assert {key[0] for key in whole if mended[key] != whole[key]} == {"mended_searches"}


def test_repeats_are_cases_of_their_own_and_one_score(standfast, release) -> None:
    subject = ["run", release, "--subject", "baseline:drifter", *small(personas=",".join(PERSONAS[:2]))]
    out = standfast(*subject, "--repeats", "2", "--name", "twice")
    assert "4 interviews played" in out
    assert "None" not in out
    standfast(*subject, "--name", "once")
    twice, once = (scores(standfast("score", f"runs/{name}", "--json")) for name in ("twice", "once"))
    played = records(Path("runs/twice/transcripts.jsonl"))
    assert sorted((one["case"]["persona"], one["repeat"]) for one in played) == [
        (persona, repeat) for persona in sorted(PERSONAS[:2]) for repeat in (0, 1)
    ]
    # A baseline plays the same again: every score is that of one playing, with no noise; counts add up.
    counts = {"searches"}
    for key, (value, count, n, low) in once.items():
        if key[0] in counts or key[0] == "contradictions":
            assert twice[key][1] == 2 * count
        elif value is not None:
            assert twice[key][0] == pytest.approx(value), key
            assert twice[key][3] == pytest.approx(low) if low is not None else twice[key][3] is None
            assert key[0] in ("failed_searches",) or n == twice[key][2] or count == 0
    assert twice["repeat_sd", ("metric", "retest_consistency")][0] == 0
    standfast("report", "runs/twice", "runs/once", "--out", "r.html", "--release", release)
    page = Path("r.html").read_text(encoding="utf-8")
    assert "None of" not in page
    assert standfast("compare", "runs/twice", "runs/once", "--release", release)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "I am a Catholic and go to church every week."),
        ("pt", "Sou católica e vou à missa toda semana."),
        ("zh", "我是天主教徒，每周都去教堂。"),
    ],
)
def test_an_answer_that_begins_like_a_yes_agrees_to_no_decoy(
    standfast, release, language, said, monkeypatch
) -> None:
    monkeypatch.syspath_prepend(".")
    module = f"devout_{language}"
    Path(f"{module}.py").write_text(
        "def reply(messages):\n"
        "    asked = messages[-1]['content']\n"
        f"    if any(one in asked for one in ('yes or no', 'sim ou não', '是还是不是')):\n"
        f"        return {said!r}\n"
        "    return {'en': 'In Leeds.', 'pt': 'Em Recife.', 'zh': '在广州。'}"
        f"[{language!r}]\n",
        encoding="utf-8",
    )
    settings = small(languages=language, turns=50, sessions=1)
    standfast("run", release, "--subject", f"python:{module}:reply", *settings, "--limit", "1", "--name", "d")
    found = scores(standfast("score", "runs/d", "--json"))
    assert found["decoy_agreement", ("over", "turns")][1] == 0
    assert found["decoy_agreement", ("over", "turns")][2] > 0
    assert found["discarded_claims",][0] == 1  # nor does it confirm its own
