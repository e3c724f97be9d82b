"""The one interface of everything that looks for evidence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from ..conversation import Case

Status = Literal["found", "nothing", "failed"]


@dataclass(frozen=True)
class Passage:
    """A piece of text that a search found."""

    url: str
    title: str
    text: str


@dataclass(frozen=True)
class Query:
    """What evidence is wanted for.

    Attributes:
        text: what to search for.
        claims: the claims that passages are chosen for.
        language: ISO 639-1 code of both.
    """

    text: str
    claims: tuple[str, ...]
    language: str


@dataclass(frozen=True)
class Found:
    """What a search gave.

    Attributes:
        status: whether it found something, nothing, or failed.
        passages: what it found, best first.
        problem: why it failed; or, beside passages, why a page could not be read.
    """

    status: Status
    passages: tuple[Passage, ...] = ()
    problem: str | None = None


# The case is for searches among the documents of the release that is played.
SearchFunction = Callable[[Query, Case], Awaitable[Found]]


async def nothing_to_close() -> None:
    """For searches that hold no connection."""


@dataclass(frozen=True)
class Searcher:
    """Something that looks for evidence.

    Attributes:
        search: never raises for a search that fails: it says so in its result.
        close: releases what it holds.
        identity: what beside its spec decides what it finds (a digest of documents), or None.
    """

    search: SearchFunction
    close: Callable[[], Awaitable[None]] = nothing_to_close
    identity: str | None = None
