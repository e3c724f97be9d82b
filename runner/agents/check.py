"""One message to one agent: is it there, and what does it say of itself?"""

from __future__ import annotations

import asyncio
from pathlib import Path

from ...errors import UsageError
from ..records.conversation import Case, Reply
from .making import make_agent

_CASE = Case("check", {"agent": "check"}, {})


def check_agent(text: str, message: str, catalogue: Path | None = None) -> tuple[str, Reply]:
    """Send one message.

    Args:
        text: spec or name.
        message: what to say.
        catalogue: the ``agents.toml``.

    Returns:
        The agent's canonical spec and its reply.

    Raises:
        UsageError: there is no such agent, or it is none that can be talked to.
        AgentError: it did not reply.
    """
    agent = make_agent(text, {}, catalogue)
    if not agent.chat:
        raise UsageError(
            f"{text!r} speaks only inside a case",
            fix="check an openai: or python: agent; the others always work",
        )

    async def ask() -> Reply:
        try:
            return await agent.reply([{"role": "user", "content": message}], _CASE)
        finally:
            agent.end_case(_CASE)
            await agent.close()

    return agent.spec, asyncio.run(ask())
