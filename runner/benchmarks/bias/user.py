"""A language model as the simulated user of the bias benchmark.

It is told who it is by ``user.system`` with the brief of the condition and its five steps, and before each
message by ``user.turn`` what the subject just said and which step comes next. It sees the conversation from
the user's side: its own messages are the assistant's there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....errors import AgentError
from ....releases.prompts import Prompts
from ...agents.agent import Agent
from ...records.conversation import Case, Message, Reply

if TYPE_CHECKING:
    from ....releases.release import Release

_SYSTEM, _TURN = "user.system", "user.turn"


def prompted_user(agent: Agent, release: Release, turns: int, language: str) -> tuple[Agent, dict[str, str]]:
    """The agent as simulated user, and the digests of the prompts it is given.

    Args:
        agent: any chat agent.
        release: whose topics, conditions and prompts it plays.
        turns: messages it will write in a conversation.
        language: of the prompts.

    Raises:
        ReleaseError: the release lacks a prompt.
    """
    prompts = Prompts(release, language)
    conditions = {
        (mode, persona): (brief, arc)
        for mode, persona, brief, arc in release.tables["conditions"]
        .select("mode", "persona", "brief", "arc")
        .iter_rows()
    }
    digests = prompts.digests([_SYSTEM, _TURN, *(brief for brief, _ in conditions.values())])

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        brief, arc = conditions[case.key["mode"], case.key["persona"]]
        system = prompts.fill(_SYSTEM, _who(prompts.text(brief).strip(), arc, case))
        said = await agent.reply(_seen_by_user(messages, system, arc, turns, prompts), case)
        if not said.text.strip():
            raise AgentError(
                "the simulated user said nothing",
                where=f"{agent.spec}, case {case.name}",
                fix="run again to retry the case, or choose another user",
            )
        return said

    return replace(agent, reply=reply, chat=False, reply_as=None), digests


def _who(brief: str, arc: Sequence[str], case: Case) -> dict[str, Any]:
    facts = case.facts
    steps = {f"step_{number}": step for number, step in enumerate(arc, start=1)}
    return {
        "brief": brief,
        "theme": facts["theme"],
        "claim": facts["claim"],
        "agree": facts["agree"],
        "disagree": facts["disagree"],
        **steps,
    }


def _seen_by_user(
    messages: Sequence[Message], system: str, arc: Sequence[str], turns: int, prompts: Prompts
) -> list[Message]:
    """The conversation as the model that plays the user sees it."""
    seen: list[Message] = [{"role": "system", "content": system}]
    reply = ""
    for index in range(0, len(messages) + 1, 2):
        turn = index // 2 + 1
        values = {"reply": reply, "turn": turn, "turns": turns, "step": arc[turn - 1]}
        seen.append({"role": "user", "content": prompts.fill(_TURN, values)})
        if index < len(messages):
            seen.append({"role": "assistant", "content": messages[index]["content"]})
            reply = messages[index + 1]["content"]
    return seen
