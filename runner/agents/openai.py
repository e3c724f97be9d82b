"""``openai:MODEL@BASE_URL``: an agent behind a chat-completions server, over aiohttp.

This is the only place that tries again: a request is repeated here, or its case fails.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import AgentError, AgentUnusableError
from ..records.conversation import Case, Message, Reply
from .agent import Agent, JsonSchema
from .chat_answer import Fault, Heals, read_answer
from .openai_options import ChatOptions, read_options
from .price import estimate_tokens
from .rate_limit import RateLimit
from .spec import AgentSpec

if TYPE_CHECKING:
    import aiohttp

_LONGEST_BACKOFF = 60.0
_CONNECT_SECONDS = 30.0
# How a JSON object is asked for, from the strictest form to none.
_FORMS = {"auto": ("json_schema", "json_object", "off"), "json_schema": ("json_schema",),
          "json_object": ("json_object",), "off": ("off",)}  # fmt: skip


def make_openai_agent(spec: AgentSpec) -> Agent:
    """An agent that sends its messages to a chat-completions server.

    Raises:
        UsageError: the spec is wrong, or its key is not in the environment.
    """
    options = read_options(spec)
    client = ChatClient(options)
    return Agent(
        options.spec,
        client.reply,
        client.close,
        chat=True,
        remote=True,
        longest_reply=options.body.get("max_completion_tokens") or options.body.get("max_tokens"),
        price=options.price,
        reply_as=client.reply_as,
    )


class ChatClient:
    """Connections and rate limit of one agent; made on first use, in whatever event loop that is."""

    def __init__(self, options: ChatOptions) -> None:
        """Nothing is opened yet."""
        self._options = options
        self._session: aiohttp.ClientSession | None = None
        self._limit = RateLimit()
        self._worked = False
        self._forms = _FORMS[options.structured]

    async def reply(self, messages: Sequence[Message], case: Case) -> Reply:
        """The model's reply.

        Raises:
            AgentError: the request failed for good.
            AgentUnusableError: so would every other.
        """
        outcome = await self._ask(messages, case, {})
        return outcome if isinstance(outcome, Reply) else self._give_up(outcome, case)

    async def reply_as(self, messages: Sequence[Message], case: Case, schema: JsonSchema) -> Reply:
        """As ``reply``, for a JSON object, in the strictest form that the server takes.

        Raises:
            AgentError, AgentUnusableError: as ``reply``.
        """
        forms = self._forms
        fault = Fault("nothing was asked", Heals.NOT_AT_ALL)
        for form in forms:
            outcome = await self._ask(messages, case, _response_format(form, schema))
            if isinstance(outcome, Reply):
                self._forms = forms[forms.index(form) :]
                return outcome
            fault = outcome
            if fault.status not in (400, 422):
                break
        return self._give_up(fault, case)

    async def close(self) -> None:
        """Close the connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def _ask(self, messages: Sequence[Message], case: Case, extra: Mapping[str, Any]) -> Reply | Fault:
        """Ask until there is a reply, or a fault that does not heal in the tries and the time allowed."""
        options = self._options
        body = self._body(messages, case, extra)
        attempts = broken = empty = busy = 0
        waited = 0.0
        while True:
            attempts += 1
            outcome, seconds = await self._send(body, messages)
            if isinstance(outcome, Reply):
                self._worked = True
                if outcome.text.strip() or empty == options.empty_retries:
                    return replace(outcome, attempts=attempts, seconds=round(seconds, 6))
                empty += 1
                pause = _backoff(options.backoff, empty)
            elif outcome.heals is Heals.BY_TRYING_AGAIN and broken < options.retries:
                broken += 1
                pause = _backoff(options.backoff, broken)
            elif outcome.heals is Heals.BY_WAITING:
                busy += 1
                pause = _wait(outcome, options.backoff, busy)
                waited += pause
                if waited > options.patience:
                    return _out_of_patience(outcome, waited - pause)
                if outcome.wait is not None:
                    self._limit.pause(outcome.wait)
            else:
                return outcome if attempts == 1 else _after(outcome, attempts)
            await asyncio.sleep(pause)

    async def _send(self, body: bytes, messages: Sequence[Message]) -> tuple[Reply | Fault, float]:
        """One request, when its turn has come, and the seconds from sending it to its answer."""
        session = self._session or self._open()
        limit = self._limit
        booked = estimate_tokens(messages) if limit.counts_tokens else 0
        async with limit.slots:
            await limit.wait_for_turn(booked)
            started = time.perf_counter()
            outcome = await self._exchange(session, body)
            seconds = time.perf_counter() - started
        if isinstance(outcome, Fault):
            limit.correct(booked, 0)
        elif outcome.tokens_in is not None:
            limit.correct(booked, outcome.tokens_in + (outcome.tokens_out or 0))
        return outcome, seconds

    async def _exchange(self, session: aiohttp.ClientSession, body: bytes) -> Reply | Fault:
        import aiohttp

        try:
            async with session.post(
                self._url, data=body, proxy=self._proxy, allow_redirects=False
            ) as response:
                raw = await response.read()
                return read_answer(response.status, response.headers, self._scrub(raw))
        except TimeoutError:
            return Fault(f"no answer within {self._options.timeout:g} s", Heals.BY_TRYING_AGAIN)
        except (aiohttp.ClientConnectorCertificateError, aiohttp.InvalidURL) as error:
            return Fault(self._describe(error), Heals.NOT_AT_ALL)
        except (aiohttp.ClientError, OSError) as error:
            return Fault(self._describe(error), Heals.BY_TRYING_AGAIN)

    def _open(self) -> aiohttp.ClientSession:
        import aiohttp
        from yarl import URL

        options = self._options
        self._url = URL(f"{options.url}/chat/completions")
        self._proxy = _proxy_of(options.url)
        self._limit = RateLimit(options.connections, options.rpm, options.tpm)
        self._session = aiohttp.ClientSession(
            # Concurrency is bounded by the run and by the agent's own limit, not by the pool.
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=300),
            headers=options.headers,
            timeout=aiohttp.ClientTimeout(total=options.timeout, sock_connect=_CONNECT_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
        )
        return self._session

    def _body(self, messages: Sequence[Message], case: Case, extra: Mapping[str, Any]) -> bytes:
        options = self._options
        seed = {} if options.seed is None else {"seed": options.seed + case.repeat}
        return json.dumps(
            {"model": options.model, "messages": messages, **options.body, **seed, **extra}
        ).encode()

    def _scrub(self, raw: bytes) -> bytes:
        """A server may send the key back in what it says of an error; it goes no further than here."""
        for secret in self._options.secrets:
            raw = raw.replace(secret.encode(), b"***")
        return raw

    def _describe(self, error: BaseException) -> str:
        said = self._scrub(str(error).encode("utf-8", "replace")).decode()
        return f"the connection failed: {type(error).__name__}" + (f" ({said})" if said else "")

    def _give_up(self, fault: Fault, case: Case) -> Reply:
        spec = self._options.spec.partition("?")[0]
        hopeless = fault.heals is Heals.NOT_AT_ALL
        if hopeless or (fault.heals is Heals.NOT_FOR_THIS_KEY and not self._worked):
            raise AgentUnusableError(fault.problem, where=spec, fix="check model, address and key")
        raise AgentError(fault.problem, where=f"{spec}, case {case.name}", fix="run again to retry the case")


