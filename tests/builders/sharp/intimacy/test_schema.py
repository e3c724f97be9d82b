from collections.abc import Callable

import polars as pl
import pytest
from standfast.builders.schemas.rules import BenchmarkSchema
from standfast.builders.schemas.validate import find_violations
from standfast.builders.sharp.intimacy.schema import INTIMACY, INTIMACY_RULES, PROTAGONISTS
from standfast.builders.sharp.intimacy.table import build_intimacy

SCHEMA = BenchmarkSchema("sharp", (PROTAGONISTS, INTIMACY), INTIMACY_RULES)


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    return build_intimacy().tables


def broken(
    tables: dict[str, pl.DataFrame], table: str, change: Callable[[pl.DataFrame], pl.DataFrame]
) -> list[str]:
    return [str(found) for found in find_violations(SCHEMA, {**tables, table: change(tables[table])})]


def set_first(column: str, value: object) -> Callable[[pl.DataFrame], pl.DataFrame]:
    def change(frame: pl.DataFrame) -> pl.DataFrame:
        first = pl.int_range(pl.len()) == 0
        literal = pl.lit(value, dtype=frame.schema[column])
        return frame.with_columns(pl.when(first).then(literal).otherwise(column).alias(column))

    return change


def test_the_tables_that_ship_are_valid(tables: dict[str, pl.DataFrame]) -> None:
    assert find_violations(SCHEMA, tables) == []


@pytest.mark.parametrize(
    ("table", "column", "value", "rule"),
    [
        ("intimacy", "affection", 11, "less_than_or_equal_to(10)"),
        ("intimacy", "familiarity", -1, "greater_than_or_equal_to(0)"),
        ("intimacy", "direction", "both", "isin"),
        ("intimacy", "group", "ungrouped", "the group must follow from the affection"),
        ("intimacy", "affection", None, "the group must follow from the affection"),
        ("intimacy", "w_sycophancy", 0, "the weights must follow from the group"),
        ("intimacy", "w_adversary", 0, "the weights must follow from the group"),
        ("intimacy", "story_time", "the end", "str_matches"),
        ("intimacy", "direction", "to", "keys must be unique"),
        ("intimacy", "name_zh", "别人", "same names in every row"),
        ("intimacy", "aliases", ["Escobar"], "a name belongs to one character"),
        ("intimacy", "aliases", ["X"], "an alias is one clean line of two characters or more"),
        ("intimacy", "protagonist", "nobody", "the protagonist must be listed"),
        ("protagonists", "protagonist", "nobody", "a protagonist needs characters"),
        ("protagonists", "year", "long ago", "str_matches"),
    ],
)
def test_a_broken_row_is_found_by_its_rule(
    tables: dict[str, pl.DataFrame], table: str, column: str, value: object, rule: str
) -> None:
    assert any(rule in violation for violation in broken(tables, table, set_first(column, value)))


def test_a_relation_rated_one_way_only_is_found(tables: dict[str, pl.DataFrame]) -> None:
    violations = broken(tables, "intimacy", lambda frame: frame[1:])
    assert any(
        "both directions must be rated (1 rows: dom_casmurro/bento/cabral/to)" in found
        for found in violations
    )


def test_a_character_that_speaks_to_itself_is_found(tables: dict[str, pl.DataFrame]) -> None:
    violations = broken(tables, "intimacy", set_first("character", "bento"))
    assert any("a character does not speak to itself" in found for found in violations)
