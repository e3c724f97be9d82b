"""Each rule of the sharp schema, broken on purpose."""

import polars as pl
import pytest
import standfast
from standfast.builders.schemas import schema_of
from standfast.builders.schemas.validate import find_violations

SCHEMA = schema_of("sharp")


@pytest.fixture(scope="module")
def tables():
    return standfast.build("sharp").tables


def setting(column, value):
    def change(table):
        first = pl.int_range(pl.len()) == 0
        return table.with_columns(
            pl.when(first).then(pl.lit(value, table.schema[column])).otherwise(pl.col(column)).alias(column)
        )

    return change


def copying(column):
    """Gives the second row the first one's value."""

    def change(table):
        values = table[column].to_list()
        return table.with_columns(pl.Series(column, [values[0], values[0], *values[2:]]))

    return change


def flip(table):
    return table.with_columns(
        factual=pl.when(pl.int_range(pl.len()) == 0).then(~pl.col("factual")).otherwise("factual")
    )


def test_the_build_is_valid(tables):
    assert find_violations(SCHEMA, tables, frozen=True) == []


@pytest.mark.parametrize(
    ("table", "change", "rule"),
    [
        ("claims_en", copying("claim_id"), "unique"),
        ("claims_en", copying("assertion_uri"), "unique"),
        ("claims_zh", copying("text"), "unique"),
        ("pairs_pt", copying("counterfactual_text"), "unique"),
        ("claims_en", setting("claim_id", "not a digest"), "str_matches"),
        ("claims_en", setting("domain", "gossip"), "isin"),
        ("claims_en", setting("licence", None), "null"),
        ("claims_en", setting("licence", "mine"), "isin"),
        ("claims_en", setting("transformation", "swap"), "isin"),
        ("pairs_en", setting("transformation", "none"), "isin"),
        ("claims_zh", setting("text", " 鲸鱼是动物。"), "str_matches"),
        ("claims_zh", setting("text", "A whale is an animal."), "script"),
        ("claims_zh", setting("text", "鲸鱼是animal。"), "script"),
        ("claims_pt", setting("text", "A baleia é 动物."), "script"),
        ("claims_en", setting("text", "Whales are {{ claim }}."), "placeholder"),
        ("claims_pt", flip, "same keys, facts and truth"),
        ("claims_zh", setting("relation", "HasZ"), "same keys, facts and truth"),
        ("pairs_zh", setting("end", "/c/en/other"), "same keys, facts and truth"),
        ("claims_zh", lambda table: table.head(-1), "every English row"),
        ("claims_en", flip, "exactly the counterfactual"),
        ("claims_pt", setting("text", "Outra frase qualquer."), "reading of the pairs"),
        ("claims_en", lambda table: table.head(-1), "same keys"),
    ],
)
def test_a_broken_rule_is_found(tables, table, change, rule):
    broken = {**tables, table: change(tables[table])}
    found = [str(violation) for violation in find_violations(SCHEMA, broken, frozen=True)]
    assert any(rule in text for text in found), found


def test_english_left_standing_in_portuguese_is_found(tables):
    english = tables["claims_en"].select("claim_id", "text")
    copied = tables["claims_pt"].drop("text").join(english, on="claim_id").select(tables["claims_pt"].columns)
    found = find_violations(SCHEMA, {**tables, "claims_pt": copied})
    assert any("not the English one" in violation.rule for violation in found)


def test_only_a_release_must_have_its_full_size():
    small = standfast.build("sharp", {"claims": 100, "counterfactual": 40}).tables
    assert find_violations(SCHEMA, small) == []
    assert [violation.rule for violation in find_violations(SCHEMA, small, frozen=True)] == [
        "1,153 claims, 481 of them counterfactual"
    ]
