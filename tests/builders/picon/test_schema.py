"""Each rule of the picon schema, broken on purpose."""

from collections.abc import Callable

import polars as pl
import pytest
import standfast
from standfast.builders.schemas import schema_of
from standfast.builders.schemas.validate import find_violations

SCHEMA = schema_of("picon")
Change = Callable[[pl.DataFrame], pl.DataFrame]


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    return standfast.build("picon").tables


def setting(column: str, value: object, where: pl.Expr) -> Change:
    def change(table: pl.DataFrame) -> pl.DataFrame:
        new = pl.lit(value, dtype=table.schema[column])
        return table.with_columns(pl.when(where).then(new).otherwise(pl.col(column)).alias(column))

    return change


AGE = pl.col("question_id") == "age"
AGE_EN = AGE & (pl.col("language") == "en")
AGE_ZH = AGE & (pl.col("language") == "zh")
RELIGION = pl.col("question_id") == "religion"
CATHOLIC = pl.col("code") == "catholic"
MASTER = (pl.col("code_system") == "isced-2011") & (pl.col("code") == "7")
FITS = pl.col("check_id") == "age_fits_birth_year"
RETIRED = pl.col("check_id") == "retired_is_of_age"
RUTH = pl.col("persona_id") == "ruth-ellery"


@pytest.mark.parametrize(
    ("table", "change", "column", "rule", "example"),
    [
        ("questions", lambda t: t.filter(~AGE_ZH), None, "all three languages", "age/zh"),
        ("questions", setting("stability", "fixed", AGE_EN), None, "same in every language", "age/en"),
        ("questions", setting("core", True, AGE), "core", "ten questions", "11 core questions"),
        ("questions", setting("text", "How old are you", AGE_EN), "text", "question mark", "age/en"),
        ("questions", setting("text", "Hello. How old are you?", AGE_EN), "text", "one sentence", "age/en"),
        ("questions", setting("text", "请问您今年贵庚几何？", AGE_EN), "text", "its language", "age/en"),
        ("questions", setting("text", "How old are you, {{ name }}?", AGE_EN), "text", "placeholder", "age/en"),
        ("questions", setting("retest_text", "How old are you?", AGE_EN), "retest_text", "differs", "age/en"),
        ("questions", setting("text", "What town do you live in?", AGE_EN | (RELIGION & (pl.col("language") == "en"))), "text", "unique", "age/en"),
        ("questions", setting("equality", "guess", AGE), "equality", "isin", "age/en"),
        ("questions", setting("equality", "same_name", AGE), "equality", "suit the answer type", "age/en"),
        ("questions", setting("code_system", "guesses", RELIGION), "code_system", "list of categories", "religion/en"),
        ("questions", setting("code_system", None, RELIGION), "code_system", "list of categories", "religion/en"),
        ("categories", setting("parent", "nobody", CATHOLIC), "parent", "same list", "religion/catholic"),
        ("categories", setting("prior", ["77"], MASTER), "prior", "same list", "isced-2011/7"),
        ("categories", setting("rank", None, MASTER), "rank", "whole or not at all", "isced-2011/0"),
        ("categories", setting("label_zh", None, CATHOLIC), "label_zh", "not be null", "religion/catholic"),
        ("categories", setting("synonyms_en", ["a", "a"], CATHOLIC), "synonyms_en", "stand once", "religion/catholic"),
        ("categories", setting("synonyms_pt", [" a"], CATHOLIC), "synonyms_pt", "clean", "religion/catholic"),
        ("checks", setting("second", "shoe-size", FITS), "second", "in the bank", "age_fits_birth_year"),
        ("checks", setting("second_codes", ["napping"], RETIRED), None, "codes of its questions", "retired_is_of_age: main_activity has no code napping"),
        ("personas", lambda t: t.filter(~RUTH), "language", "four personas", "en has 3"),
        ("personas", setting("story", "我出生在上海，现在住在北京。", RUTH), "story", "language", "ruth-ellery"),
        ("persona_facts", lambda t: t.filter(~(RUTH & RELIGION)), None, "core question", "ruth-ellery/religion"),
        ("persona_facts", setting("persona_id", "nobody", RUTH & RELIGION), "persona_id", "belong", "nobody/religion"),
        ("answer_pairs", setting("verdict", "maybe", AGE), "verdict", "isin", "age/en"),
        ("answer_pairs", setting("question_id", "shoe-size", AGE), "question_id", "in the bank", "shoe-size/en"),
    ],
)  # fmt: skip
def test_a_broken_rule_is_named_with_its_rows(
    tables: dict[str, pl.DataFrame], table: str, change: Change, column: str | None, rule: str, example: str
) -> None:
    violations = find_violations(SCHEMA, {**tables, table: change(tables[table])})
    matching = [one for one in violations if (one.table, one.column) == (table, column) and rule in one.rule]
    assert matching, [str(one) for one in violations]
    assert any(example in text for one in matching for text in one.examples), matching


def test_the_tables_as_built_hold_every_rule(tables: dict[str, pl.DataFrame]) -> None:
    assert find_violations(SCHEMA, tables) == []
