"""Check tables against their schema, values included, and say what is broken row by row."""

from __future__ import annotations

from collections.abc import Mapping

import pandera.polars as pa
import polars as pl

from ...errors import SchemaError
from .rules import BenchmarkSchema, CrossRule, TableSchema, Violation, row_key

EXAMPLES = 5

_RULE_WORDS = {
    "field_uniqueness": "values must be unique",
    "not_nullable": "values must not be null",
    "column_in_schema": "column is not part of the schema",
    "column_in_dataframe": "column is missing",
    "column_ordered": "column stands at another place than in the schema",
    "multiple_fields_uniqueness": "keys must be unique",
}


def validate_tables(
    schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame], *, frozen: bool = False
) -> dict[str, pl.DataFrame]:
    """The tables, sorted by key, once every rule of the schema holds.

    Eager frames only: pandera checks no values on a lazy frame by default.

    Args:
        schema: the benchmark's schema.
        tables: name to frame.
        frozen: check the rules that only a release must keep, too.

    Raises:
        SchemaError: naming the first broken rule and how many more there are; the exception's notes hold
            the others.
    """
    violations = find_violations(schema, tables, frozen=frozen)
    if violations:
        raise schema_error(schema.benchmark, violations)
    return schema.sorted_tables(tables)


def find_violations(
    schema: BenchmarkSchema, tables: Mapping[str, pl.DataFrame], *, frozen: bool = False
) -> list[Violation]:
    """Every broken rule: columns first; rules between rows and tables only where the columns hold."""
    known = {table.name for table in schema.tables}
    violations = [
        Violation(name, None, "table is not part of the schema", 0, ())
        for name in tables
        if name not in known
    ]
    for table in schema.tables:
        if table.name in tables:
            violations += _column_violations(table, tables[table.name])
        else:
            violations.append(Violation(table.name, None, "table is missing", 0, ()))
    if violations:
        return violations
    rules = [rule for rule in schema.rules if frozen or not rule.frozen_only]
    return [found for rule in rules if (found := _cross_violation(schema, rule, tables))]


def schema_error(benchmark: str, violations: list[Violation]) -> SchemaError:
    """One error for all violations: the first in the sentence, the rest as notes."""
    more = f" (and {len(violations) - 1} more broken rules)" if len(violations) > 1 else ""
    error = SchemaError(f"{violations[0]}{more}", where=benchmark, fix="mend the rows and build again")
    for violation in violations[1:]:
        error.add_note(str(violation))
    return error


def _column_violations(table: TableSchema, frame: pl.DataFrame) -> list[Violation]:
    try:
        table.model.validate(frame, lazy=True)
    except pa.errors.SchemaErrors as errors:
        cases: pl.DataFrame = errors.failure_cases
    else:
        return _key_violations(table, frame)
    violations = []
    for (column, check), group in cases.group_by(["column", "check"], maintain_order=True):
        rule = _RULE_WORDS.get(str(check), str(check))
        if group["schema_context"][0] == "DataFrameSchema":
            violations.append(Violation(table.name, str(group["failure_case"][0]), rule, 0, ()))
            continue
        indices = group["index"].drop_nulls().to_list()
        examples = _keys(table, frame[indices]) if indices else [str(group["failure_case"][0])]
        rows = len(indices) or frame.height
        violations.append(Violation(table.name, str(column), rule, rows, tuple(examples[:EXAMPLES])))
    return violations


def _key_violations(table: TableSchema, frame: pl.DataFrame) -> list[Violation]:
    doubled = frame.filter(pl.struct(table.key).is_duplicated())
    if doubled.is_empty():
        return []
    examples = tuple(dict.fromkeys(_keys(table, doubled)))[:EXAMPLES]
    return [Violation(table.name, "+".join(table.key), "keys must be unique", doubled.height, examples)]


def _cross_violation(
    schema: BenchmarkSchema, rule: CrossRule, tables: Mapping[str, pl.DataFrame]
) -> Violation | None:
    found = rule.find(tables)
    examples = found if isinstance(found, list) else _keys(schema.table(rule.table), found)
    if not examples:
        return None
    return Violation(rule.table, rule.column, rule.name, len(examples), tuple(examples[:EXAMPLES]))


def _keys(table: TableSchema, rows: pl.DataFrame) -> list[str]:
    return [row_key(row, table.key) for row in rows.iter_rows(named=True)]
