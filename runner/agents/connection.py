"""Requests of one agent to its chat-completions server, over aiohttp: one at a time, none repeated."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..records.conversation import Message, Reply
from .chat_answer import Fault, Heals, read_answer
from .openai_options import ChatOptions
from .price import estimate_text_tokens, estimate_tokens
from .rate_limit import RateLimit

if TYPE_CHECKING:
    import aiohttp

_CONNECT_SECONDS = 30.0
_CHUNK = 1 << 16


class Connection:
    """Connections and rate limit of one agent; made on first use, in whatever event loop that is."""

    def __init__(self, options: ChatOptions) -> None:
        """Nothing is opened yet."""
        self._options = options
        self._session: aiohttp.ClientSession | None = None
        self.limit = RateLimit()

    async def send(
        self, messages: Sequence[Message], fields: Mapping[str, Any], headers: Mapping[str, str]
    ) -> tuple[Reply | Fault, float]:
        """One request, when its turn has come, and the seconds from sending it to its answer.

        Args:
            messages: what is asked.
            fields: of the body, beside the model, the messages and those of the options.
            headers: beside those of the options.
        """
        options = self._options
        body = json.dumps({"model": options.model, "messages": messages, **options.body, **fields}).encode()
        session = self._session or self._open()
        limit = self.limit
        booked = prompt = 0
        if limit.counts_tokens:
            prompt = estimate_tokens(messages)
            booked = prompt + limit.expected_reply(longest_reply(options))
        async with limit.slots:
            await limit.wait_for_turn(booked)
            started = time.perf_counter()
            outcome = await self._exchange(session, body, headers)
            seconds = time.perf_counter() - started
        if isinstance(outcome, Fault):
            limit.correct(booked, (outcome.tokens_in or 0) + (outcome.tokens_out or 0))
        elif limit.counts_tokens:
            said = outcome.tokens_out
            said = estimate_text_tokens(outcome.text + (outcome.thought or "")) if said is None else said
            limit.correct(booked, (prompt if outcome.tokens_in is None else outcome.tokens_in) + said, said)
        return outcome, seconds

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _exchange(
        self, session: aiohttp.ClientSession, body: bytes, headers: Mapping[str, str]
    ) -> Reply | Fault:
        import aiohttp

        options = self._options
        try:
            async with session.post(
                self._url, data=body, proxy=self._proxy, allow_redirects=False, headers=headers
            ) as response:
                raw = await _read(response, options.answer_limit)
                if raw is None:
                    limit = f"{options.answer_limit / (1 << 20):g} MiB (option answer_limit)"
                    said = f"the answer is longer than {limit}"
                    return Fault(said, Heals.NOT_FOR_THIS_CASE, None, response.status)
                return read_answer(
                    response.status, response.headers, self._scrub(raw), part=options.part_thoughts
                )
        except aiohttp.ConnectionTimeoutError:
            said = f"no connection within {_CONNECT_SECONDS:g} s"
            return Fault(said, Heals.BY_TRYING_AGAIN, unreachable=True)
        except TimeoutError:
            return Fault(f"no answer within {options.timeout:g} s", Heals.BY_TRYING_AGAIN)
        except (aiohttp.ClientConnectorCertificateError, aiohttp.InvalidURL) as error:
            return Fault(self._describe(error), Heals.NOT_AT_ALL)
        except (aiohttp.ClientError, OSError) as error:
            unreachable = isinstance(error, aiohttp.ClientConnectorError)
            return Fault(self._describe(error), Heals.BY_TRYING_AGAIN, unreachable=unreachable)

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp
        from yarl import URL

        options = self._options
        self._url = URL(f"{options.url}/chat/completions")
        self._proxy = _proxy_of(options.url)
        self.limit = RateLimit(options.connections, options.rpm, options.tpm)
        self._session = aiohttp.ClientSession(
            # Concurrency is bounded by the run and by the agent's own limit, not by the pool: so `connect`,
            # unlike `sock_connect`, is the time for name, connection and TLS handshake.
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
            headers=options.headers,
            timeout=aiohttp.ClientTimeout(total=options.timeout, connect=_CONNECT_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        return self._session

    def _scrub(self, raw: bytes) -> bytes:
        """A server may send the key back in what it says of an error; it goes no further than here."""
        for secret in self._options.secrets:
            raw = raw.replace(secret.encode(), b"***")
        return raw

    def _describe(self, error: BaseException) -> str:
        said = self._scrub(str(error).encode("utf-8", "replace")).decode()
        return f"the connection failed: {type(error).__name__}" + (f" ({said})" if said else "")


def longest_reply(options: ChatOptions) -> int | None:
    """Tokens that a reply has at most, where the options bound it."""
    bound = options.body.get("max_completion_tokens") or options.body.get("max_tokens")
    return bound if isinstance(bound, int) else None


async def _read(response: aiohttp.ClientResponse, most: int) -> bytes | None:
    """The body, decompressed, or None where it is longer than allowed."""
    if (response.content_length or 0) > most:
        return None
    if response.content_length is not None and "Content-Encoding" not in response.headers:
        return await response.read()
    parts, size = [], 0
    async for part in response.content.iter_chunked(_CHUNK):
        size += len(part)
        if size > most:
            return None
        parts.append(part)
    return b"".join(parts)


def _proxy_of(url: str) -> str | None:
    """The proxy that the environment names for this address."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    with suppress(OSError):
        if urllib.request.proxy_bypass(parts.hostname or ""):
            return None
    return urllib.request.getproxies().get(parts.scheme)
