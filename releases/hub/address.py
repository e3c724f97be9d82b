"""How a release on the Hub is named: ``ORG/NAME@TAG`` or ``ORG/NAME@COMMIT``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ...errors import UsageError

_REPOSITORY = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*")
_ADDRESS = re.compile(rf"({_REPOSITORY.pattern})@([\w.-]+)")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_NUMBERS = re.compile(r"\d+\.\d+\.\d+")


@dataclass(frozen=True)
class Address:
    """A revision of a dataset repository; exactly one of ``tag`` and ``commit`` is given."""

    repository: str
    tag: str | None
    commit: str | None

    def __str__(self) -> str:
        """As the user writes it."""
        return f"{self.repository}@{self.tag or self.commit}"


def is_hub_reference(reference: str | Path) -> bool:
    """Whether a text names a release on the Hub: it has the form of an address and is no folder here."""
    return isinstance(reference, str) and bool(_ADDRESS.fullmatch(reference)) and not Path(reference).exists()


def parse_address(reference: str) -> Address:
    """Read an address; a bare version stands for its tag, a whole commit id for itself.

    Raises:
        UsageError: it has another form.
    """
    match = _ADDRESS.fullmatch(reference)
    if not match:
        raise UsageError(
            f"{reference!r} names no dataset on the Hub", fix="write ORG/NAME@TAG or ORG/NAME@COMMIT"
        )
    repository, revision = match.groups()
    if _COMMIT.fullmatch(revision):
        return Address(repository, None, revision)
    return Address(repository, tag_of(revision) if _NUMBERS.fullmatch(revision) else revision, None)


def check_repository(name: str) -> str:
    """The name of a dataset repository, as given.

    Raises:
        UsageError: it is not ``ORG/NAME``.
    """
    if not _REPOSITORY.fullmatch(name):
        raise UsageError(f"{name!r} names no repository on the Hub", fix="write ORG/NAME")
    return name


def tag_of(version: str) -> str:
    """The tag of a version."""
    return f"v{version}"
