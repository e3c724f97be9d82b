"""From specs to agents: one agent per role, equal specs sharing connections and rate limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ...errors import UsageError
from .agent import Agent
from .catalogue import resolve_spec
from .spec import BASELINE, AgentSpec


@dataclass(frozen=True)
class Kind:
    """A kind of agent.

    Attributes:
        form: how its spec is written, for people.
        make: from a spec to the agent.
        options: the options it takes; those of baselines differ by name.
    """

    form: str
    make: Callable[[AgentSpec], Agent]
    options: tuple[str, ...] = ()


def make_agent(text: str, own: Mapping[str, Kind], catalogue: Path | None = None) -> Agent:
    """The agent a spec names.

    Args:
        text: the spec, or a name in ``agents.toml``.
        own: the kinds that the benchmark has beside those of every benchmark.
        catalogue: the ``agents.toml``; that of the current folder when None.

    Raises:
        UsageError: the spec is wrong.
        AgentError: the agent cannot be made (missing file, module that does not import).
    """
    spec = resolve_spec(text, catalogue)
    known = {**every_kind(), **own}
    if spec.kind == BASELINE and BASELINE not in own:
        raise UsageError(
            f"{spec.shown!r} speaks only inside the cases of a benchmark",
            fix="name an openai: or python: agent",
        )
    if spec.kind not in known:
        raise UsageError(
            f"'{spec.kind}:{spec.target}' names no agent",
            fix=f"begin with one of: {', '.join(sorted(known))}; or name one of agents.toml",
        )
    return known[spec.kind].make(spec)


def make_agents(
    specs: Mapping[str, str], own: Mapping[str, Kind], catalogue: Path | None = None
) -> dict[str, Agent]:
    """The agents of several roles; roles with the same spec share one agent, and so its rate limit.

    Args:
        specs: role to spec or name.
        own: as ``make_agent`` takes them.
        catalogue: the ``agents.toml``.

    Raises:
        UsageError, AgentError: as ``make_agent``.
    """
    by_spec = {text: make_agent(text, own, catalogue) for text in dict.fromkeys(specs.values())}
    return {role: by_spec[text] for role, text in specs.items()}


def every_kind() -> dict[str, Kind]:
    """The kinds of agents that every benchmark can be played with."""
    from .openai import make_openai_agent
    from .openai_options import CONDUCT, SAMPLING
    from .python import OPTIONS, make_python_agent
    from .replay import make_replay
    from .scripted import make_scripted_user

    return {
        "openai": Kind("openai:MODEL[@BASE_URL][?option=value&…]", make_openai_agent, (*SAMPLING, *CONDUCT)),
        "python": Kind("python:MODULE:NAME[?option=value&…]", make_python_agent, OPTIONS),
        "replay": Kind("replay:FILE or replay:RUN_FOLDER", make_replay),
        "scripted": Kind("scripted", make_scripted_user),
    }
