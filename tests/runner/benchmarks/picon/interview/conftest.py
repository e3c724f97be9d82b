"""The picon release, a run of it, and what its persona sheets say."""

from collections.abc import Callable
from pathlib import Path

import pytest
import standfast
from standfast.builders.build import build
from standfast.cards.freeze import freeze
from standfast.releases.load import load_release
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.settings import PiconSettings
from standfast.runner.play.run import Run
from standfast.runner.records.score import ScoreRecord


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The release as the curated files of this tree build it, whatever is frozen."""
    store = tmp_path_factory.mktemp("store")
    freeze(build("picon"), "9.9.9", store)
    return load_release(str(store / "picon" / "9.9.9"))


@pytest.fixture
def play(release: Release, tmp_path: Path) -> Callable[..., Run]:
    def play(
        subject: object = "baseline:steady", roles: dict | None = None, judge: str | None = None, **settings
    ) -> Run:
        return standfast.evaluate(
            release,
            subject,
            roles=roles,
            judge=judge,
            settings=PiconSettings(**settings),
            folder=tmp_path / "run",
        )

    return play


@pytest.fixture
def scores() -> Callable[..., dict[str, float | None]]:
    def scores(run: Run, persona: str | None = None) -> dict[str, float | None]:
        """Metric to value, over all personas or of one."""
        wanted = {} if persona is None else {"persona": persona}
        return {record.metric: record.value for record in run.score() if record.by == wanted}

    return scores


@pytest.fixture
def pooled() -> Callable[..., ScoreRecord]:
    def pooled(run: Run, metric: str, **by: str) -> ScoreRecord:
        wanted = {"over": "turns", **by}
        return next(record for record in run.score() if record.metric == metric and record.by == wanted)

    return pooled
