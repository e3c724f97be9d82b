"""The one interface of everything that answers messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ..records.conversation import Case, Message, Reply
from .price import Price

ReplyFunction = Callable[[Sequence[Message], Case], Awaitable[Reply]]
JsonSchema = Mapping[str, Any]
StructuredReplyFunction = Callable[[Sequence[Message], Case, JsonSchema], Awaitable[Reply]]

# Whether one more request may be made for a reply that has cost an answer already; asked before each such
# further try, where whoever counts the calls has capped them.
ASK_AGAIN: ContextVar[Callable[[], bool]] = ContextVar("ASK_AGAIN", default=lambda: True)


async def _nothing_to_close() -> None:
    return None


def _nothing_to_forget(case: Case) -> None:
    del case


@dataclass(frozen=True)
class Agent:
    """Something that answers messages.

    Attributes:
        spec: its short spec, without secrets; part of a run's fingerprint.
        reply: takes the messages so far and the case; returns the reply. Agents under test use only the
            messages; baselines and scripted users may use the facts of the case.
        close: releases what the agent holds (connections); called once when a run ends.
        chat: whether it answers any chat messages, so that a role other than the subject has to be prompted.
        remote: whether its replies come from a model server: they cost time and money and may be cached.
        longest_reply: tokens that a reply has at most, or None where nothing bounds it.
        price: what its tokens cost, or None where nobody said.
        reply_as: as ``reply``, for a JSON object of a schema; None where the agent cannot be held to one.
        most_answers: requests that the server may answer, and charge for, until there is a reply.
        end_case: drops what the agent keeps of a case; called when a case is finished or given up.
        stateful: whether it remembers sessions by itself, so that its replies cannot be kept in a cache.
    """

    spec: str
    reply: ReplyFunction
    close: Callable[[], Awaitable[None]] = _nothing_to_close
    chat: bool = False
    remote: bool = False
    longest_reply: int | None = None
    price: Price | None = None
    reply_as: StructuredReplyFunction | None = None
    end_case: Callable[[Case], None] = _nothing_to_forget
    most_answers: int = 1
    stateful: bool = False
