"""The benchmarks there are: those of this package, and those that installed packages bring.

A package brings one by an entry point of the group ``standfast.benchmarks`` whose object is a ``Wing``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from .errors import UsageError

GROUP = "standfast.benchmarks"
_PACKAGE = __name__.rpartition(".")[0]
_SET_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True)
class Wing:
    """Where the code of a benchmark is; its modules are imported when they are first needed.

    Attributes:
        name: the benchmark.
        builds: package with a module ``building`` (see ``builders.building``).
        runs: package with the modules ``playing``, ``judging``, ``scoring`` and ``showing`` (see
            ``runner.play.benchmark``).
        commands: modules with a function ``register(app)`` that adds commands of its own.
        sets: whether users make benchmarks of this kind themselves, called ``NAME.SET``, from a file.
    """

    name: str
    builds: str
    runs: str
    commands: Sequence[str] = ()
    sets: bool = False


_BUILDERS, _BENCHMARKS = f"{_PACKAGE}.builders", f"{_PACKAGE}.runner.benchmarks"
OWN = (
    Wing(
        "sharp",
        f"{_BUILDERS}.sharp",
        f"{_BENCHMARKS}.sharp",
        (f"{_BUILDERS}.sharp.commands", f"{_BENCHMARKS}.sharp.commands"),
    ),
    Wing(
        "bias",
        f"{_BUILDERS}.bias",
        f"{_BENCHMARKS}.bias",
        (f"{_BUILDERS}.bias.commands", f"{_BENCHMARKS}.bias.commands"),
    ),
    Wing("picon", f"{_BUILDERS}.picon", f"{_BENCHMARKS}.picon", (f"{_BENCHMARKS}.picon.commands",)),
    Wing("topics", f"{_BUILDERS}.bias.own", f"{_BENCHMARKS}.bias", sets=True),
)


@cache
def wings() -> Mapping[str, Wing]:
    """Every benchmark by name, those of this package first.

    Raises:
        UsageError: an installed package brings a benchmark that cannot be loaded, or takes a name.
    """
    found = {wing.name: wing for wing in OWN}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        wing = _load(point.name, point.load)
        if wing.name in found:
            raise UsageError(
                f"there are two benchmarks called {wing.name!r}",
                where=point.value,
                fix="uninstall the package that brings the second one",
            )
        found[wing.name] = wing
    return found


def known_wings() -> Sequence[Wing]:
    """As ``wings``, but only those of this package where an installed one cannot be loaded."""
    try:
        return list(wings().values())
    except UsageError:
        return OWN


def benchmark_names() -> list[str]:
    """The benchmarks that are built by name; users' own sets aside."""
    return [wing.name for wing in known_wings() if not wing.sets]


def wing_of(benchmark: str) -> Wing:
    """The wing of a benchmark; that of its family for a user's own set ``NAME.SET``.

    Raises:
        UsageError: there is no such benchmark.
    """
    family, dot, name = benchmark.partition(".")
    wing = wings().get(family)
    if wing is None or bool(dot) != wing.sets:
        raise UsageError(
            f"there is no benchmark {benchmark!r}", fix=f"choose one of {', '.join(benchmark_names())}"
        )
    if dot:
        check_set_name(name)
    return wing


def check_set_name(name: str) -> None:
    """Refuse a name for a set of one's own that would make no clean release name.

    Raises:
        UsageError: other signs than lower-case letters, digits and single hyphens.
    """
    if not _SET_NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be the name of a set", fix="use lower-case letters, digits and hyphens"
        )


def part_of(package: str, part: str) -> Any:  # noqa: ANN401 - the object of whichever part
    """The object of a part of a wing: module ``part`` of the package, name in capitals."""
    return getattr(import_module(f"{package}.{part}"), part.upper())


def _load(name: str, load: Any) -> Wing:  # noqa: ANN401 - an entry point's loader
    try:
        wing = load()
    except Exception as error:
        raise UsageError(
            f"the installed benchmark {name!r} cannot be loaded ({error!r})",
            fix="mend or uninstall the package that brings it",
        ) from error
    if not isinstance(wing, Wing):
        raise UsageError(f"the installed benchmark {name!r} is not a Wing", fix="see docs/new-benchmark.md")
    return wing
