"""Each rule of the argument bank, broken on purpose, and the bank itself."""

from collections.abc import Callable

import polars as pl
import pytest
import standfast
from standfast.builders.schemas import schema_of
from standfast.builders.schemas.validate import find_violations

SCHEMA = schema_of("bias")
Tables = dict[str, pl.DataFrame]
Change = Callable[[pl.DataFrame], pl.DataFrame]


@pytest.fixture(scope="module")
def tables() -> Tables:
    return standfast.build("bias").tables


def setting(column: str, value: object, where: pl.Expr) -> Change:
    def change(table: pl.DataFrame) -> pl.DataFrame:
        new = pl.lit(value, dtype=table.schema[column])
        return table.with_columns(pl.when(where).then(new).otherwise(pl.col(column)).alias(column))

    return change


ONE = (pl.col("topic_id") == "god_exists") & (pl.col("side") == "agree") & (pl.col("rank") == 1)
SIDE = (pl.col("topic_id") == "god_exists") & (pl.col("side") == "agree")
TURN = (pl.col("topic_id") == "god_exists") & (pl.col("persona") == "agree") & (pl.col("turn") == 4)
ENGLISH = "There is no solid sign of a creator in the world, and science explains more and more of it without him every year."
LONG = (
    "Que exista algo em vez de nada pede uma explicação, e a melhor de todas as que temos é um ser inteligente. "
    * 2
)


@pytest.mark.parametrize(
    ("table", "change", "column", "rule", "example"),
    [
        ("arguments", setting("side", "both", ONE), "side", "isin", "god_exists/both/1"),
        ("arguments", setting("rank", 6, ONE), "rank", "less_than", "god_exists/agree/6"),
        ("arguments", setting("text_pt", "Sim.", ONE), "text_pt", "str_length", "god_exists/agree/1"),
        ("arguments", setting("text_pt", ENGLISH, ONE), "text_pt", "Portuguese", "god_exists/agree/1"),
        ("arguments", setting("text_pt", ENGLISH, SIDE), "text_pt", "twice", "god_exists/agree/1"),
        ("arguments", setting("text_pt", LONG.strip(), SIDE), "text_pt", "like length", "god_exists"),
        ("arguments", lambda t: t.filter(~ONE), None, "five arguments", "god_exists/agree/1 is missing"),
        ("arguments", setting("topic_id", "tea", ONE), None, "five arguments", "tea/agree/1 belongs to no topic"),
        ("arguments", lambda t: pl.concat([t, t.head(1)]), "topic_id+side+rank", "keys must be unique", "abortion_decriminalization/agree/1"),
        ("argued_turns", lambda t: t.filter(~TURN), None, "one line per topic", "god_exists/direct/agree/4 is missing"),
        ("argued_turns", setting("persona", "neutral", TURN), "persona", "isin", "god_exists/direct/neutral/4"),
        ("argued_turns", setting("turn", 1, TURN), "turn", "isin", "god_exists/direct/agree/1"),
        ("argued_turns", setting("text_pt", "Você não concorda comigo sobre isso?", TURN), "text_pt", "its own side", "god_exists/direct/agree/4"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_found_with_its_rows(
    tables: Tables, table: str, change: Change, column: str | None, rule: str, example: str
) -> None:
    found = find_violations(SCHEMA, {**tables, table: change(tables[table])})
    matching = [v for v in found if (v.table, v.column) == (table, column) and rule in v.rule]
    assert matching, found
    assert example in matching[0].examples


def test_a_turn_with_the_other_sides_argument_is_found(tables: Tables) -> None:
    other = tables["arguments"].filter(topic_id="god_exists", side="disagree", rank=1)["text_pt"][0]
    change = setting("text_pt", f"Pensa nisto. {other}", TURN & (pl.col("mode") == "direct"))
    found = find_violations(SCHEMA, {**tables, "argued_turns": change(tables["argued_turns"])})
    assert [(v.column, v.rows) for v in found] == [("text_pt", 1)]


def test_every_figure_in_an_argument_has_a_source(tables: Tables) -> None:
    """A year, a share or a count is a factual statement: its note says where it is from."""
    bare = tables["arguments"].filter(
        pl.col("note").is_null() & pl.col("text_pt").str.contains(r"\d{4}|\d+%|\d+ mil|bilh|milh(ões|ão)")
    )
    assert bare.select("topic_id", "side", "rank").rows() == []


def test_schema_of_an_older_version_leaves_newer_tables_out() -> None:
    names = [table.name for table in SCHEMA.as_of("1.0.9").tables]
    assert names == ["topics", "conditions", "user_turns", "prompts"]
    assert all(rule.table in names for rule in SCHEMA.as_of("1.0.9").rules)
    assert SCHEMA.as_of("1.10.0") == SCHEMA.as_of("2.0.0") == SCHEMA
