"""A run of a toy benchmark, begun anew for every line on standard input and open to be killed.

The toy shows what the engine needs of a benchmark and that it needs no more: there is no release on disk, no
table, no metric. Each run is a fork of this program, which has everything imported, so that fifty of them
take seconds.

Usage: toy_run.py FOLDER AGENT CASES
"""

import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp  # noqa: F401 - before the fork, like everything else
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.making import make_agent
from standfast.runner.judges.judge import Judge, Judging
from standfast.runner.play.benchmark import Cast, Playing, Unit
from standfast.runner.play.plan import Plan
from standfast.runner.play.run import Conduct, run_plan
from standfast.runner.records.conversation import Case, Reply, Transcript, Turn, as_messages
from standfast.runner.records.verdict import Verdict

TURNS = 3


async def play(case: Case, agents: dict[str, Agent], settings: Any) -> Transcript:
    turns: list[Turn] = []
    for number in range(TURNS):
        said = Reply(f"Pergunta {number} sobre {case.name}?")
        messages = [*as_messages(turns), {"role": "user", "content": said.text}]
        turns.append(Turn(said, await agents["subject"].reply(messages, case)))
    return Transcript(case.key, case.repeat, tuple(turns))


async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
    return Verdict(
        case.key, case.repeat, turn, transcript.turns[turn - 1].subject.text.split()[0], "first-word"
    )


def toy(count: int) -> SimpleNamespace:
    def cases(release: Any, settings: Any) -> Iterator[Case]:
        return (Case("toy", {"number": f"{number:05}"}, {}) for number in range(count))

    playing = Playing(
        settings=dict,
        check=lambda release, settings: None,
        cases=cases,
        find=lambda release: lambda key, repeat: Case("toy", key, {}, repeat),
        unit=lambda case: Unit("all", case.name),
        units="numbers",
        cast=lambda release, settings, agents: Cast(agents),
        play=play,
    )
    judging = Judging(
        labels=(),
        turns=lambda transcript: (1, TURNS),
        by_rules=lambda release: Judge("first-word", judge),
        by_agent=lambda agent, release: Judge("agent", judge),
    )
    return SimpleNamespace(name="toy", playing=playing, judging=judging)


def run(folder: Path, agent: str, count: int, concurrency: int = 4) -> None:
    release = SimpleNamespace(
        name="toy@1", benchmark="toy", digest="0", folder="toy", manifest=SimpleNamespace(comparability=1)
    )
    settings = SimpleNamespace(record=dict)
    plan = Plan(release, toy(count), settings, {"subject": make_agent(agent, {})}, None)
    run_plan(plan, folder, Conduct(concurrency=concurrency))


def main() -> None:
    folder, agent, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                run(folder, agent, count)
                status = 0
            except Exception:  # noqa: BLE001 - shown, since this process ends without a word
                traceback.print_exc()
            finally:
                os._exit(status)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
