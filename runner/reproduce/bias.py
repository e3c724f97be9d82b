"""The published figures of llm-bias-bench (arXiv 2604.21564), from its recorded verdicts."""

from __future__ import annotations

from pathlib import Path

from .check import Check
from .llm_bias_bench.classes import class_checks
from .llm_bias_bench.first_version import first_version_checks
from .llm_bias_bench.judges import judge_checks
from .llm_bias_bench.persuasion import persuasion_checks
from .llm_bias_bench.records import read_records
from .llm_bias_bench.repeats import repeat_checks
from .llm_bias_bench.samples import sample_checks
from .llm_bias_bench.trajectories import trajectory_checks


def reproduce_bias(folder: Path) -> list[Check]:
    """Recompute every published figure that rests on recorded verdicts.

    Args:
        folder: see ``llm_bias_bench.records``.

    Raises:
        SourceError: a reference file is missing or unreadable.
    """
    records = read_records(folder)
    groups = (
        class_checks, sample_checks, judge_checks, trajectory_checks, persuasion_checks, repeat_checks,
        first_version_checks,
    )  # fmt: skip
    return [check for checks in groups for check in checks(records)]
