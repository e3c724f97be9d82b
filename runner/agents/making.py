"""From specs to agents: one agent per role, equal specs sharing connections and rate limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path

from .agent import Agent
from .catalogue import resolve_spec
from .spec import AgentSpec

# Kind of agent: module and function that makes one from (spec, benchmark).
_MAKERS = {
    "baseline": ("baseline", "make_baseline"),
    "openai": ("openai", "make_openai_agent"),
    "python": ("python", "make_python_agent"),
    "replay": ("replay", "make_replay"),
    "search": ("..benchmarks.picon.evidence.search", "make_search"),
    "scripted": ("scripted", "make_scripted_user"),
}


def options_of(kind: str) -> tuple[str, ...]:
    """The options of a kind of agent; those of baselines differ by name."""
    if kind == "openai":
        from .openai_options import CONDUCT, SAMPLING

        return (*SAMPLING, *CONDUCT)
    if kind == "python":
        from .python import OPTIONS

        return OPTIONS
    if kind == "search":
        from ..benchmarks.picon.evidence.search import OPTIONS as SEARCH_OPTIONS

        return SEARCH_OPTIONS
    return ("side", "turn") if kind == "baseline" else ()


def make_agent(text: str, benchmark: str, catalogue: Path | None = None) -> Agent:
    """The agent a spec names.

    Args:
        text: the spec, or a name in ``agents.toml``.
        benchmark: whose cases it will answer (baselines differ by benchmark).
        catalogue: the ``agents.toml``; that of the current folder when None.

    Raises:
        UsageError: the spec is wrong.
        AgentError: the agent cannot be made (missing file, module that does not import).
    """
    spec = resolve_spec(text, catalogue)
    module, function = _MAKERS[spec.kind]
    place = module if "." in module else f".{module}"
    make: Callable[[AgentSpec, str], Agent] = getattr(import_module(place, __package__), function)
    return make(spec, benchmark)


def make_agents(specs: Mapping[str, str], benchmark: str, catalogue: Path | None = None) -> dict[str, Agent]:
    """The agents of several roles; roles with the same spec share one agent, and so its rate limit.

    Args:
        specs: role to spec or name.
        benchmark: whose cases they will answer.
        catalogue: the ``agents.toml``.

    Raises:
        UsageError, AgentError: as ``make_agent``.
    """
    by_spec = {text: make_agent(text, benchmark, catalogue) for text in dict.fromkeys(specs.values())}
    return {role: by_spec[text] for role, text in specs.items()}
