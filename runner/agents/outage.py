"""The gate of one server: when nothing succeeds any more, all who ask it wait together.

A request that fails while others succeed is that request's own trouble. When nobody's requests succeed, the
server is out: then everyone waits, one at a time tries again, with growing pauses, and no case fails by it.
The gate stands open for agents that are asked outside a run (``standfast agents check``): nobody waits there.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextvars import ContextVar

from ..records.conversation import Reply
from .chat_answer import Fault, Heals

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
_TELL_SECONDS = 1.0

# Told by a gate that is shut: the agent's spec, and for how many seconds its server has not answered; None
# when it answers again. Whoever runs agents sets it; where nobody did, gates stay open.
WAITING: ContextVar[Callable[[str, float | None], None] | None] = ContextVar("WAITING", default=None)


class Outage:
    """Whether a server answers, as seen by all requests to it.

    Attributes:
        over: outages that are over; tries that were lost in one of them count for nothing.
    """

    def __init__(self, spec: str, patience: float) -> None:
        """It answers, as far as anybody knows.

        Args:
            spec: the agent, for those who are told.
            patience: seconds to wait in all for a server that is out.
        """
        self._spec = spec
        self._patience = patience
        self._since: float | None = None
        self._pause = FIRST_PAUSE
        self._probe = asyncio.Lock()
        self._failing: set[str] = set()
        self.over = 0

    async def pass_through(
        self, send: Callable[[], Awaitable[tuple[Reply | Fault, float]]]
    ) -> tuple[Reply | Fault, float]:
        """Send a request: at once while the server answers, else after a pause, and then alone."""
        if self._since is None:
            outcome, seconds = await send()
            self._note(outcome)
            return outcome, seconds
        async with self._probe:
            if self._since is not None:
                await self._wait()
            outcome, seconds = await send()
            self._note(outcome)
        return outcome, seconds

    def shuts(self, fault: Fault, request: str, *, given_up: bool) -> bool:
        """Whether a request that failed is to be tried again for as long as the patience lasts.

        It is where no connection was to be had, or where this request has used up its tries and another
        one fails too, with no success since.

        Args:
            fault: why it failed.
            request: names the case that it was made for.
            given_up: whether it has used up its tries.
        """
        if WAITING.get() is None or fault.heals is not Heals.BY_TRYING_AGAIN or is_answer(fault):
            return False
        self._failing.add(request)
        if self._since is None and (fault.unreachable or (given_up and len(self._failing) > 1)):
            self._since = time.monotonic()
            self._pause = FIRST_PAUSE
        return self._since is not None

    @property
    def is_endless(self) -> bool:
        """Whether the server has been out for longer than the patience lasts."""
        return self._since is not None and time.monotonic() - self._since >= self._patience

    async def _wait(self) -> None:
        assert self._since is not None
        tell = WAITING.get()
        until = min(time.monotonic() + self._pause, self._since + self._patience)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        while (left := until - time.monotonic()) > 0:
            if tell is not None:
                tell(self._spec, time.monotonic() - self._since)
            await asyncio.sleep(min(left, _TELL_SECONDS))

    def _note(self, outcome: Reply | Fault) -> None:
        """Any completion, and any refusal of this very request, shows that the server is there."""
        if isinstance(outcome, Fault) and outcome.heals is Heals.BY_TRYING_AGAIN and not is_answer(outcome):
            return
        self._failing.clear()
        if self._since is not None:
            self._since = None
            self.over += 1
            if (tell := WAITING.get()) is not None:
                tell(self._spec, None)


def is_answer(fault: Fault) -> bool:
    """Whether the server did answer, though what it said is of no use."""
    return fault.status == 200
