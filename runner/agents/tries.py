"""What is tried for one reply, what it costs, and how long is waited between the tries."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..records.conversation import Message, Reply
from .chat_answer import Fault
from .price import estimate_text_tokens, estimate_tokens

_LONGEST_BACKOFF = 60.0
# A server that asks to wait for less, again and again, means something else.
_SHORTEST_WORD = 1.0


@dataclass
class Spent:
    """What went into a reply: requests, and of these those whose answer was paid for and not kept."""

    attempts: int = 0
    discarded: int = 0
    discarded_in: int = 0
    discarded_out: int = 0

    def discard(self, outcome: Reply | Fault, messages: Sequence[Message]) -> None:
        """Count an answer that is not kept; tokens that were not reported are estimated."""
        text = outcome.text if isinstance(outcome, Reply) else ""
        tokens = outcome.tokens_in, outcome.tokens_out
        self.discarded += 1
        self.discarded_in += estimate_tokens(messages) if tokens[0] is None else tokens[0]
        self.discarded_out += estimate_text_tokens(text) if tokens[1] is None else tokens[1]


@dataclass
class Tries:
    """What was tried for one reply.

    Attributes:
        allowed: further tries after a broken answer.
        outages: of the server, that were over when the last try was made.
        made, broken, empty, busy: tries, and what became of them.
        waited: seconds, for a server that was busy.
    """

    allowed: int
    outages: int
    made: int = 0
    broken: int = 0
    empty: int = 0
    busy: int = 0
    waited: float = 0.0


def backoff(first: float, tries: int) -> float:
    """Seconds to the next try: doubled each time, and spread, so that those who failed together part."""
    return float(min(_LONGEST_BACKOFF, first * 2 ** min(tries - 1, 30)) * random.uniform(0.5, 1.0))


def wait_for(fault: Fault, first: float, tries: int) -> float:
    """Seconds to wait for a server that is busy, as it asks or as ``backoff``."""
    if fault.wait is None:
        return backoff(first, tries)
    asked = fault.wait + random.uniform(0.0, min(1.0, first + fault.wait / 10))
    return max(asked, backoff(first, tries)) if fault.wait < _SHORTEST_WORD else asked


def out_of_patience(fault: Fault, waited: float) -> Fault:
    """The fault of a server that stayed busy for longer than it may."""
    asks = "" if fault.wait is None else f" and asks to wait {fault.wait:.3g} s more"
    return replace(fault, problem=f"{fault.problem} after {waited:.3g} s of waiting{asks}")


def after(fault: Fault, attempts: int) -> Fault:
    """The fault, with how often it was tried."""
    return fault if attempts == 1 else replace(fault, problem=f"{fault.problem}, after {attempts} tries")
