"""The one truth about the columns, allowed values, keys and rules of every table."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..benchmarks import family_of

if TYPE_CHECKING:
    from .rules import BenchmarkSchema


_SCHEMAS = {
    "bias": "..bias.schema",
    "picon": "..picon.schema",
    "sharp": "..sharp.schema",
    "topics": "..bias.schema_own_topics",
}


def schema_of(benchmark: str) -> BenchmarkSchema:
    """The schema of a benchmark's tables.

    Raises:
        UsageError: there is no such benchmark.
    """
    schema: BenchmarkSchema = import_module(_SCHEMAS[family_of(benchmark)], __name__).SCHEMA
    return schema
