"""Ask a search engine, again where that may help."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .web import Request

if TYPE_CHECKING:
    import aiohttp

_LONGEST_ANSWER = 4_000_000
_LONGEST_WAIT = 30.0
# Statuses after which the same request may well be answered.
_HEALS = frozenset([408, 425, 429, 500, 502, 503, 504])


@dataclass(frozen=True)
class Patience:
    """How long an engine is waited for.

    Attributes:
        seconds: for one answer.
        retries: further tries after a broken connection, a busy or a failing server.
        backoff: seconds before the first of them, doubled each time, unless the server names its own.
    """

    seconds: float = 15.0
    retries: int = 3
    backoff: float = 0.5


class SearchError(Exception):
    """The engine gave no answer.

    Attributes:
        attempts: requests that were made.
        heals: whether trying again may help.
        wait: seconds that the server asks to wait, or None.
    """

    def __init__(self, problem: str, *, heals: bool = False, wait: float | None = None) -> None:
        """One fault of one request."""
        super().__init__(problem)
        self.attempts = 1
        self.heals = heals
        self.wait = wait


async def engine_answer(
    session: aiohttp.ClientSession, request: Request, patience: Patience
) -> tuple[Any, int]:
    """The engine's answer, parsed, and how many requests it took.

    Args:
        session: to ask with.
        request: what.
        patience: how long and how often.

    Raises:
        SearchError: no answer in the tries allowed, or one that trying again does not mend.
    """
    attempts = 0
    while True:
        attempts += 1
        try:
            return await _ask(session, request, patience.seconds), attempts
        except SearchError as error:
            error.attempts = attempts
            if not error.heals or attempts > patience.retries:
                raise
            doubled = patience.backoff * 2 ** (attempts - 1) * random.uniform(0.5, 1.0)
            pause = doubled if error.wait is None else error.wait
        await asyncio.sleep(min(_LONGEST_WAIT, pause))


async def _ask(session: aiohttp.ClientSession, request: Request, seconds: float) -> Any:  # noqa: ANN401 - JSON
    import aiohttp

    try:
        async with (
            asyncio.timeout(seconds),
            session.request(
                "GET" if request.body is None else "POST",
                request.url,
                params=dict(request.parameters),
                json=request.body,
                headers=dict(request.headers),
                allow_redirects=False,
            ) as response,
        ):
            if response.status != 200:
                raise SearchError(
                    f"status {response.status}", heals=response.status in _HEALS, wait=_asked_wait(response)
                )
            return json.loads(_without(request.secret, await _limited(response)))
    except TimeoutError:
        raise SearchError(f"no answer within {seconds:g} seconds", heals=True) from None
    except (aiohttp.ClientError, OSError) as error:
        raise SearchError(f"no answer ({type(error).__name__})", heals=True) from error
    except (ValueError, RecursionError):
        raise SearchError("the answer is not JSON", heals=True) from None


def _asked_wait(response: aiohttp.ClientResponse) -> float | None:
    try:
        return max(0.0, float(response.headers.get("Retry-After", "")))
    except ValueError:
        return None


def _without(secret: str, answer: bytes) -> bytes:
    """An answer without the key, which some servers send back."""
    return answer.replace(secret.encode(), b"***") if secret else answer


async def _limited(response: aiohttp.ClientResponse) -> bytes:
    data = bytearray()
    async for chunk in response.content.iter_chunked(65536):
        data += chunk
        if len(data) > _LONGEST_ANSWER:
            raise SearchError("the answer is too large")
    return bytes(data)
