"""Calibrate the judge that a spec names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ....agents.making import make_agent
from ....judges.judge import RULES
from ....play.engine import run_to_end
from ..judge import sharp_rubric_judge, sharp_rules_judge
from .calibrate import Calibrated, calibrate
from .items import LANGUAGES, calibration_items

if TYPE_CHECKING:
    from .....releases.release import Release

BENCHMARK = "sharp"


def calibrate_judge(
    spec: str,
    release: Callable[[], Release],
    *,
    languages: Sequence[str] = LANGUAGES,
    concurrency: int = 8,
    catalogue: Path | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Calibrated:
    """Measure a judge on our labelled replies.

    Args:
        spec: ``rules``, or an agent that is given the release's rubric.
        release: gives the release whose rubric an agent is given; not called for ``rules``.
        languages: languages of the items.
        concurrency: items at once.
        catalogue: the ``agents.toml``.
        on_progress: told how many items are done after each.

    Raises:
        UsageError, AgentError, JudgeError, ReleaseError: there is no such judge, or it failed.
    """
    items = calibration_items(languages)
    if spec == RULES:
        return run_to_end(
            calibrate(sharp_rules_judge({}), items, concurrency=concurrency, on_progress=on_progress)
        )
    agent = make_agent(spec, BENCHMARK, catalogue)
    judge = sharp_rubric_judge(agent, release(), languages, {})

    async def with_agent() -> Calibrated:
        try:
            return await calibrate(judge, items, concurrency=concurrency, on_progress=on_progress)
        finally:
            await agent.close()

    return run_to_end(with_agent())
