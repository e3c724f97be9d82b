"""Limits of one agent: requests at once, requests and tokens a minute, and pauses the server asks for."""

from __future__ import annotations

import asyncio
import time
from contextlib import AbstractAsyncContextManager, nullcontext

_MINUTE = 60.0
# Who waits looks again as often as this, so that what became known of earlier requests still counts.
_LOOK_AGAIN = 0.25
# Tokens of a reply while none has come yet, and how far a new one moves the mean.
_USUAL_REPLY = 300
_WEIGHT = 0.1


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
        self._queue = asyncio.Lock()
        self._request_gap = _MINUTE / rpm if rpm else 0.0
        self._token_gap = _MINUTE / tpm if tpm else 0.0
        self._next_request = 0.0
        self._next_tokens = 0.0
        self._paused_until = 0.0
        self._mean_reply: float | None = None

    @property
    def slots(self) -> AbstractAsyncContextManager[None]:
        """Held during a request; as many at once as ``connections``."""
        return self._slots

    @property
    def counts_tokens(self) -> bool:
        """Whether tokens are limited, so that somebody has to estimate them."""
        return self._token_gap > 0

    def expected_reply(self, longest: int | None = None) -> int:
        """Tokens that the next reply will have: the mean of those that came, or what is usual.

        Args:
            longest: what bounds it, or None.
        """
        expected = _USUAL_REPLY if self._mean_reply is None else round(self._mean_reply)
        return expected if longest is None else min(expected, longest)

    async def wait_for_turn(self, tokens: int = 0) -> None:
        """Wait until a request of so many tokens may be sent, and book it.

        Args:
            tokens: estimate of prompt and reply; ``correct`` puts it right afterwards.
        """
        if self._request_gap or self._token_gap:
            # Only the first in the queue looks at the clock: the others see what it and corrections changed.
            async with self._queue:
                turn = await self._turn()
                self._next_request = turn + self._request_gap
                self._next_tokens = max(turn, self._next_tokens) + tokens * self._token_gap
        else:
            await self._turn()

    async def _turn(self) -> float:
        """Wait for the next turn; the time that it had."""
        now = time.monotonic()
        waited = False
        while (turn := max(self._next_request, self._next_tokens, self._paused_until)) > now:
            await asyncio.sleep(min(turn - now, _LOOK_AGAIN))
            now, waited = time.monotonic(), True
        # Counted from its due time, so that late wake-ups do not add up.
        return turn if waited and now - turn < _LOOK_AGAIN else now

    def correct(self, estimated: int, actual: int, reply: int | None = None) -> None:
        """Put the booking of a request right once its tokens are known.

        Args:
            estimated: what was booked.
            actual: what it took.
            reply: how much of that was the reply, or None where there was none.
        """
        self._next_tokens += (actual - estimated) * self._token_gap
        if reply is not None:
            mean = reply if self._mean_reply is None else self._mean_reply
            self._mean_reply = mean + _WEIGHT * (reply - mean)

    def pause(self, seconds: float) -> None:
        """Send nothing for so many seconds."""
        self._paused_until = max(self._paused_until, time.monotonic() + seconds)
