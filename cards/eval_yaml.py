"""``eval.yaml``: how the Hub and an unmodified Inspect run the single-turn part of a published release.

The keys are those of the Hub's eval-results documentation and of Inspect's ``hf/`` tasks, which refuse
unknown ones.
"""

from __future__ import annotations

import yaml

from ..errors import BuildError
from .describe import describe
from .single_turn import SINGLE_TURN, SPLIT

FRAMEWORK = "inspect-ai"


def render_eval_yaml(benchmark: str) -> str:
    """The text of ``eval.yaml``.

    Raises:
        BuildError: the benchmark has no single-turn part.
    """
    about = describe(benchmark)
    if about.single_turn is None:
        raise BuildError(f"{benchmark} has no single-turn part", fix="describe it in cards/benchmarks first")
    scorer: dict[str, object] = {"name": about.single_turn.scorer}
    if about.single_turn.scorer_args:
        scorer["args"] = dict(about.single_turn.scorer_args)
    record = {
        "name": about.title,
        "description": f"{about.summary} This task is a single-turn part: {about.single_turn.summary}.",
        "evaluation_framework": FRAMEWORK,
        "tasks": [
            {
                "id": about.single_turn.task_id,
                "config": SINGLE_TURN,
                "split": SPLIT,
                "field_spec": {"input": "input", "target": "target"},
                "solvers": [{"name": "generate"}],
                "scorers": [scorer],
            }
        ],
    }
    return yaml.safe_dump(record, sort_keys=False, allow_unicode=True, width=110)
