"""Search the web: ask an engine, read the first page that can be read, keep what serves the claims.

Several engines can be asked in turn, so that the outage of one is not the end of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....records.conversation import Case
from .engine_answer import Patience, SearchError, engine_answer
from .fetch import FetchLimits, PageError, fetch_page, page_session
from .passages import choose_passages, split_text
from .searcher import Found, Hit, Passage, Query, Searcher
from .web import Engine

if TYPE_CHECKING:
    import aiohttp


Session = Callable[[str], "aiohttp.ClientSession"]


def web_searcher(
    name: str, engine: Engine, base: str, key: str, limits: FetchLimits, patience: Patience
) -> Searcher:
    """A searcher of an engine.

    Args:
        name: what it is called in results.
        engine: which.
        base: its address, chosen by the user and so not subject to the rule on private addresses.
        key: its key, or empty.
        limits: of pages.
        patience: with the engine.
    """
    sessions: dict[str, Any] = {}

    def session(kind: str) -> aiohttp.ClientSession:
        if kind not in sessions:
            # Made on first use, inside the event loop.
            sessions[kind] = page_session(FetchLimits(private=True) if kind == "engine" else limits)
        made: aiohttp.ClientSession = sessions[kind]
        return made

    async def search(query: Query, case: Case) -> Found:
        del case
        request = engine.ask(base.replace("{language}", query.language), query, key)
        attempts = 1
        try:
            answer, attempts = await engine_answer(session("engine"), request, patience)
            hits = tuple(engine.read(answer))
        except SearchError as error:
            tries = f", after {error.attempts} tries" if error.attempts > 1 else ""
            return Found("failed", problem=f"{error}{tries}", engine=name, attempts=error.attempts)
        except (KeyError, TypeError, AttributeError) as error:
            problem = f"the answer has another form ({error!r})"
            return Found("failed", problem=problem, engine=name, attempts=attempts)
        pieces, problem = await _pages(hits, session, limits) if engine.pages else ([], "")
        shown = [Passage(hit.url, hit.title, piece) for hit in hits for piece in split_text(hit.snippet)]
        chosen = choose_passages([*pieces, *shown], query)
        return Found("found" if chosen else "nothing", chosen, problem or None, hits, name, attempts)

    async def close() -> None:
        for one in sessions.values():
            await one.close()

    return Searcher(search, close)


async def _pages(hits: tuple[Hit, ...], session: Session, limits: FetchLimits) -> tuple[list[Passage], str]:
    """Pieces of the first page that can be read; and what was wrong with those before it."""
    problems = []
    for hit in hits:
        try:
            page = await fetch_page(session("pages"), hit.url, limits)
        except PageError as error:
            problems.append(f"{hit.url}: {error}")
            continue
        return [Passage(page.url, page.title, piece) for piece in split_text(page.text)], "; ".join(problems)
    return [], "; ".join(problems)


def in_turn(searchers: Sequence[Searcher]) -> Searcher:
    """A searcher that asks each until one finds something.

    Where none does, and one of them failed, the search has failed: what that one would have found is unknown.

    Args:
        searchers: in the order in which they are asked.
    """

    async def search(query: Query, case: Case) -> Found:
        tried: list[Found] = []
        for one in searchers:
            found = await one.search(query, case)
            tried.append(found)
            if found.status == "found":
                break
        last = next((one for one in reversed(tried) if one.status != "nothing"), tried[-1])
        problems = [
            f"{one.engine}: {one.problem}" if one.engine else str(one.problem) for one in tried if one.problem
        ]
        return replace(last, problem="; ".join(problems) or None, attempts=sum(one.attempts for one in tried))

    async def close() -> None:
        for one in searchers:
            await one.close()

    identities = [one.identity for one in searchers if one.identity]
    return Searcher(search, close, "+".join(identities) or None)
