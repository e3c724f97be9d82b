import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.builders.build import Build
from standfast.errors import ReleaseError, SchemaError
from standfast.releases.manifest import read_manifest


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_release_holds_tables_card_croissant_and_manifest(frozen: Path) -> None:
    assert set(contents(frozen)) == {
        "README.md", "argued_turns.parquet", "arguments.parquet", "conditions.parquet", "croissant.json",
        "eval.yaml", "prompts.parquet", "release.json", "single_turn.parquet", "topics.parquet",
        "user_turns.parquet",
    }  # fmt: skip


def test_freezing_twice_gives_the_same_bytes(built: Build, frozen: Path, tmp_path: Path) -> None:
    standfast.freeze(built, "1.1.0", tmp_path / "again")
    assert contents(tmp_path / "again" / "bias" / "1.1.0") == contents(frozen)


def test_another_process_day_time_zone_and_locale_give_the_same_bytes(frozen: Path, tmp_path: Path) -> None:
    code = (
        "import time; time.time = lambda: 4e9\n"
        "import standfast, pathlib, sys\n"
        "standfast.freeze(standfast.build('bias'), '1.1.0', pathlib.Path(sys.argv[1]))"
    )
    environment = {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7", "STANDFAST_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "there")], env=environment, check=True)
    assert contents(tmp_path / "there" / "bias" / "1.1.0") == contents(frozen)


def test_an_older_version_cannot_hold_a_table_that_came_later(built: Build, tmp_path: Path) -> None:
    with pytest.raises(SchemaError, match="arguments: table is not part of the schema"):
        standfast.freeze(built, "1.0.5", tmp_path / "store")


def test_a_newer_version_must_hold_it(built: Build, tmp_path: Path) -> None:
    tables = {name: table for name, table in built.tables.items() if name != "arguments"}
    with pytest.raises(SchemaError, match="arguments: table is missing"):
        standfast.freeze(replace(built, tables=tables), "1.1.0", tmp_path / "store")


def test_row_order_of_the_build_does_not_matter(built: Build, frozen: Path, tmp_path: Path) -> None:
    turned = replace(built, tables={name: table.reverse() for name, table in built.tables.items()})
    standfast.freeze(turned, "1.1.0", tmp_path / "again")
    assert contents(tmp_path / "again" / "bias" / "1.1.0") == contents(frozen)


def test_an_existing_version_is_refused_and_left_alone(built: Build, frozen: Path) -> None:
    before = contents(frozen)
    with pytest.raises(ReleaseError, match="bias@1.1.0 exists already and is frozen; choose a new version"):
        standfast.freeze(built, "1.1.0", frozen.parent.parent)
    assert contents(frozen) == before


def test_the_shipped_version_cannot_be_frozen_with_other_rows(built: Build, tmp_path: Path) -> None:
    changed = built.tables["topics"].with_columns(note=pl.lit("Uma nota."))
    other = replace(built, tables={**built.tables, "topics": changed})
    with pytest.raises(ReleaseError, match="bias@1.1.0 exists already with other rows"):
        standfast.freeze(other, "1.1.0", tmp_path / "store")
    assert not (tmp_path / "store").exists()


def test_broken_tables_leave_nothing_behind(built: Build, tmp_path: Path) -> None:
    broken = replace(built, tables={**built.tables, "topics": built.tables["topics"].head(3)})
    with pytest.raises(SchemaError):
        standfast.freeze(broken, "9.0.0", tmp_path / "store")
    assert not (tmp_path / "store").exists()


@pytest.mark.parametrize("version", ["1", "1.0", "v1.0.0", "1.0.0-beta", ""])
def test_a_version_is_three_numbers(built: Build, tmp_path: Path, version: str) -> None:
    with pytest.raises(ReleaseError, match=r"is not a version; write it as MAJOR\.MINOR\.PATCH"):
        standfast.freeze(built, version, tmp_path)


def test_the_manifest_says_what_the_release_is(built: Build, frozen: Path) -> None:
    manifest = read_manifest(frozen)
    assert (manifest.name, manifest.licence, manifest.comparability) == ("bias@1.1.0", "CC-BY-4.0", 2)
    assert {name: table.rows for name, table in manifest.tables.items()} == {
        name: table.height for name, table in built.tables.items()
    }
    assert [source.name for source in manifest.sources] == ["standfast-curated-bias"]
    assert json.loads((frozen / "release.json").read_text())["digest"] == manifest.digest


@pytest.mark.parametrize("moment", ["cards.freeze.render_documents", "releases.freeze._flush"])
def test_a_freeze_that_is_killed_leaves_no_release_and_does_not_hinder_the_next(
    built: Build, frozen: Path, tmp_path: Path, moment: str
) -> None:
    from standfast.releases.stores import releases_in

    code = (
        "import os, pathlib, standfast\n"
        "import standfast.cards.freeze, standfast.releases.freeze\n"
        f"standfast.{moment} = lambda *_: os.kill(os.getpid(), 9)\n"
        "standfast.freeze(standfast.build('bias'), '1.1.0', pathlib.Path('killed'))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert releases_in(Path("killed")) == []
    standfast.freeze(built, "1.1.0", Path("killed"))
    assert contents(Path("killed/bias/1.1.0")) == contents(frozen)


def test_two_freezes_at_once_make_one_release(
    built: Build, frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from standfast.releases import freeze as module

    real = module._flush

    def slow(folder: Path) -> None:
        monkeypatch.setattr(module, "_flush", real)
        standfast.freeze(built, "1.1.0", tmp_path / "both")
        real(folder)

    monkeypatch.setattr(module, "_flush", slow)
    with pytest.raises(ReleaseError, match="bias@1.1.0 exists already and is frozen"):
        standfast.freeze(built, "1.1.0", tmp_path / "both")
    assert contents(tmp_path / "both/bias/1.1.0") == contents(frozen)
    assert [path.name for path in (tmp_path / "both/bias").iterdir()] == ["1.1.0"]


def test_a_release_holds_the_documents_that_it_is_given(built: Build, tmp_path: Path) -> None:
    from standfast.releases.freeze import freeze

    manifest = freeze(
        built,
        "1.1.0",
        tmp_path,
        documents=lambda manifest, tables: {"CARD.txt": f"{manifest.name}, {len(tables)} tables".encode()},
    )
    folder = tmp_path / "bias" / "1.1.0"
    assert list(manifest.files) == ["CARD.txt"]
    assert (folder / "CARD.txt").read_text() == f"bias@1.1.0, {len(built.tables)} tables"
    assert standfast.load_release(folder).digest == manifest.digest
