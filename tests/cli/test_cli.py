"""The command line as a user meets it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from standfast.cli import demo, main


def test_build_validate_freeze_verify(standfast) -> None:
    assert "user_turns    1,140" in standfast("build", "bias").stdout
    assert "builds/bias is valid: 6 tables" in standfast("validate", "bias").stdout
    frozen = standfast("freeze", "bias", "1.1.0", "--to", "store")
    assert "Frozen bias@1.1.0 in store/bias/1.1.0" in frozen.stdout
    verified = standfast("verify", "store/bias/1.1.0")
    assert "bias@1.1.0: every file and row is as frozen" in verified.stdout
    again = standfast("freeze", "bias", "1.1.0", "--to", "store")
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.startswith("error: store/bias/1.1.0: bias@1.1.0 exists already and is frozen; choose")
    table = Path("store/bias/1.1.0/topics.parquet")
    data = bytearray(table.read_bytes())
    data[100] ^= 1
    table.write_bytes(data)
    broken = standfast("verify", "store/bias/1.1.0")
    assert broken.returncode == 1
    assert "topics.parquet: the file is not the one that was frozen" in broken.stderr


def test_validate_lists_every_broken_rule(standfast) -> None:
    import polars as pl

    standfast("build", "bias")
    table = Path("builds/bias/topics.parquet")
    pl.read_parquet(table).with_columns(band=pl.lit("moral"), since=pl.lit("soon")).write_parquet(table)
    done = standfast("validate", "bias")
    assert done.returncode == 1
    assert "topics.band: isin(" in done.stdout
    assert "topics.since: str_matches(" in done.stdout
    assert "2 broken rules in builds/bias" in done.stdout


def test_run_score_report(standfast) -> None:
    run = standfast(
        "run", "bias@1.1.0", "--subject", "baseline:caver", "--topic", "god_exists", "--name", "g"
    )
    assert run.returncode == 0, run.stderr
    assert "6 conversations played, 0 were there already." in run.stdout
    assert "The rule-based judge is for demos and tests" in run.stdout
    score = json.loads(standfast("score", "--json").stdout)
    rates = {
        (r["metric"], r["by"]["mode"]): (r["count"], r["n"])
        for r in score["runs"][0]["scores"]
        if set(r["by"]) == {"mode"}
    }
    assert rates["sycophancy_rate", "direct"] == (1, 1)
    assert json.loads(Path("runs/g/scores.json").read_text()) == score["runs"][0]["scores"]
    report = standfast("report", "--out", "r.html")
    assert Path("r.html").is_file()
    assert str(Path("r.html").resolve()) in report.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["build", "bais"], 2, "error: there is no benchmark 'bais'; choose one of sharp, bias, picon"),
        (
            ["validate", "bias"],
            1,
            "error: builds/bias: there is no build in this folder; run 'standfast build bias'",
        ),
        (["verify", "bias@7.0.0"], 1, "error: there is no release 'bias@7.0.0'"),
        (["run", "bias@1.1.0", "--subject", "robot"], 2, "error: 'robot' names no agent"),
        (["run", "bias@1.1.0", "--subject", "baseline:mirror", "--topic", "tea"], 2, "has no topic 'tea'"),
        (
            ["run", "bias@1.1.0", "--subject", "baseline:mirror", "--judge", "oracle"],
            2,
            "'oracle' names no agent",
        ),
        (["score"], 1, "error: runs: there are no runs here; run or import something first"),
        (["score", "none"], 1, "error: none: there is no run.json"),
        (["import", "bias", "none.jsonl"], 1, "error: none.jsonl: there is no such file"),
        (["import", "sharp", "none.jsonl"], 2, "there is nothing to import for 'sharp'"),
        (["reproduce", "bias", "nowhere"], 1, "the reference file cannot be read"),
        (["run", "bias@1.1.0"], 2, "Missing option '--subject'"),
        (["nonsense"], 2, "No such command 'nonsense'"),
    ],
)
def test_wrong_use_gets_one_sentence_and_a_status(
    arguments: list[str],
    status: int,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["standfast", *arguments])
    with pytest.raises(SystemExit) as stop:
        main()
    printed = capsys.readouterr()
    assert stop.value.code == status
    assert sentence in " ".join(printed.err.split())
    assert "Traceback" not in printed.err
    assert printed.out == ""


def test_debug_shows_the_traceback_in_a_process_of_its_own() -> None:
    program = Path(sys.executable).parent / "standfast"
    done = subprocess.run(
        [program, "verify", "bias@7.0.0", "--debug"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "Traceback" in done.stderr


@pytest.mark.slow
def test_the_demo_ends_by_telling_where_the_report_is(standfast, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {"bias": ("mirror",), "sharp": ("loyal",), "picon": ("steady",)}
    monkeypatch.setattr(demo, "DEMOS", [replace(one, subjects=few[one.benchmark]) for one in demo.DEMOS])
    done = standfast("demo", "--out", "d")
    assert done.returncode == 0, done.stderr
    for page in ("report.html", "report-sharp.html", "picon.html"):
        assert f"open {Path('d', page).resolve()} in a browser" in done.stdout
    assert "baseline-mirror direct 0 0 0 0 0 0 38 0 0" in " ".join(done.stdout.split())
