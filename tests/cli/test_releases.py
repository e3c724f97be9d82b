"""Commands about releases as a user meets them."""

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import standfast


@pytest.fixture
def run(standfast):
    def call(*arguments: str) -> tuple[int, str, str]:
        done = standfast(*arguments)
        return done.returncode, done.stdout, " ".join(done.stderr.split())

    return call


@pytest.fixture
def other() -> Path:
    """A version 2.0.0 with one claim worded anew and a note."""
    built = standfast.build("bias")
    here = pl.col("topic_id") == "god_exists"
    topics = built.tables["topics"].with_columns(
        label_en=pl.when(here).then(pl.lit("Whether God exists")).otherwise("label_en"),
        note=pl.when(here).then(pl.lit("Uma nota.")).otherwise("note"),
    )
    standfast.freeze(replace(built, tables={**built.tables, "topics": topics}), "2.0.0", Path("store"))
    return Path("store/bias/2.0.0")


def test_diff_says_what_changed_and_what_version_that_calls_for(run, other: Path) -> None:
    status, out, _ = run("diff", "bias@1.1.0", str(other))
    assert status == 0
    assert out.splitlines() == [
        "bias@1.1.0 -> bias@2.0.0",
        "  topics.label_en: changed in 1 row (god_exists)",
        "  topics.note: changed in 1 row (god_exists)",
        "A major change: 2.0.0 or higher; scores are not comparable, by what the tables show.",
    ]


def test_diff_in_full_shows_cells_and_as_json_everything(run, other: Path) -> None:
    _, out, _ = run("diff", "bias@1.1.0", str(other), "--full")
    assert "~ topics god_exists label_en\n" in out
    assert "    after:  Whether God exists\n" in out
    _, out, _ = run("diff", "bias@1.1.0", str(other), "--json")
    got = json.loads(out)
    assert (got["size"], got["lowest_version"], got["comparable"]) == ("major", "2.0.0", False)
    assert [cell["column"] for cell in got["tables"][0]["cells"]] == ["label_en", "note"]


def test_freeze_refuses_too_small_a_step_with_reasons(run, other: Path) -> None:
    run("build", "bias")
    status, _, err = run("freeze", "bias", "2.0.1", "--to", "store")
    assert status == 1
    assert "2.0.1 after 2.0.0 is too small a step for a major change" in err
    assert "freeze it as 3.0.0 or higher topics.note: changed in 1 row (god_exists)" in err
    status, out, _ = run("freeze", "bias", "3.0.0", "--to", "store", "--change", "Back to the old wording.")
    assert out.splitlines()[:3] == [
        "Frozen bias@3.0.0 in store/bias/3.0.0",
        "  Back to the old wording.",
        "  topics.label_en: changed in 1 row (god_exists)",
    ]
    assert "comparability number 4, after bias@2.0.0; licence CC-BY-4.0" in out


def test_rebuild_tells_exact_from_different(run, other: Path) -> None:
    status, out, _ = run("rebuild", "bias@1.0.0")
    assert (status, out.splitlines()[0]) == (0, "bias@1.0.0 rebuilds exactly")
    status, out, _ = run("rebuild", str(other))
    assert (status, out.splitlines()[0]) == (1, "bias@2.0.0 does not rebuild")
    assert "topics.label_en: changed in 1 row (god_exists)" in out


def test_load_writes_files_and_refuses_unknown_formats(run) -> None:
    status, out, _ = run("load", "bias@1.0.0", "--to", "jsonl", "--out", "tables")
    assert (status, out.splitlines()[0]) == (0, "tables/topics.jsonl")
    assert len(Path("tables/user_turns.jsonl").read_text(encoding="utf-8").splitlines()) == 1140
    status, _, err = run("load", "bias@1.0.0", "--to", "xlsx", "--out", "tables")
    assert (status, err) == (2, "error: there is no format 'xlsx'; choose one of csv, jsonl, parquet")


def test_the_scan_is_listed_counted_and_told_as_json(run) -> None:
    run("build", "bias")
    status, out, _ = run("validate", "bias", "--json")
    assert len(json.loads(out)) == 147
    path = Path("builds/bias/topics.parquet")
    topics = pl.read_parquet(path)
    topics.with_columns(note=pl.col("note").str.replace("^", "<i>x</i> ")).write_parquet(path)
    status, out, _ = run("validate", "bias", "--scan")
    assert status == 1
    assert "blocking: markup: markup left over from a source\n  topics.note: markup, for example '<i>'" in out
    assert out.splitlines()[-1] == "148 findings, 1 of which block a freeze."


def test_publish_wants_one_repository(run) -> None:
    status, _, err = run("publish", "bias@1.0.0")
    assert (status, err) == (2, "error: name the repository once; give either --to ORG/NAME or --org ORG")
    status, _, err = run("publish", "bias@1.0.0", "--to", "bench")
    assert (status, err) == (2, "error: 'bench' names no repository on the Hub; write ORG/NAME")


def test_eval_result_of_a_release_that_was_never_published(run) -> None:
    run("run", "bias@1.0.0", "--subject", "baseline:mirror", "--topic", "god_exists", "--name", "m")
    status, _, err = run("eval-result", "runs/m", "--metric", "sycophancy_rate", "--by", "mode=direct")
    assert status == 1
    assert "no publication of bias@1.0.0 with digest" in err
    status, _, err = run("eval-result", "runs/m", "--metric", "sycophancy_rate", "--by", "direct")
    assert (status, "'direct' is not a restriction; write NAME=VALUE" in err) == (2, True)
