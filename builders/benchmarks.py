"""The benchmarks the toolkit builds, by name."""

from __future__ import annotations

import re

from ..errors import UsageError

BENCHMARKS = ("sharp", "bias", "picon")

# Sets of topics that users add are benchmarks of their own, called topics.NAME.
OWN = "topics"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def family_of(benchmark: str) -> str:
    """The name under which a benchmark's rules and description are kept.

    ``topics`` for a user's own set ``topics.NAME``, otherwise the benchmark's own name.

    Raises:
        UsageError: there is no such benchmark.
    """
    family, dot, name = benchmark.partition(".")
    if dot and family == OWN:
        check_set_name(name)
        return OWN
    if benchmark not in BENCHMARKS:
        raise UsageError(f"there is no benchmark {benchmark!r}", fix=f"choose one of {', '.join(BENCHMARKS)}")
    return benchmark


def check_set_name(name: str) -> None:
    """Refuse a name for a set of topics that would make no clean release name.

    Raises:
        UsageError: other signs than lower-case letters, digits and single hyphens.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} cannot be the name of a set of topics",
            fix="use lower-case letters, digits and hyphens",
        )
