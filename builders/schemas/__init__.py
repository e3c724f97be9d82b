"""The one truth about the columns, allowed values, keys and rules of every table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..building import building_of

if TYPE_CHECKING:
    from .rules import BenchmarkSchema


def schema_of(benchmark: str) -> BenchmarkSchema:
    """The schema of a benchmark's tables.

    Raises:
        UsageError: there is no such benchmark.
    """
    return building_of(benchmark).schema
