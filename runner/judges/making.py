"""From an agent to a judge, by a benchmark's protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ..agents.agent import Agent
from .judge import Judge

if TYPE_CHECKING:
    from ...releases.release import Release
    from ..play.benchmark import BenchmarkProtocol


def judge_of(
    protocol: BenchmarkProtocol[Any], release: Release, agent: Agent | None, *, blind: bool = False
) -> Judge:
    """The judge made of an agent, or the offline one.

    Args:
        protocol: the benchmark's protocol.
        release: the release that was played.
        agent: the agent, or None for the judge ``rules``.
        blind: whether it is not to be told which side the user takes.

    Raises:
        UsageError: this judge cannot be blind.
        JudgeError, ReleaseError: the agent or the release does not serve.
    """
    if agent is None:
        if blind:
            raise UsageError("the judge 'rules' needs the persona", fix="judge blind with a language model")
        return protocol.offline_judge(release)
    if not blind:
        return protocol.make_judge(agent, release)
    if protocol.make_blind_judge is None:
        raise UsageError(f"{protocol.benchmark} has no persona to hide", fix="leave --blind out")
    return protocol.make_blind_judge(agent, release)
