"""Runs of the contract suite: models that answer without a server, and a program that plays runs to be killed.

As a program it has everything imported and forks for every line on standard input, a JSON object: ``release``
and ``folder``, ``settings``, ``limit``, ``hang`` (a role and how many calls it answers before it hangs for
ever). It prints the child's process id, then its exit status.
"""

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from standfast.releases.load import load_release
from standfast.releases.release import Release
from standfast.runner.agents.agent import Agent
from standfast.runner.judges.judge import JudgingOptions
from standfast.runner.play.meter import Budget
from standfast.runner.play.plan import JUDGE, SUBJECT, Plan, make_plan
from standfast.runner.play.run import Conduct, run_plan
from standfast.runner.play.selection import Selection
from standfast.runner.records.conversation import Case, Message, Reply

# What a dry run has its stand-ins say, so that whatever rests on an answer goes the same way.
FILLER = "xyz xyz xyz xyz"
Hang = tuple[str, int] | None


def model(role: str, text: str = FILLER, hang: Hang = None) -> Agent:
    """A chat model that always says the same, or the first JSON object that a schema allows."""
    answered = 0

    async def answer(words: str) -> Reply:
        nonlocal answered
        if hang is not None and hang[0] == role and answered >= hang[1]:
            await asyncio.Event().wait()
        answered += 1
        return Reply(words, finish_reason="stop", tokens_in=10, tokens_out=5)

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        return await answer(text)

    async def reply_as(messages: Sequence[Message], case: Case, schema: Mapping[str, Any]) -> Reply:
        return await answer(json.dumps(example(schema)))

    return Agent(f"openai:{role}", reply, chat=True, reply_as=reply_as)


def example(schema: Mapping[str, Any]) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if schema["type"] == "object":
        return {name: example(part) for name, part in schema["properties"].items()}
    if schema["type"] == "array":
        return [example(schema["items"])]
    return {"string": FILLER, "integer": 1, "number": 1.0, "boolean": False}[schema["type"]]


def plan_of(
    release: Release,
    settings: Mapping[str, Any],
    *,
    models: Sequence[str] = (SUBJECT, JUDGE),
    text: str = FILLER,
    turns: str = "last",
    hang: Hang = None,
) -> Plan:
    """A run in which models play these roles, and whoever does by default the others."""
    made = {role: model(role, text, hang) for role in models}
    plan = make_plan(
        release, made[SUBJECT], settings=dict(settings), judge="rules", judging=JudgingOptions(turns)
    )
    agents = {role: made.get(role, agent) for role, agent in plan.agents.items()}
    return replace(plan, agents=agents, judge=made.get(JUDGE))


def conduct(limit: int, max_calls: int | None = None) -> Conduct:
    """One case at a time, so that what is finished when is no chance."""
    return Conduct(concurrency=1, selection=Selection(limit=limit), budget=Budget(max_calls))


def _play(order: Mapping[str, Any]) -> None:
    plan = plan_of(load_release(order["release"]), order["settings"], hang=tuple(order["hang"]))
    run_plan(plan, Path(order["folder"]), conduct(order["limit"]))


def main() -> None:
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                _play(json.loads(line))
                status = 0
            finally:
                os._exit(status)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
