import csv
import json
from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.errors import ReleaseError
from standfast.releases.digest import content_sha256
from standfast.releases.export import export
from standfast.releases.release import Release


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


def test_csv_holds_every_row_and_lists_as_json(release: Release, tmp_path: Path) -> None:
    paths = export(release, tmp_path / "out", "csv")
    assert [path.name for path in paths] == [f"{name}.csv" for name in release.tables]
    with (tmp_path / "out/conditions.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [json.loads(row["arc"]) for row in rows] == release.tables["conditions"]["arc"].to_list()


def test_jsonl_holds_the_same_values(release: Release, tmp_path: Path) -> None:
    export(release, tmp_path, "jsonl")
    lines = (tmp_path / "topics.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == release.tables["topics"].to_dicts()


def test_parquet_has_the_frozen_rows(release: Release, tmp_path: Path) -> None:
    export(release, tmp_path, "parquet")
    for name, record in release.manifest.tables.items():
        assert content_sha256(pl.read_parquet(tmp_path / f"{name}.parquet")) == record.content_sha256


def test_nothing_is_overwritten(release: Release, tmp_path: Path) -> None:
    (tmp_path / "prompts.csv").write_text("mine")
    with pytest.raises(ReleaseError, match=r"prompts.csv: the file exists already"):
        export(release, tmp_path, "csv")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["prompts.csv"]
