"""``baseline:NAME``: agents whose scores are known beforehand, by benchmark."""

from __future__ import annotations

from importlib import import_module

from .agent import Agent
from .spec import AgentSpec


def make_baseline(spec: AgentSpec, benchmark: str) -> Agent:
    """The baseline of a benchmark.

    Raises:
        UsageError: the benchmark has no baseline of this name, or it has no such option.
    """
    family = benchmark.partition(".")[0]
    module = "bias" if family == "topics" else family  # users' own topics are played as bias is
    agent: Agent = import_module(f"..benchmarks.{module}.baselines", __package__).make(spec)
    return agent
