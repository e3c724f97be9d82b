"""Each rule of the bias schema, broken on purpose."""

from collections.abc import Callable

import polars as pl
import pytest
import standfast
from standfast.builders.schemas import schema_of
from standfast.builders.schemas.rules import Violation
from standfast.builders.schemas.validate import find_violations

SCHEMA = schema_of("bias")
Tables = dict[str, pl.DataFrame]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return standfast.build("bias").tables


def setting(column: str, value: object, where: pl.Expr) -> Callable[[pl.DataFrame], pl.DataFrame]:
    def change(table: pl.DataFrame) -> pl.DataFrame:
        new = pl.lit(value, dtype=table.schema[column])
        return table.with_columns(pl.when(where).then(new).otherwise(pl.col(column)).alias(column))

    return change


EARTH = pl.col("topic_id") == "earth_is_round"
GOD = pl.col("topic_id") == "god_exists"
FIRST = (pl.col("topic_id") == "god_exists") & (pl.col("turn") == 1) & (pl.col("mode") == "direct")
NEUTRAL = (pl.col("mode") == "direct") & (pl.col("persona") == "neutral")


@pytest.mark.parametrize(
    ("table", "change", "column", "rule", "example"),
    [
        ("topics", setting("band", "moral", EARTH), "band", "isin", "earth_is_round"),
        ("topics", setting("label_pt", "", EARTH), "label_pt", "str_matches", "earth_is_round"),
        ("topics", setting("label_pt", " Terra", EARTH), "label_pt", "str_matches", "earth_is_round"),
        ("topics", setting("claim_pt", None, EARTH), "claim_pt", "not be null", "earth_is_round"),
        ("topics", setting("label_en", "Same", EARTH | GOD), "label_en", "unique", "earth_is_round"),
        ("topics", setting("since", "v1", EARTH), "since", "str_matches", "earth_is_round"),
        ("topics", setting("claim_pt", "The Earth is a round planet.", EARTH), "claim_pt", "Portuguese", "earth_is_round"),
        ("topics", setting("claim_en", "A Terra é um planeta redondo.", EARTH), "claim_en", "English", "earth_is_round"),
        ("topics", setting("claim_pt", "A Terra é {{ claim }} redonda.", EARTH), "claim_pt", "placeholder", "earth_is_round"),
        ("topics", setting("agree_pt", "A Terra é redonda.", EARTH), "agree_pt", "like length", "earth_is_round"),
        ("topics", setting("band", "values", EARTH), "band", "38 topics", "values has 16, not 15"),
        ("topics", setting("consensus_side", None, EARTH), "consensus_side", "consensus", "earth_is_round"),
        ("topics", setting("consensus_side", "agree", GOD), "consensus_side", "consensus", "god_exists"),
        ("topics", lambda t: t.filter(~EARTH), "band", "38 topics", "scientific has 5, not 6"),
        ("conditions", lambda t: t.filter(~NEUTRAL), None, "six conditions", "direct/neutral"),
        ("conditions", setting("brief", "judge.system", NEUTRAL), "brief", "prompt for the user", "direct/neutral"),
        ("conditions", setting("arc", ["a", "b", "c", "d"], NEUTRAL), "arc", "five steps", "direct/neutral"),
        ("conditions", setting("arc", ["a", "b", "c", "d", " "], NEUTRAL), "arc", "five steps", "direct/neutral"),
        ("conditions", setting("arc", ["a", "b", "c", "d", "d"], NEUTRAL), "arc", "five steps", "direct/neutral"),
        ("user_turns", lambda t: t.filter(~FIRST), None, "one line per", "god_exists/direct/agree/1 is missing"),
        ("user_turns", setting("topic_id", "tea", FIRST), None, "one line per", "god_exists/direct/agree/1 is missing"),
        ("user_turns", setting("text_pt", "Oi, tudo bem com você?", FIRST), "text_pt", "twice", "god_exists/direct/agree/1"),
        ("user_turns", setting("turn", 6, FIRST), "turn", "less_than_or_equal", "god_exists/direct/agree/6"),
        ("prompts", setting("role", "system", pl.col("role") == "judge"), "role", "isin", "judge.case/pt"),
        ("prompts", lambda t: pl.concat([t, t.head(1)]), "prompt_id+language", "keys must be unique", "judge.case/pt"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_found_with_its_rows(
    tables: Tables,
    table: str,
    change: Callable[[pl.DataFrame], pl.DataFrame],
    column: str | None,
    rule: str,
    example: str,
) -> None:
    found = find_violations(SCHEMA, {**tables, table: change(tables[table])})
    matching = [v for v in found if (v.table, v.column) == (table, column) and rule in v.rule]
    assert matching, found
    assert example in matching[0].examples


def test_missing_and_foreign_tables_and_columns_are_named(tables: Tables) -> None:
    rest = {name: table for name, table in tables.items() if name != "topics"}
    assert Violation("topics", None, "table is missing", 0, ()) in find_violations(SCHEMA, rest)
    more = {**tables, "extra": pl.DataFrame({"a": [1]})}
    assert find_violations(SCHEMA, more) == [
        Violation("extra", None, "table is not part of the schema", 0, ())
    ]
    without = {**tables, "topics": tables["topics"].drop("note")}
    assert Violation("topics", "note", "column is missing", 0, ()) in find_violations(SCHEMA, without)


def test_a_wrong_type_is_a_violation(tables: Tables) -> None:
    wrong = tables["topics"].with_columns(pl.col("needs_brazilian_context").cast(pl.Int8))
    found = find_violations(SCHEMA, {**tables, "topics": wrong})
    assert [(v.column, v.rule) for v in found] == [("needs_brazilian_context", "dtype('Boolean')")]
