"""picon at the command line: all roles over HTTP, unreadable answers, and searches that fail and are made again."""

import json
from pathlib import Path

import pytest
import requests

DARA = "dara-okafor-lindqvist"


@pytest.fixture
def standfast(standfast, monkeypatch: pytest.MonkeyPatch):
    """The command line on a wide terminal: arguments to (status, output, errors)."""
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str) -> tuple[int, str, str]:
        done = standfast(*arguments)
        return done.returncode, done.stdout, done.stderr

    return run


def models(endpoint: str, *roles: str) -> list[str]:
    return [part for role in roles for part in (f"--{role}", f"openai:{role}@{endpoint}/v1?backoff=0.01")]


def small(**settings: object) -> list[str]:
    every = {"personas": DARA, "turns": 14, "sessions": 1, "decoys": 0.5, **settings}
    return [part for name, value in every.items() for part in ("--set", f"{name}={value}")]


def scores(out: str) -> dict[tuple, object]:
    """Metric and by to value, count and interval of the only run in an answer of ``score --json``."""
    (run,) = json.loads(out)["runs"]
    return {
        (one["metric"], *sorted(one["by"].items())): (one["value"], one["count"], one["n"], one["low"])
        for one in run["scores"]
    }


def test_every_role_over_http_and_answers_in_forms_that_can_be_read(standfast, release, endpoint) -> None:
    faults = {
        "questioner": ["fenced", "talk"],
        "extractor": ["fenced", None, "talk"],
        "judge": ["talk", "fenced"],
    }
    requests.post(f"{endpoint}/behave", json=faults, timeout=5).raise_for_status()
    roles = models(endpoint, "subject", "questioner", "extractor", "judge")
    status, out, err = standfast("run", release, *roles, *small(), "--name", "good")
    assert (status, err) == (0, "")
    # Named: Leeds, where her parents live, in the core; then a school and a friend's town. She keeps a bridge
    # to herself.
    found = scores(standfast("score", "runs/good", "--json")[1])
    assert (found["coverage",][0], found["cooperativeness",][0]) == (3 / 14, 13 / 14)
    assert "script questions 0, unread extractions 0, unread verdicts 0" in out
    asked = requests.get(f"{endpoint}/seen", timeout=5).json()
    # Three things named, each with a confirmation and, at a share of one half, a decoy.
    assert asked["questioner"] == 4 + 3 + 3
    assert asked["extractor"] == 14
    assert asked["subject"] == 14 + 6 + 10
    assert asked["judge"] == 14 + 6  # the rules decide every retest


def test_unreadable_answers_are_asked_for_again_then_null_and_counted(standfast, release, endpoint) -> None:
    faults = {
        "questioner": ["prose", None, "nothing", "cut"],
        "extractor": ["two", "type", "field", None, "prose", "cut"],
        "judge": ["label", "field", "type", None, "prose", "no such turn", "cut", "two"],
    }
    requests.post(f"{endpoint}/behave", json=faults, timeout=5).raise_for_status()
    roles = models(endpoint, "subject", "questioner", "extractor", "judge")
    status, _, _ = standfast("run", release, *roles, *small(), "--name", "bad", "--concurrency", "1")
    assert status == 0
    # The questioner heals once, and loses its first decoy to the script, which has none to offer yet. The
    # extractor is read the second time ("type" spoils nothing in it), heals once more, and is lost once.
    found = scores(standfast("score", "runs/bad", "--json")[1])
    assert found["script_questions",][1] == 1
    assert found["unread_extractions",][1] == 1
    (path,) = Path("runs/bad/verdicts").glob("*.jsonl")
    verdicts = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    unread = [one for one in verdicts if (one.get("problem") or "").endswith("(asked twice)")]
    assert len(unread) == found["unread_verdicts",][1] > 0
    assert all(one.get("verdict") is None and one.get("label") is None for one in unread)
    notes = [turn["notes"] for turn in json.loads(Path("runs/bad/transcripts.jsonl").read_text())["turns"]]
    (lost,) = [one for one in notes if "question_fault" in one]
    assert (lost["asking"]["name"], lost["asking"]["decoy"]) == ("Leeds", False)
    assert lost["question_fault"] == 'cut: {"question": "Is it Leeds Grammar Scho (asked twice)'


