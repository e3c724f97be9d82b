"""The one truth about the columns, allowed values, keys and rules of every table."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ...errors import UsageError
from ..benchmarks import BENCHMARKS

if TYPE_CHECKING:
    from .rules import BenchmarkSchema


def schema_of(benchmark: str) -> BenchmarkSchema:
    """The schema of a benchmark's tables.

    Raises:
        UsageError: there is no such benchmark.
    """
    if benchmark not in BENCHMARKS:
        raise UsageError(f"there is no benchmark {benchmark!r}", fix=f"choose one of {', '.join(BENCHMARKS)}")
    schema: BenchmarkSchema = import_module(f".{benchmark}", __name__).SCHEMA
    return schema
