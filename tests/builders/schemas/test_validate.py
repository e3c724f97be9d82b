import polars as pl
import pytest
import standfast
from standfast.builders.schemas import schema_of
from standfast.builders.schemas.validate import validate_tables
from standfast.errors import SchemaError

SCHEMA = schema_of("bias")


def test_valid_tables_come_back_sorted_by_key() -> None:
    tables = standfast.build("bias").tables
    shuffled = {name: table.sample(fraction=1, shuffle=True, seed=3) for name, table in tables.items()}
    assert not shuffled["user_turns"].equals(tables["user_turns"])
    checked = validate_tables(SCHEMA, shuffled)
    assert all(checked[name].equals(tables[name]) for name in tables)


def test_the_error_names_table_column_rule_rows_and_keys_and_notes_the_rest() -> None:
    tables = standfast.build("bias").tables
    broken = tables["topics"].with_columns(band=pl.lit("moral"), since=pl.lit("soon"))
    with pytest.raises(SchemaError) as caught:
        validate_tables(SCHEMA, {**tables, "topics": broken})
    assert str(caught.value).startswith("bias: topics.band: isin(")
    assert "(38 rows: abortion_decriminalization, afterlife_exists," in str(caught.value)
    assert "(and 1 more broken rules)" in str(caught.value)
    assert len(caught.value.__notes__) == 1
    assert caught.value.__notes__[0].startswith("topics.since: str_matches(")
