from dataclasses import replace

import polars as pl
import pytest
import standfast
from standfast.builders.build import Build
from standfast.errors import SourceError
from standfast.releases.rebuild import compare_build, rebuild
from standfast.releases.stores import releases_in, shipped_store

SHIPPED = [f"{name}@{version}" for name, version, _ in releases_in(shipped_store())]


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_release_rebuilds_exactly(name: str) -> None:
    result = rebuild(standfast.load_release(name))
    assert {table.table: table.same for table in result.tables} == {t.table: True for t in result.tables}
    assert result.same
    assert result.difference.tables == ()


def test_a_release_from_a_file_says_which_is_missing_and_where_it_is_looked_for() -> None:
    shipped = standfast.load_release("sharp@1.0.0")
    settings = {**shipped.manifest.settings, "conceptnet": ["mine.csv.gz"]}
    release = replace(shipped, manifest=replace(shipped.manifest, settings=settings))
    with pytest.raises(SourceError, match=r"^mine.csv.gz: sharp@1.0.0 was built from .* in the folder where"):
        rebuild(release)


def test_bias_is_among_what_ships() -> None:
    assert "bias@1.0.0" in SHIPPED


def test_a_build_that_differs_names_table_row_and_cell(built: Build) -> None:
    topics = built.tables["topics"].with_columns(
        pl.when(pl.col("topic_id") == "god_exists").then(pl.lit("x")).otherwise("note").alias("note")
    )
    result = compare_build(
        standfast.load_release("bias@1.1.0"), replace(built, tables={**built.tables, "topics": topics})
    )
    assert [table.table for table in result.tables if not table.same] == ["topics"]
    assert [(cell.key, cell.column) for cell in result.difference.tables[0].cells] == [("god_exists", "note")]


def test_a_table_that_is_no_longer_built_is_missing(built: Build) -> None:
    tables = {name: table for name, table in built.tables.items() if name != "prompts"}
    result = compare_build(standfast.load_release("bias@1.1.0"), replace(built, tables=tables))
    assert [(table.table, table.rebuilt) for table in result.tables if not table.same] == [("prompts", None)]
