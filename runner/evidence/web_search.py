"""Search the web: ask an engine, read the first page that can be read, keep what serves the claims."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from ..conversation import Case
from .evidence import Found, Passage, Query, Searcher
from .fetch import FetchLimits, PageError, fetch_page, page_session
from .passages import choose_passages, split_text
from .web import Engine, Hit, Request

_LONGEST_ANSWER = 4_000_000


def web_searcher(engine: Engine, base: str, key: str, limits: FetchLimits) -> Searcher:
    """A searcher of an engine.

    Args:
        engine: which.
        base: its address, chosen by the user and so not subject to the rule on private addresses.
        key: its key, or empty.
        limits: of pages, and of the time that the engine's own answer may take.
    """
    sessions: dict[str, Any] = {}

    def session(kind: str) -> Any:  # noqa: ANN401 - made on first use, inside the event loop
        if kind not in sessions:
            own = FetchLimits(private=True) if kind == "engine" else limits
            sessions[kind] = page_session(own)
        return sessions[kind]

    async def search(query: Query, case: Case) -> Found:
        del case
        request = engine.ask(base.replace("{language}", query.language), query, key)
        try:
            hits = engine.read(await _answer(session("engine"), request, limits.seconds))
        except _SearchError as error:
            return Found("failed", problem=str(error))
        except (KeyError, TypeError, AttributeError) as error:
            return Found("failed", problem=f"the answer has another form ({error!r})")
        if not hits:
            return Found("nothing")
        pieces, problem = await _pages(hits, session, limits) if engine.pages else ([], None)
        shown = [Passage(hit.url, hit.title, piece) for hit in hits for piece in split_text(hit.snippet)]
        chosen = choose_passages([*pieces, *shown], query)
        return Found("found" if chosen else "nothing", chosen, problem)

    async def close() -> None:
        for one in sessions.values():
            await one.close()

    return Searcher(search, close)


class _SearchError(Exception):
    """The engine gave no answer, and why."""


async def _answer(session: Any, request: Request, seconds: float) -> Any:  # noqa: ANN401 - JSON
    import aiohttp

    method = "GET" if request.body is None else "POST"
    try:
        async with (
            asyncio.timeout(seconds),
            session.request(
                method,
                request.url,
                params=dict(request.parameters),
                json=request.body,
                headers=dict(request.headers),
                allow_redirects=False,
            ) as response,
        ):
            if response.status != 200:
                raise _SearchError(f"status {response.status}")
            text = await _limited(response)
            return json.loads(text)
    except TimeoutError:
        raise _SearchError(f"no answer within {seconds:g} seconds") from None
    except (aiohttp.ClientError, OSError) as error:
        raise _SearchError(f"no answer ({type(error).__name__})") from error
    except ValueError:
        raise _SearchError("the answer is no JSON") from None


async def _limited(response: Any) -> bytes:  # noqa: ANN401 - aiohttp is imported on use
    data = bytearray()
    async for chunk in response.content.iter_chunked(65536):
        data += chunk
        if len(data) > _LONGEST_ANSWER:
            raise _SearchError("the answer is too large")
    return bytes(data)


async def _pages(hits: list[Hit], session: Any, limits: FetchLimits) -> tuple[list[Passage], str | None]:  # noqa: ANN401
    """Pieces of the first page that can be read; and what was wrong with those before it."""
    problems = []
    for hit in hits:
        try:
            page = await fetch_page(session("pages"), hit.url, limits)
        except PageError as error:
            problems.append(f"{hit.url}: {error}")
            continue
        pieces = [Passage(page.url, page.title, piece) for piece in split_text(page.text)]
        return pieces, "; ".join(problems) or None
    return [], "; ".join(problems)
