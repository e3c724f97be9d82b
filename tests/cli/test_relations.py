import json
from pathlib import Path

import pytest
from standfast.cli import main

WIKITEXT = "{{Individual infobox|family=*[[Vernon Dursley]] (uncle)|friends=[[Ron Weasley]]|enemies=[[Severus Snape]]}}"


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["standfast", *arguments])
    try:
        main()
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def test_relations_go_from_a_saved_page_into_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "Harry Potter.txt").write_text(WIKITEXT)
    (tmp_path / "net.csv").write_text("source,target,type\nHarry Potter,Severus Snape,+\n")
    assert run(monkeypatch, "sources", "relations", "wiki", "Harry Potter.txt", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [(row["object"], row["rule"], row["affection"]) for row in found] == [
        ("Vernon Dursley", "kin", None),
        ("Ron Weasley", "friend", 5),
        ("Severus Snape", "enemy", -6),
    ]
    assert run(monkeypatch, "sources", "relations", "network", "net.csv", "--out", "net.tsv") == 0
    assert "1 relations" in capsys.readouterr().out
    assert run(monkeypatch, "build", "sharp", "--relations", "net.tsv", "--report", "conflicts") == 0
    out = capsys.readouterr().out
    assert "harry → snape" in out
    assert "2 relations with opposite signs, 0 with other levels" in out
    assert run(monkeypatch, "build", "sharp", "--relations", "net.tsv", "--report", "agreement") == 0
    assert "sign alike in 0 of 1" in capsys.readouterr().out
    assert run(monkeypatch, "validate", "sharp") == 0


def test_a_snapshot_is_asked_for_by_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import polars as pl

    assert run(monkeypatch, "build", "sharp", "--story-time", "harry_potter=book-6", "--out", "b") == 0
    table = pl.read_parquet(tmp_path / "b" / "intimacy.parquet")
    assert table.filter(character="snape", direction="to")["affection"].to_list() == [-8]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sources", "relations", "wiki"], "name files or the address of a wiki"),
        (["sources", "relations", "wiki", "--api", "http://127.0.0.1:9/api.php"], "no page was named"),
        (["build", "sharp", "--report", "weather"], "sharp has no report 'weather'"),
        (["build", "sharp", "--story-time", "harry_potter"], "--story-time 'harry_potter' names no time"),
        (["build", "sharp", "--book", "1"], "choose a snapshot of HPD's file"),
        (["build", "bias", "--book", "1"], "--book is a setting of sharp, not of bias"),
    ],
)
def test_wrong_usage_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], problem: str
) -> None:
    assert run(monkeypatch, *arguments) == 2
    error = capsys.readouterr().err
    assert problem in error
    assert error.count("\n") == 1
