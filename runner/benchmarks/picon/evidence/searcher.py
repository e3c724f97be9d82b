"""The one interface of everything that looks for evidence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from ....records.conversation import Case

Status = Literal["found", "nothing", "failed"]


@dataclass(frozen=True)
class Hit:
    """One result of an engine: its address, title, and what the engine shows of it."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True)
class Passage:
    """A piece of text that a search found.

    Attributes:
        url, title: of what it stands in.
        text: the piece.
        serves: ids of the claims that it was chosen for.
    """

    url: str
    title: str
    text: str
    serves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Query:
    """What evidence is wanted for.

    Attributes:
        text: what to search for.
        claims: id and text of the claims that passages are chosen for.
        language: ISO 639-1 code of both.
    """

    text: str
    claims: tuple[tuple[str, str], ...]
    language: str


@dataclass(frozen=True)
class Found:
    """What a search gave.

    Attributes:
        status: whether it found something, nothing, or failed.
        passages: what serves the claims, best first.
        problem: why it failed; or, beside passages, why a page or another engine could not be read.
        hits: all that the engine gave.
        engine: which it was.
        attempts: requests that it took.
    """

    status: Status
    passages: tuple[Passage, ...] = ()
    problem: str | None = None
    hits: tuple[Hit, ...] = ()
    engine: str | None = None
    attempts: int = 1


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
