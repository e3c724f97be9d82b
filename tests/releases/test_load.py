import json
import shutil
from pathlib import Path

import pytest
import standfast
from standfast.builders.build import Build
from standfast.errors import DigestMismatchError, ReleaseError


def test_a_release_loads_from_its_folder_with_the_tables_it_was_frozen_from(
    built: Build, frozen: Path
) -> None:
    release = standfast.load_release(frozen)
    assert release.name == "bias@1.1.0"
    assert all(release.tables[name].equals(built.tables[name]) for name in built.tables)


@pytest.mark.parametrize(
    "name", ["topics.parquet", "conditions.parquet", "user_turns.parquet", "prompts.parquet", "README.md", "croissant.json", "eval.yaml", "single_turn.parquet"]
)  # fmt: skip
@pytest.mark.parametrize("place", [0.0, 0.5, 1.0])
def test_one_flipped_byte_is_an_error_that_names_the_file(frozen: Path, name: str, place: float) -> None:
    data = bytearray((frozen / name).read_bytes())
    data[int(place * (len(data) - 1))] ^= 1
    (frozen / name).write_bytes(data)
    with pytest.raises(DigestMismatchError, match=rf"{name}: the file is not the one that was frozen"):
        standfast.load_release(frozen)


def test_a_changed_manifest_is_an_error(frozen: Path) -> None:
    path = frozen / "release.json"
    path.write_text(path.read_text().replace('"CC-BY-4.0"', '"CC0-1.0"'))
    with pytest.raises(ReleaseError, match=r"release.json: the manifest does not match the digest it states"):
        standfast.load_release(frozen)


def test_rows_that_differ_are_found_even_where_the_file_digest_was_adjusted(frozen: Path) -> None:
    from standfast.releases.digest import file_sha256, json_sha256

    record = json.loads((frozen / "release.json").read_text())
    shutil.copy(frozen / "prompts.parquet", frozen / "conditions.parquet")
    record["tables"]["conditions"]["file_sha256"] = file_sha256(frozen / "conditions.parquet")
    del record["digest"]
    record = {"digest": json_sha256(record), **record}
    (frozen / "release.json").write_text(json.dumps(record))
    with pytest.raises(
        DigestMismatchError, match=r"conditions.parquet: its rows are not those that were frozen"
    ):
        standfast.load_release(frozen)


def test_missing_and_foreign_files_are_named(frozen: Path) -> None:
    (frozen / "notes.txt").write_text("mine")
    with pytest.raises(DigestMismatchError, match=r"notes.txt: the file is not part of the release"):
        standfast.load_release(frozen)
    (frozen / "notes.txt").unlink()
    (frozen / "topics.parquet").unlink()
    with pytest.raises(DigestMismatchError, match=r"topics.parquet: the file is missing from the release"):
        standfast.load_release(frozen)


@pytest.mark.parametrize("text", ["", "{}", "[]", "not json", '{"format": 1}'])
def test_a_damaged_manifest_is_an_error(frozen: Path, text: str) -> None:
    (frozen / "release.json").write_text(text)
    with pytest.raises(ReleaseError, match=r"release.json: the manifest cannot be read"):
        standfast.load_release(frozen)


def test_a_manifest_of_a_later_format_asks_for_an_upgrade(frozen: Path) -> None:
    record = json.loads((frozen / "release.json").read_text())
    (frozen / "release.json").write_text(json.dumps({**record, "format": 99}))
    with pytest.raises(ReleaseError, match="format 99 is not known .*; upgrade standfast"):
        standfast.load_release(frozen)


def test_every_shipped_release_loads_and_builds_again_with_the_same_rows() -> None:
    from standfast.releases.stores import list_releases

    shipped = [(name, version) for name, version, _ in list_releases()]
    assert ("bias", "1.1.0") in shipped
    for name, version in shipped:
        release = standfast.load_release(f"{name}@{version}")
        built = standfast.build(name)
        assert all(frame.equals(built.tables[table]) for table, frame in release.tables.items())
        newest = max(number for benchmark, number in shipped if benchmark == name)
        assert version != newest or built.tables.keys() == release.tables.keys()


def test_a_folder_of_an_older_release_loads_and_verifies_wherever_it_lies(tmp_path: Path) -> None:
    from standfast.releases.stores import releases_in, shipped_store

    for name, version, folder in releases_in(shipped_store()):
        copy = shutil.copytree(folder, tmp_path / f"kept {name} {version}")
        release = standfast.load_release(copy)
        assert (release.name, release.folder) == (f"{name}@{version}", copy)
        assert release.digest == standfast.load_release(f"{name}@{version}").digest
        (copy / "README.md").write_bytes(b"# Another card\n")
        with pytest.raises(DigestMismatchError, match="README.md"):
            standfast.load_release(copy)


def test_a_release_gives_datasets(frozen: Path) -> None:
    release = standfast.load_release(frozen)
    datasets = release.to_datasets()
    assert set(datasets) == set(release.tables)
    assert datasets["topics"][0] == release.tables["topics"].row(0, named=True)


def test_a_prompt_is_found_by_id_and_language(frozen: Path) -> None:
    release = standfast.load_release(frozen)
    assert "{{ claim }}" in release.prompt("judge.case", "pt")
    with pytest.raises(KeyError):
        release.prompt("judge.case", "zh")


def test_the_first_release_still_loads_without_the_tables_that_came_later() -> None:
    release = standfast.load_release("bias@1.0.0")
    assert list(release.tables) == ["topics", "conditions", "user_turns", "prompts"]
    newer = standfast.load_release("bias@1.1.0")
    assert set(newer.tables) - set(release.tables) == {"arguments", "argued_turns"}
    for name, table in release.tables.items():
        assert table.equals(newer.tables[name])
    assert (release.manifest.comparability, newer.manifest.comparability) == (1, 2)


def test_a_release_older_than_the_rules_is_checked_by_its_digests_alone(
    built: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    from standfast.builders.bias import building as bias
    from standfast.errors import SchemaError

    standfast.freeze(built, "1.1.0", tmp_path)
    schema = bias.BUILDING.schema
    stricter = replace(schema, rules=(*schema.rules, replace(schema.rules[0], find=lambda _: ["x"])))
    monkeypatch.setattr(bias, "BUILDING", replace(bias.BUILDING, schema=stricter))
    with pytest.raises(SchemaError):
        standfast.load_release(tmp_path / "bias" / "1.1.0")
    older = replace(bias.BUILDING, schema=replace(stricter, since="1.2.0"))
    monkeypatch.setattr(bias, "BUILDING", older)
    assert standfast.load_release(tmp_path / "bias" / "1.1.0").name == "bias@1.1.0"
