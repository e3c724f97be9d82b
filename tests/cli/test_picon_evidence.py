"""picon at the command line with every provider of evidence, each over a loopback server."""

import json
import sys
from pathlib import Path

import pytest
from standfast.cli import main

DARA = "dara-okafor-lindqvist"
KEY = "secret-key"


@pytest.fixture
def standfast(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):
    """The command line in this process: arguments to (status, all that it said)."""
    monkeypatch.setenv("COLUMNS", "160")
    for name in ("SERPER_API_KEY", "TAVILY_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["standfast", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        return int(stop.value.code or 0), " ".join("".join(capfd.readouterr()).split())

    return run


def small(release: str, evidence: str) -> list[str]:
    settings = {"personas": DARA, "turns": 14, "sessions": 1, "decoys": 0.5}
    chosen = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
    return ["run", release, "--subject", "baseline:steady", "--evidence", evidence, *chosen, "--name", "r"]


def searches() -> list[dict]:
    record = json.loads(Path("runs/r/transcripts.jsonl").read_text(encoding="utf-8"))
    return [one for turn in record["turns"] for one in turn["notes"].get("searches", ())]


def claims() -> dict[str, str]:
    lines = Path("runs/r/verdicts/rules.jsonl").read_text(encoding="utf-8").splitlines()
    details = [json.loads(line)["details"] for line in lines]
    return {name: verdict for one in details for name, verdict in one.get("claims", {}).items()}


def assert_unwritten(secret: str) -> None:
    for path in Path().rglob("*"):
        assert not path.is_file() or secret.encode() not in path.read_bytes(), path


@pytest.mark.parametrize(
    ("engine", "variable", "source"),
    [
        ("wikipedia", None, "https://en.wikipedia.org/wiki/"),
        ("wikidata", None, "http://www.wikidata.org/entity/"),
        ("searxng", None, "/page/good"),
        ("serper", "SERPER_API_KEY", "/page/good"),
        ("tavily", "TAVILY_API_KEY", "/page/good"),
    ],
)
def test_an_engine_serves_a_whole_run(
    standfast, release, evidence_server, monkeypatch, engine, variable, source
) -> None:
    if variable:
        monkeypatch.setenv(variable, KEY)
    pages = "?private=allow" if source == "/page/good" else ""
    status, said = standfast(*small(release, f"search:{engine}@{evidence_server}{pages}"))
    assert status == 0
    found = searches()
    # Dara names Scotland's Glasgow last; all that she names is searched for, and each search is whole.
    assert len(found) == 3
    assert {one["engine"] for one in found} == {engine}
    assert {one["status"] for one in found} <= {"found", "nothing"}
    told = [one for one in found if one["status"] == "found"]
    assert told
    for one in told:
        assert any(source in hit["url"] for hit in one["hits"])
        assert all(passage["serves"] for passage in one["passages"])
    assert set(claims().values()) <= {"supported", "not_enough_information", "nothing_found"}
    assert "searches 3, failed searches 0" in said
    status, told_again = standfast("report", "runs/r", "--out", "r.html", "--release", release)
    assert status == 0
    assert KEY not in said + told_again
    assert_unwritten(KEY)


def test_a_folder_of_documents_serves_a_whole_run(standfast, release) -> None:
    Path("docs/more").mkdir(parents=True)
    Path("docs/leeds.md").write_text("# Leeds\n\nLeeds is a city in England.\n", encoding="utf-8")
    Path("docs/more/s.html").write_text("<title>Other</title><p>Nothing of the kind.</p>", encoding="utf-8")
    status, said = standfast(*small(release, "search:folder@docs"))
    assert status == 0
    assert {one["engine"] for one in searches()} == {"folder"}
    assert "failed searches 0" in said
    Path("docs/leeds.md").write_text("Leeds is in Yorkshire.\n", encoding="utf-8")
    status, said = standfast(*small(release, "search:folder@docs"))
    assert status != 0  # the documents are part of what makes the run what it is
    assert "evidence" in said


def test_engines_are_asked_in_turn(standfast, release, evidence_server, monkeypatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    down = "http://127.0.0.1:9"
    chain = f"search:wikipedia@{down}+serper@{evidence_server}?key_env=MY_KEY&private=allow&retries=0"
    status, said = standfast(*small(release, chain))
    assert status == 0
    found = searches()
    assert {one["engine"] for one in found} == {"serper"}
    assert all("wikipedia: no answer" in one["problem"] for one in found)
    assert "failed searches 0" in said
    assert_unwritten(KEY)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("search:serper", "there is no key in the environment variable SERPER_API_KEY"),
        ("search:tavily", "there is no key in the environment variable TAVILY_API_KEY"),
        ("search:wikipedia+serper", "there is no key in the environment variable SERPER_API_KEY"),
        ("search:serper?key_env=NOWHERE_SET", "the environment variable that key_env names"),
        (f"search:tavily?key_env={KEY}-4Qz8", "the environment variable that key_env names"),
        (f"search:tavily?key={KEY}", "has no option 'key'"),
        (f"search:searxng@http://me:{KEY}@127.0.0.1:9", "holds a user name"),
    ],
)
def test_a_missing_or_misplaced_key_is_one_sentence(standfast, release, spec, sentence) -> None:
    status, said = standfast(*small(release, spec))
    assert status in (1, 2)
    assert sentence in said
    assert "Traceback" not in said
    assert KEY not in said
    assert not Path("runs").exists()


def test_a_wrong_key_fails_the_searches_and_is_not_shown(
    standfast, release, evidence_server, monkeypatch
) -> None:
    monkeypatch.setenv("SERPER_API_KEY", "planted-wrong-77Tq02")
    status, said = standfast(*small(release, f"search:serper@{evidence_server}"))
    assert status == 0
    assert [one["problem"] for one in searches()] == ["status 403"] * 3
    assert "searches 3, failed searches 3" in said
    assert set(claims().values()) == {"search_failed"}
    assert "planted-wrong" not in said
    assert_unwritten("planted-wrong-77Tq02")
