"""What a run is made of, before anything is played: protocol, settings, agents, judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...options import check_options, read_options
from ...version import package_version
from ..agents.agent import Agent
from ..agents.making import make_agents
from ..agents.python import agent_from_object
from ..judges.judge import RULES, Judge, JudgingOptions, judge_of
from ..records.run_folder import RunRecord
from .benchmark import Benchmark, Cast, Playing, benchmark_of

if TYPE_CHECKING:
    from ...releases.release import Release

Subject = str | Agent | Callable[..., Any]
Wrap = Callable[[str, Agent], Agent]
SUBJECT, JUDGE = "subject", "judge"


@dataclass(frozen=True)
class Plan:
    """A run before it is played.

    Attributes:
        release: what is played.
        benchmark: how it is played and judged.
        settings: with which settings.
        agents: role to agent, as made; not counted, cached or prompted yet.
        judge: the agent that judges, or None for the offline judge.
        judging: which turns are judged, and whether blind.
    """

    release: Release
    benchmark: Benchmark
    settings: Any
    agents: Mapping[str, Agent]
    judge: Agent | None
    judging: JudgingOptions = field(default_factory=JudgingOptions)

    def cast(self, wrap: Wrap = lambda _, agent: agent) -> Cast:
        """The agents ready to play.

        Args:
            wrap: what is done to the agent of each role before it is given prompts.
        """
        wrapped = {role: wrap(role, agent) for role, agent in self.agents.items()}
        return self.benchmark.playing.cast(self.release, self.settings, wrapped)

    def make_judge(self, wrap: Wrap = lambda _, agent: agent) -> Judge:
        """The judge.

        Args:
            wrap: what is done to its agent before it is given prompts.
        """
        agent = None if self.judge is None else wrap(JUDGE, self.judge)
        return judge_of(self.benchmark.judging, self.release, agent, blind=self.judging.blind)

    def record(self) -> RunRecord:
        """Everything that decides what the run's transcripts say."""
        release = self.release
        return RunRecord(
            benchmark=release.benchmark,
            origin="played",
            release={
                "name": release.name,
                "digest": release.digest,
                "comparability": release.manifest.comparability,
            },
            agents={role: agent.spec for role, agent in self.agents.items()},
            settings=self.settings.record(),
            prompts=self.cast().prompts,
            package_version=package_version(),
            protocol_version=self.benchmark.playing.protocol_version,
        )

    async def close(self) -> None:
        """Close every agent once."""
        for agent in {id(agent): agent for agent in (*self.agents.values(), self.judge) if agent}.values():
            await agent.close()


def make_plan(
    release: Release,
    subject: Subject,
    *,
    roles: Mapping[str, str | None] | None = None,
    judge: str | None = None,
    settings: Any = None,  # noqa: ANN401 - the benchmark's own settings, or plain values
    catalogue: Path | None = None,
    judging: JudgingOptions | None = None,
) -> Plan:
    """Check everything that can be checked before the first call.

    Args:
        release: what to play.
        subject: an agent spec, an ``Agent``, or a function ``reply(messages) -> str``.
        roles: role to spec, for the roles beside the subject; None is the usual one.
        judge: spec of the judge; the benchmark's usual one when None.
        settings: the benchmark's settings, names and plain values of them, or None for the defaults.
        catalogue: the ``agents.toml``.
        judging: which turns are judged, and whether blind; the benchmark's turns, seeing, when None.

    Raises:
        UsageError, AgentError, JudgeError, ReleaseError: something does not fit.
    """
    benchmark = benchmark_of(release.benchmark)
    playing = benchmark.playing
    if settings is None or isinstance(settings, Mapping):
        settings = read_options(playing.settings, settings or {}, of=benchmark.name)
    else:
        check_options(playing.settings, settings, of=benchmark.name)
    playing.check(release, settings)
    specs = _role_specs(benchmark.name, playing, roles or {})
    judge = judge or benchmark.judging.usual
    wanted = {**({SUBJECT: subject} if isinstance(subject, str) else {}), **specs}
    if judge != RULES:
        wanted[JUDGE] = judge
    made = make_agents(wanted, playing.kinds(benchmark.name), catalogue)
    judge_agent = made.pop(JUDGE, None)
    agents = {SUBJECT: made.pop(SUBJECT, None) or _as_agent(subject), **made}
    for role, agent in made.items():
        if (reason := playing.roles[role].unfit(agent)) is not None:
            raise UsageError(reason, fix=f"name another {role}")
    plan = Plan(release, benchmark, settings, agents, judge_agent, judging or JudgingOptions())
    plan.make_judge()
    return plan


def _role_specs(name: str, playing: Playing[Any], given: Mapping[str, str | None]) -> dict[str, str]:
    unknown = sorted(role for role, spec in given.items() if spec is not None and role not in playing.roles)
    if unknown:
        raise UsageError(
            f"{name} has no role {unknown[0]!r}",
            fix=f"its roles are {', '.join((SUBJECT, JUDGE, *playing.roles))}",
        )
    return {role: given.get(role) or about.default for role, about in playing.roles.items()}


def _as_agent(subject: Subject) -> Agent:
    if isinstance(subject, Agent):
        return subject
    if not callable(getattr(subject, "reply", subject)):
        raise UsageError(f"{subject!r} is not an agent", fix="give a spec, an Agent, a function or a class")
    return agent_from_object(subject)
