"""The runner: its agent, engine, journal, meter and judging phase, on a toy benchmark without a release."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp  # noqa: F401 - start-up, not work
from measuring import Measured, user_line
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.making import make_agent
from standfast.runner.benchmarks.bias.playing import play_bias
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.judges.judge import Judge, Judging
from standfast.runner.play.benchmark import Cast, Playing, Unit
from standfast.runner.play.plan import Plan
from standfast.runner.play.run import Conduct, run_plan
from standfast.runner.records.conversation import Case, Message, Reply, Transcript
from standfast.runner.records.verdict import Verdict


async def _user(messages: list[Message], case: Case) -> Reply:
    return Reply(user_line(int(case.key["number"]), len(messages) // 2))


async def _judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
    return Verdict(case.key, case.repeat, turn, "neutral", "none")


async def _play(case: Case, agents: Mapping[str, Agent], settings: BiasSettings) -> Transcript:
    return await play_bias(case, agents["subject"], agents["user"], settings)


def toy(count: int) -> Any:
    """So many conversations of the bias protocol, without its release."""

    def cases(release: Any, settings: Any) -> Iterator[Case]:
        return (Case("toy", {"number": str(number)}, {}) for number in range(count))

    playing = Playing(
        settings=BiasSettings,
        check=lambda release, settings: None,
        cases=cases,
        find=lambda release: lambda key, repeat: Case("toy", key, {}, repeat),
        unit=lambda case: Unit("all", case.name),
        units="numbers",
        cast=lambda release, settings, agents: Cast(agents),
        play=_play,
    )
    judging = Judging(
        labels=(),
        turns=lambda transcript: (len(transcript.turns),),
        by_rules=lambda release: Judge("none", _judge),
        by_agent=lambda agent, release: Judge("none", _judge),
    )
    return SimpleNamespace(name="toy", playing=playing, judging=judging)


def main(url: str, cases: int, turns: int, concurrency: int) -> None:
    """Play and judge all conversations."""
    release: Any = SimpleNamespace(
        name="toy@1", benchmark="toy", digest="0", folder="toy", manifest=SimpleNamespace(comparability=1)
    )
    subject = make_agent(f"openai:m@{url}?temperature=0.7", {})
    agents = {"subject": subject, "user": Agent("scripted", _user)}
    plan = Plan(release, toy(cases), BiasSettings(turns=turns), agents, None)
    run = run_plan(plan, Path("run"), Conduct(concurrency=concurrency))
    if run.progress.done != cases:
        sys.exit(f"{run.progress.done} of {cases} done")


if __name__ == "__main__":
    with Measured():
        main(sys.argv[1], *map(int, sys.argv[2:]))
