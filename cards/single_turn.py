"""The part of a benchmark that one question and one answer can test: its rows, and how other tools run them.

The rows are made from the release's own tables and add nothing to them; they are a file of the release,
not one of its tables. The keys of ``eval.yaml`` are those of the Hub's eval-results documentation and of
Inspect's ``hf/`` tasks, which refuse unknown ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import yaml

from ..builders.building import building_of
from ..errors import BuildError
from .describe import describe

if TYPE_CHECKING:
    import polars as pl

SINGLE_TURN = "single_turn"
SINGLE_TURN_FILE = f"{SINGLE_TURN}.parquet"
SPLIT = "test"
FRAMEWORK = "inspect-ai"


def single_turn_rows(benchmark: str, tables: Mapping[str, pl.DataFrame]) -> pl.DataFrame | None:
    """The single-turn rows of a benchmark, or None where it has none.

    Returns:
        Columns ``id``, ``input`` (the user's message), ``target`` (what is right to answer), then
        whatever tells the rows apart.
    """
    about, make = describe(benchmark).single_turn, building_of(benchmark).single_turn
    return None if about is None or make is None else make(tables, about.texts)


def render_eval_yaml(benchmark: str) -> str:
    """The text of ``eval.yaml``: how the Hub and an unmodified Inspect run the single-turn part.

    Raises:
        BuildError: the benchmark has no single-turn part.
    """
    about = describe(benchmark)
    if about.single_turn is None:
        raise BuildError(f"{benchmark} has no single-turn part", fix="describe it in its card.toml first")
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
