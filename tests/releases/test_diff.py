from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from standfast.builders.build import Build
from standfast.builders.schemas import schema_of
from standfast.errors import ReleaseError, UsageError
from standfast.releases.changes import change_sentences
from standfast.releases.diff import CellChange, Contents, SourceChange, diff, diff_table
from standfast.releases.versioning import check_version, judge_diff, lowest_version

TOPICS = schema_of("bias").table("topics")


def contents(built: Build, **tables: pl.DataFrame) -> Contents:
    return Contents("bias", {**built.tables, **tables}, built.sources, built.settings, "CC-BY-4.0")


def edited(table: pl.DataFrame, key: str, **cells: object) -> pl.DataFrame:
    here = pl.col(table.columns[0]) == key
    return table.with_columns(
        pl.when(here).then(pl.lit(value)).otherwise(pl.col(name)).alias(name) for name, value in cells.items()
    )


def test_the_same_contents_differ_in_nothing(built: Build) -> None:
    found = diff(contents(built), contents(built))
    assert (found.tables, change_sentences(found)) == ((), [])
    assert judge_diff(found).size == "patch"


def test_rows_and_cells_are_found_by_key(built: Build) -> None:
    before = built.tables["topics"]
    after = edited(
        before.filter(pl.col("topic_id") != "god_exists"), "earth_is_round", claim_en="It is flat."
    )
    new = before.filter(topic_id="god_exists").with_columns(topic_id=pl.lit("tea_is_good"))
    found = diff_table(TOPICS, before, pl.concat([after, new]).reverse())
    assert (found.added, found.removed) == (("tea_is_good",), ("god_exists",))
    old = before.filter(topic_id="earth_is_round")["claim_en"].item()
    assert found.cells == (CellChange("earth_is_round", "claim_en", old, "It is flat."),)


def test_a_changed_list_is_a_changed_cell(built: Build) -> None:
    before = built.tables["conditions"]
    after = before.with_columns(arc=pl.col("arc").list.reverse())
    found = diff(contents(built), contents(built, conditions=after)).tables[0]
    assert len({cell.key for cell in found.cells}) == len(found.cells) == 6
    assert found.cells[0].key == "direct/agree"


def test_null_and_text_differ_and_null_and_null_do_not(built: Build) -> None:
    topics = built.tables["topics"]
    assert diff_table(TOPICS, topics, topics).cells == ()
    bare = topics.filter(pl.col("note").is_null())["topic_id"][0]
    noted = edited(topics, bare, note="Uma nota.")
    assert [(c.before, c.after) for c in diff_table(TOPICS, topics, noted).cells] == [(None, "Uma nota.")]


def test_columns_new_gone_and_retyped_are_told(built: Build) -> None:
    before = built.tables["topics"]
    after = before.drop("band").with_columns(size=pl.lit(1), since=pl.lit(1))
    found = diff_table(TOPICS, before, after)
    assert (found.columns_added, found.columns_removed) == (("size",), ("band",))
    assert found.columns_retyped == (("since", "String", "Int32"),)
    assert found.cells == ()


def test_a_changed_key_column_means_other_rows(built: Build) -> None:
    before = built.tables["user_turns"]
    found = diff_table(
        schema_of("bias").table("user_turns"), before, before.with_columns(pl.col("turn").cast(pl.String))
    )
    assert (len(found.added), len(found.removed), found.cells) == (1140, 1140, ())


def test_sources_settings_and_licence_are_compared(built: Build) -> None:
    before = contents(built)
    newer = replace(built.sources[0], version="0.2.0", sha256="f" * 64)
    after = replace(before, sources=(newer,), settings={"seed": 2}, licence="CC-BY-SA-4.0")
    found = diff(before, after)
    assert found.sources == (SourceChange("standfast-curated-bias", built.sources[0], newer),)
    assert change_sentences(found) == [
        f"source standfast-curated-bias: version {built.sources[0].version} became 0.2.0, "
        f"sha256 {built.sources[0].sha256[:12]} became ffffffffffff",
        "setting seed: None became 2",
        "licence: CC-BY-4.0 became CC-BY-SA-4.0",
    ]


def test_sentences_name_the_first_keys_and_count_the_rest(built: Build) -> None:
    topics = built.tables["topics"].with_columns(note=pl.lit("Nota."))
    sentences = change_sentences(diff(contents(built), contents(built, topics=topics)))
    assert sentences == [
        "topics.note: changed in 38 rows (abortion_decriminalization, "
        + ", ".join(topics["topic_id"][1:5])
        + " and 33 more)"
    ]


@pytest.mark.parametrize(
    ("change", "size", "comparable"),
    [
        (lambda t: t.with_columns(note=pl.lit("x")), "patch", True),
        (lambda t: t.with_columns(extra=pl.lit("x")), "minor", False),
        (lambda t: pl.concat([t, t.head(1).with_columns(topic_id=pl.lit("new"))]), "minor", False),
        (lambda t: t.head(37), "major", False),
        (lambda t: t.drop("note"), "major", False),
        (lambda t: t.with_columns(claim_pt=pl.lit("x")), "major", False),
        (lambda t: t.with_columns(needs_brazilian_context=pl.lit("yes")), "major", False),
    ],
)
def test_the_size_of_a_change(built: Build, change: object, size: str, comparable: bool) -> None:
    verdict = judge_diff(diff(contents(built), contents(built, topics=change(built.tables["topics"]))))
    assert (verdict.size, verdict.comparable) == (size, comparable)


def test_a_new_table_is_minor_and_a_lost_one_major(built: Build) -> None:
    fewer = replace(contents(built), tables={k: v for k, v in built.tables.items() if k != "prompts"})
    assert judge_diff(diff(fewer, contents(built))).size == "minor"
    assert judge_diff(diff(contents(built), fewer)).size == "major"
    assert change_sentences(diff(contents(built), fewer)) == ["prompts: table removed"]


def test_two_benchmarks_cannot_be_compared(built: Build) -> None:
    with pytest.raises(UsageError, match="bias and sharp are two benchmarks"):
        diff(contents(built), replace(contents(built), benchmark="sharp"))


@pytest.mark.parametrize(
    ("size", "lowest"), [("patch", "1.2.4"), ("minor", "1.3.0"), ("major", "2.0.0")]
)  # fmt: skip
def test_a_version_too_small_is_refused_with_the_lowest_that_will_do(size: str, lowest: str) -> None:
    assert lowest_version("1.2.3", size) == lowest
    check_version(lowest, "1.2.3", size, [])
    with pytest.raises(ReleaseError, match=f"too small a step for a {size} change .*; freeze it as {lowest}"):
        check_version("1.2.3", "1.2.3", size, ["topics: 1 row removed (a)"])


@given(st.dictionaries(st.text("abc", min_size=1, max_size=2), st.none() | st.integers(0, 2)),
       st.dictionaries(st.text("abc", min_size=1, max_size=2), st.none() | st.integers(0, 2)))  # fmt: skip
def test_added_removed_and_changed_are_those_of_plain_dictionaries(old: dict, new: dict) -> None:
    schema = replace(TOPICS, key=("k",))
    frames = [
        pl.DataFrame({"k": list(d), "v": list(d.values())}, schema={"k": pl.String, "v": pl.Int64})
        for d in (old, new)
    ]
    found = diff_table(schema, *frames)
    assert set(found.added) == new.keys() - old.keys()
    assert set(found.removed) == old.keys() - new.keys()
    assert {cell.key: (cell.before, cell.after) for cell in found.cells} == {
        key: (old[key], new[key]) for key in old.keys() & new.keys() if old[key] != new[key]
    }
