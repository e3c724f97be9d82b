"""The benchmarks that can be run; a new one is a module with a ``PROTOCOL`` and a line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...errors import UsageError
from .benchmark import BenchmarkProtocol

_MODULES = {
    "bias": "bias",
    "topics": "bias",  # users' own sets, topics.NAME
    "picon": "picon",
    "sharp": "sharp",
}


def protocol_of(benchmark: str) -> BenchmarkProtocol[Any]:
    """The protocol of a benchmark.

    Raises:
        UsageError: the benchmark cannot be run.
    """
    family = benchmark.partition(".")[0]
    if family not in _MODULES:
        raise UsageError(
            f"{benchmark!r} cannot be run yet", fix=f"benchmarks that can: {', '.join(sorted(_MODULES))}"
        )
    module = import_module(f"..benchmarks.{_MODULES[family]}.protocol", __package__)
    protocol: BenchmarkProtocol[Any] = module.PROTOCOL
    return protocol
