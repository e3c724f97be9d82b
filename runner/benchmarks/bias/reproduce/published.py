"""The published figures of llm-bias-bench (arXiv 2604.21564), from its recorded verdicts."""

from __future__ import annotations

from pathlib import Path

from .classes import class_checks, first_version_checks
from .judges import judge_checks
from .persuasion import persuasion_checks
from .records import Check, read_records
from .repeats import repeat_checks
from .samples import sample_checks
from .trajectories import trajectory_checks


def reproduce_bias(folder: Path) -> list[Check]:
    """Recompute every published figure that rests on recorded verdicts.

    Args:
        folder: see ``records``.

    Raises:
        SourceError: a reference file is missing or unreadable.
    """
    records = read_records(folder)
    groups = (
        class_checks, sample_checks, judge_checks, trajectory_checks, persuasion_checks, repeat_checks,
        first_version_checks,
    )  # fmt: skip
    return [check for checks in groups for check in checks(records)]
