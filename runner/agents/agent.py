"""The one interface of everything that answers messages."""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import AgentError
from ..conversation import Case, Message, Reply

ReplyFunction = Callable[[Sequence[Message], Case], Awaitable[Reply]]


async def _nothing_to_close() -> None:
    return None


@dataclass(frozen=True)
class Agent:
    """Something that answers messages.

    Attributes:
        spec: its short spec, without secrets; part of a run's fingerprint.
        reply: takes the messages so far and the case; returns the reply. Agents under test use only the
            messages; baselines and scripted users may use the facts of the case.
        close: releases what the agent holds (connections); called once when a run ends.
    """

    spec: str
    reply: ReplyFunction
    close: Callable[[], Awaitable[None]] = _nothing_to_close


def agent_from_function(function: Callable[[list[Message]], Any], spec: str) -> Agent:
    """An agent from any ``def reply(messages) -> str``, plain or async.

    The reply's ``seconds`` are measured around the call.
    """

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        started = time.perf_counter()
        answer = function(list(messages))
        if inspect.isawaitable(answer):
            answer = await answer
        if not isinstance(answer, str):
            raise AgentError(
                f"the agent returned {type(answer).__name__}, not text",
                where=f"{spec}, case {case.name}",
                fix="return a str from the reply function",
            )
        return Reply(answer, seconds=round(time.perf_counter() - started, 6))

    return Agent(spec, reply)
