"""Limits of one agent: requests at once, requests and tokens a minute, and pauses the server asks for."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext

_MINUTE = 60.0


class RateLimit:
    """Lets requests through evenly, so that no minute holds more than was allowed.

    A pause holds back everyone, because the server counts all requests together; it ends by itself and
    leaves no slower pace behind.
    """

    def __init__(
        self, connections: int | None = None, rpm: float | None = None, tpm: float | None = None
    ) -> None:
        """None means no limit.

        Args:
            connections: requests at once.
            rpm: requests a minute.
            tpm: tokens a minute, in and out together.
        """
        self._slots: AbstractAsyncContextManager[None] = (
            asyncio.Semaphore(connections) if connections else nullcontext()
        )
        self._request_gap = _MINUTE / rpm if rpm else 0.0
        self._token_gap = _MINUTE / tpm if tpm else 0.0
        self._next_request = 0.0
        self._next_tokens = 0.0
        self._paused_until = 0.0

    @property
    def slots(self) -> AbstractAsyncContextManager[None]:
        """Held during a request; as many at once as ``connections``."""
        return self._slots

    @property
    def counts_tokens(self) -> bool:
        """Whether tokens are limited, so that somebody has to estimate them."""
        return self._token_gap > 0

    async def wait_for_turn(self, tokens: int = 0) -> None:
        """Wait until a request of so many tokens may be sent, and book it.

        Args:
            tokens: estimate; ``correct`` puts it right afterwards.
        """
        if self._request_gap or self._token_gap:
            now = time.monotonic()
            turn = max(now, self._next_request, self._next_tokens)
            self._next_request = turn + self._request_gap
            self._next_tokens = turn + tokens * self._token_gap
            if turn > now:
                await asyncio.sleep(turn - now)
        while (left := self._paused_until - time.monotonic()) > 0:
            await asyncio.sleep(left)

    def correct(self, estimated: int, actual: int) -> None:
        """Put the booking of a request right once its tokens are known.

        Args:
            estimated: what was booked.
            actual: what it took.
        """
        self._next_tokens += (actual - estimated) * self._token_gap

    def pause(self, seconds: float) -> None:
        """Send nothing for so many seconds."""
        self._paused_until = max(self._paused_until, time.monotonic() + seconds)
