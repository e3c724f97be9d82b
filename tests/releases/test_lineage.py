import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
import standfast
from standfast.builders.build import Build
from standfast.errors import DigestMismatchError, ReleaseError
from standfast.releases.stores import local_store


@pytest.fixture
def noted(built: Build) -> Build:
    return changed(built, note="Uma nota para quem lê.")


def changed(built: Build, **cells: str) -> Build:
    topics = built.tables["topics"].with_columns(
        pl.when(pl.col("topic_id") == "god_exists").then(pl.lit(value)).otherwise(pl.col(name)).alias(name)
        for name, value in cells.items()
    )
    return replace(built, tables={**built.tables, "topics": topics})


def test_the_first_version_has_no_predecessor_and_number_one() -> None:
    manifest = standfast.load_release("bias@1.0.0").manifest
    assert (manifest.previous, manifest.comparability, manifest.changes) == (None, 1, ())


def test_a_note_is_a_patch_and_scores_stay_comparable(noted: Build, tmp_path: Path) -> None:
    manifest = standfast.freeze(noted, "1.1.1", tmp_path / "store")
    shipped = standfast.load_release("bias@1.1.0")
    assert (manifest.previous, manifest.previous_digest) == ("bias@1.1.0", shipped.digest)
    assert manifest.comparability == 2
    assert manifest.changes == ("topics.note: changed in 1 row (god_exists)",)
    card = (tmp_path / "store/bias/1.1.1/README.md").read_text(encoding="utf-8")
    assert "Since bias@1.1.0:\n\n- topics.note: changed in 1 row (god_exists)\n" in card


def test_a_changed_claim_needs_a_major_version_and_a_new_number(built: Build, tmp_path: Path) -> None:
    other = changed(built, label_en="On God")
    with pytest.raises(ReleaseError) as caught:
        standfast.freeze(other, "1.2.0", tmp_path / "store")
    assert str(caught.value) == (
        "1.2.0 after 1.1.0 is too small a step for a major change "
        "(topics.label_en: changed in 1 row (god_exists)); freeze it as 2.0.0 or higher"
    )
    assert not (tmp_path / "store").exists()
    assert standfast.freeze(other, "2.0.0", tmp_path / "store").comparability == 3


def test_changed_scoring_alone_gives_a_new_number(built: Build, tmp_path: Path) -> None:
    manifest = standfast.freeze(
        built, "1.1.1", tmp_path / "store", changes=("the judge reads names too",), scoring_changed=True
    )
    assert (manifest.comparability, manifest.changes) == (3, ("the judge reads names too",))


def test_a_late_patch_of_an_old_line_keeps_its_number_and_a_new_line_gets_an_unused_one(
    built: Build, noted: Build, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    standfast.freeze(changed(built, label_en="On God"), "2.0.0", store)
    assert standfast.freeze(noted, "1.1.1", store).comparability == 2
    manifest = standfast.freeze(changed(built, label_en="God or not"), "3.0.0", store)
    assert (manifest.previous, manifest.comparability) == ("bias@2.0.0", 4)


def test_the_predecessor_may_stand_in_the_local_store(built: Build, noted: Build, tmp_path: Path) -> None:
    standfast.freeze(noted, "1.1.1", local_store())
    manifest = standfast.freeze(noted, "1.1.2", tmp_path / "store")
    assert (manifest.previous, manifest.changes) == ("bias@1.1.1", ())


def test_a_predecessor_that_was_tampered_with_is_no_ground_to_stand_on(
    noted: Build, frozen: Path, tmp_path: Path
) -> None:
    shutil.copytree(frozen, tmp_path / "mine/bias/1.1.5")
    (tmp_path / "mine/bias/1.1.5/topics.parquet").write_bytes(b"nothing")
    with pytest.raises((DigestMismatchError, ReleaseError)):
        standfast.freeze(noted, "1.1.6", tmp_path / "mine")


def test_a_version_below_all_known_ones_is_refused(noted: Build, tmp_path: Path) -> None:
    first = replace(noted, tables=standfast.load_release("bias@1.0.0").tables)
    with pytest.raises(ReleaseError, match="0.9.0 is lower than every known version; choose one above 1.0.0"):
        standfast.freeze(first, "0.9.0", tmp_path / "store")


def test_the_same_rows_frozen_again_elsewhere_are_the_same_release(noted: Build, tmp_path: Path) -> None:
    first = standfast.freeze(noted, "1.1.1", local_store())
    again = standfast.freeze(noted, "1.1.1", tmp_path / "store")
    assert again.digest == first.digest


def test_sources_that_do_not_combine_stop_the_freeze(built: Build, tmp_path: Path) -> None:
    book = replace(built.sources[0], name="book", licence="CC-BY-NC-4.0")
    mixed = replace(built, sources=(*built.sources, book))
    with pytest.raises(
        ReleaseError, match="book is CC-BY-NC-4.0 and may not go into a release under CC-BY-SA-4.0"
    ):
        standfast.freeze(mixed, "1.1.1", tmp_path / "store", licence="CC-BY-SA-4.0")
    assert standfast.freeze(mixed, "1.1.1", tmp_path / "store").licence == "CC-BY-NC-4.0"


def test_a_draft_left_by_a_killed_freeze_is_no_release(frozen: Path) -> None:
    from standfast.releases.stores import releases_in

    shutil.copytree(frozen, frozen.parent / ".freezing-abc")
    assert [version for _, version, _ in releases_in(frozen.parent.parent)] == ["1.1.0"]