def _response_format(form: str, schema: JsonSchema) -> dict[str, Any]:
    if form == "off":
        return {}
    if form == "json_object":
        return {"response_format": {"type": "json_object"}}
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": schema, "strict": True},
        }
    }


def _backoff(first: float, tries: int) -> float:
    """Doubled with every try, and spread, so that requests that failed together do not come back together."""
    return float(min(_LONGEST_BACKOFF, first * 2 ** min(tries - 1, 30)) * random.uniform(0.5, 1.0))


def _wait(fault: Fault, first: float, tries: int) -> float:
    if fault.wait is None:
        return _backoff(first, tries)
    return fault.wait + random.uniform(0.0, min(1.0, first + fault.wait / 10))


def _out_of_patience(fault: Fault, waited: float) -> Fault:
    asks = "" if fault.wait is None else f" and asks to wait {fault.wait:.3g} s more"
    return replace(fault, problem=f"{fault.problem} after {waited:.3g} s of waiting{asks}")


def _after(fault: Fault, attempts: int) -> Fault:
    return replace(fault, problem=f"{fault.problem}, after {attempts} tries")


def _proxy_of(url: str) -> str | None:
    """The proxy that the environment names for this address."""
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    with suppress(OSError):
        if urllib.request.proxy_bypass(parts.hostname or ""):
            return None
    return urllib.request.getproxies().get(parts.scheme)
