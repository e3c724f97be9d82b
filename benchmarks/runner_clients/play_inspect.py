"""Inspect (inspect-ai), its usual way: a task whose solver speaks the lines, its log written as it is."""

from __future__ import annotations

import os
import sys
from typing import Any

from inspect_ai import Task
from inspect_ai import eval as run_task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import includes
from inspect_ai.solver import Generate, TaskState, solver
from measuring import Measured, user_line


@solver
def converse(turns: int) -> Any:
    """A conversation of so many turns."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        for turn in range(turns):
            if turn:
                state.messages.append(ChatMessageUser(content=user_line(int(str(state.sample_id)), turn)))
            state = await generate(state)
        return state

    return solve


def main(url: str, cases: int, turns: int, concurrency: int) -> None:
    """Play and score all conversations."""
    os.environ["OPENAI_API_KEY"] = "none"
    task = Task(
        dataset=MemoryDataset(
            [Sample(id=case, input=user_line(case, 0), target="lados") for case in range(cases)]
        ),
        solver=converse(turns),
        scorer=includes(),
    )
    (log,) = run_task(
        task, model="openai/gpt-4o-mini", model_base_url=url, max_connections=concurrency,
        max_samples=concurrency, display="none", temperature=0.7, log_dir="logs",
        model_args={"responses_api": False},
    )  # fmt: skip
    if log.status != "success":
        sys.exit(f"status {log.status}: {log.error}")


if __name__ == "__main__":
    with Measured():
        main(sys.argv[1], *map(int, sys.argv[2:]))