def test_a_context_limit_is_recorded_and_shown(standfast, release, endpoint) -> None:
    requests.post(f"{endpoint}/behave", json={"limit": 900}, timeout=5).raise_for_status()
    subject = models(endpoint, "subject")
    status, out, _ = standfast("run", release, *subject, *small(), "--name", "cut")
    assert status == 0
    turns = json.loads(Path("runs/cut/transcripts.jsonl").read_text())["turns"]
    first = next(number for number, turn in enumerate(turns) if turn["subject"]["tokens_in"] == 900)
    cut = [number for number, turn in enumerate(turns) if turn["notes"].get("history_cut")]
    assert cut == list(range(first + 1, len(turns)))
    assert f"cut histories {len(cut)}," in out


def test_what_an_outage_took_is_searched_later_and_nothing_else_has_changed(
    standfast, release, engine
) -> None:
    evidence = ["--evidence", f"search:searxng@http://127.0.0.1:{engine.port}?retries=0"]
    subject = ["--subject", "baseline:yes-confirmer"]
    play = ["run", release, *subject, *evidence, *small(turns=50, sessions=2, decoys=0.25)]
    assert standfast(*play, "--name", "whole")[0] == 0
    whole = scores(standfast("score", "runs/whole", "--json")[1])
    assert whole["searches",][1] == 14

    engine.down = lambda query: True
    status, out, _ = standfast(*play, "--name", "outage")
    assert status == 0
    assert "failed searches 14, mended searches 0" in out
    assert "standfast judge runs/outage --judge rules --search-again" in out
    outage = scores(standfast("score", "runs/outage", "--json")[1])
    # Same interview, same coverage, same trust, no refutation; what only evidence can tell is not made up.
    # Who agrees to all decoys has covered nothing, whatever was found: EC by trust is 0 before and after.
    undefined = {"non_refutation", "external_consistency", "area"}
    measures = {key for key in whole if len(key) == 1}
    assert {key[0] for key in measures if outage[key] != whole[key]} == undefined | {"failed_searches"}
    assert all(outage[name,][0] is None for name in undefined)

    engine.down = lambda query: query == "Leeds"
    status, out, _ = standfast("judge", "runs/outage", "--search-again", "--release", release)
    assert "13 of 14 exchanges with failed searches were mended" in out
    assert "13 verdicts added" in out
    engine.down = lambda query: False
    engine.asked.clear()
    status, out, _ = standfast(*play, "--name", "outage")  # running again does the same
    assert "0 interviews played, 1 were there already." in out
    assert engine.asked == ["Leeds"]
    mended = scores(standfast("score", "runs/outage", "--json")[1])
    differing = {key[0] for key in whole if mended[key] != whole[key]}
    assert differing == {"mended_searches"}
    assert mended["mended_searches",][1] == 14
    played = Path("runs/outage/transcripts.jsonl").read_text(encoding="utf-8")
    assert played.count('"status":"failed"') == 14  # what was played stays as it was played


def test_another_engine_can_search_later(standfast, release, engine) -> None:
    evidence = ["--evidence", "search:searxng@http://127.0.0.1:9?retries=0"]
    standfast("run", release, "--subject", "baseline:steady", *evidence, *small(), "--name", "dead")
    found = scores(standfast("score", "runs/dead", "--json")[1])
    assert found["failed_searches",][1] == found["searches",][1] == 3
    other = f"search:searxng@http://127.0.0.1:{engine.port}"
    status, out, _ = standfast("judge", "runs/dead", "--evidence", other, "--release", release)
    assert status == 0
    assert "3 of 3 exchanges" in out
    lines = Path("runs/dead/amendments.jsonl").read_text(encoding="utf-8").splitlines()
    searches = [one for line in lines for one in json.loads(line)["notes"]["searches"]]
    assert [one["before"] for one in searches] == ["no answer (ClientConnectorError)"] * 3
    assert all("not in the public network" in one["problem"] for one in searches)
    assert all(one["hits"] and one["passages"][0]["serves"] for one in searches)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--turns", "10"], "turns of picon cannot be '10'; give a whole number from 11 to 500"),
        (["--set", "languages=xx"], "languages of picon cannot be 'xx'; give en or pt or zh"),
        (["--set", "sessions=0"], "sessions of picon cannot be '0'; give a whole number from 1 to 10"),
        (["--set", "persona=file:nowhere.txt", "--set", "date=2026-01-01"], "cannot be read"),
        (["--evidence", "search:serper"], "SERPER_API_KEY"),
    ],
)
def test_what_cannot_work_is_refused(standfast, release, monkeypatch, arguments, fault) -> None:
    monkeypatch.delenv("SERPER_API_KEY", raising=False)
    status, _, err = standfast("run", release, "--subject", "python:json:dumps", *arguments)
    assert status in (1, 2)
    assert fault in " ".join(err.split())
    assert not Path("runs").exists()
