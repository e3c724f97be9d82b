"""``scripted``: a simulated user that says the lines a release holds for the case."""

from __future__ import annotations

from collections.abc import Sequence

from ..records.conversation import Case, Message, Reply
from .agent import Agent
from .spec import AgentSpec


def make_scripted_user(spec: AgentSpec) -> Agent:
    """A user that says ``case.facts["user_lines"]`` one after the other."""
    spec.refuse_unknown_options()

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        turn = sum(message["role"] == "assistant" for message in messages)
        return Reply(case.facts["user_lines"][turn])

    return Agent(spec.text, reply)
