"""What a benchmark is to those who build, check and describe it: ``BUILDING`` of its module ``building``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from ..registry import part_of, wing_of

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from .build import Build
    from .schemas.rules import BenchmarkSchema

Settings = Mapping[str, object]
Tables = Mapping[str, "pl.DataFrame"]
Texts = Mapping[str, str]


class Attest(Protocol):
    """Looks what a build asserts up in files of a source."""

    def __call__(self, tables: Tables, paths: Sequence[Path], *, full: bool) -> list[str]:
        """What was found there and what was not, line by line; with ``full``, every assertion not found."""


@dataclass(frozen=True)
class Building:
    """How a benchmark's tables are built and checked; its description is the ``card.toml`` beside it.

    Attributes:
        schema: columns, keys and rules of every table.
        build: reads the sources and builds the tables; None where they come from a user's own file. It is
            given plain values by the names of the benchmark's settings (see ``settings_of``) and, where
            an agent fills in what has no name in a language, ``translate`` (takes pairs of an English
            sentence and a language, gives each sentence in that language or None) and ``translator`` (who).
        from_file: for such a benchmark, the command that builds it.
        single_turn: the rows that one question and one answer can test, from the tables and the texts of the
            card; None where there are none.
        attest: see ``Attest``; None where nothing can be looked up.
        reports: by name, what can be printed of a build beside its tables, from its settings.
    """

    schema: BenchmarkSchema
    build: Callable[[Settings], Build] | None
    from_file: str = ""
    single_turn: Callable[[Tables, Texts], pl.DataFrame] | None = None
    attest: Attest | None = None
    reports: Mapping[str, Callable[[Settings], None]] = field(default_factory=dict)


def building_of(benchmark: str) -> Building:
    """How a benchmark is built.

    Raises:
        UsageError: there is no such benchmark.
    """
    found: Any = part_of(wing_of(benchmark).builds, "building")
    assert isinstance(found, Building)
    return found


def settings_of(benchmark: str) -> type[Any] | None:
    """What can be set when a benchmark is built: a dataclass of options; None where there is nothing to set.

    It is ``SETTINGS`` of the module ``settings`` beside ``building``, where there is one; the module loads no
    heavy library.

    Raises:
        UsageError: there is no such benchmark.
    """
    package = wing_of(benchmark).builds
    if find_spec(f"{package}.settings") is None:
        return None
    found: type[Any] | None = getattr(import_module(f"{package}.settings"), "SETTINGS", None)
    return found


def filled(template: str, column: str) -> pl.Expr:
    """A text with the value of a column in the place of ``{claim}``."""
    import polars as pl

    before, after = template.split("{claim}")
    return pl.concat_str(pl.lit(before), pl.col(column), pl.lit(after))
