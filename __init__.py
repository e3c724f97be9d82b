"""standfast: build, freeze, publish and run benchmarks of how agents hold up under social pressure.

Importing this package loads nothing heavy: each name is imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .builders.build import Build as Build
    from .builders.build import build as build
    from .cards.freeze import freeze as freeze
    from .errors import StandfastError as StandfastError
    from .releases.load import load_release as load_release
    from .releases.release import Release as Release
    from .runner.play.meter import Budget as Budget
    from .runner.play.run import Conduct as Conduct
    from .runner.play.run import Run as Run
    from .runner.play.run import evaluate as evaluate
    from .runner.play.scored import score_run as score_run
    from .runner.play.selection import Selection as Selection
    from .runner.report.leaderboard import leaderboard as leaderboard
    from .runner.report.report import report as report

_HOMES = {
    "Budget": "runner.play.meter",
    "Build": "builders.build",
    "Conduct": "runner.play.run",
    "Release": "releases.release",
    "Run": "runner.play.run",
    "Selection": "runner.play.selection",
    "StandfastError": "errors",
    "build": "builders.build",
    "evaluate": "runner.play.run",
    "freeze": "cards.freeze",
    "leaderboard": "runner.report.leaderboard",
    "load_release": "releases.load",
    "report": "runner.report.report",
    "score_run": "runner.play.scored",
}

__all__ = [
    "Budget",
    "Build",
    "Conduct",
    "Release",
    "Run",
    "Selection",
    "StandfastError",
    "build",
    "evaluate",
    "freeze",
    "leaderboard",
    "load_release",
    "report",
    "score_run",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the public API holds
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'standfast' has no attribute {name!r}")
    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    """The public names."""
    return __all__
