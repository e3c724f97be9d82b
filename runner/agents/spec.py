"""Agent specs: ``kind:target?option=value&…``, and the agents they name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from urllib.parse import parse_qsl

from ...errors import UsageError
from .agent import Agent

# Kind of agent: module and function that makes one from (spec, benchmark).
_KINDS = {
    "baseline": ("baseline", "make_baseline"),
    "python": ("python", "make_python_agent"),
    "replay": ("replay", "make_replay"),
    "scripted": ("scripted", "make_scripted_user"),
}


@dataclass(frozen=True)
class AgentSpec:
    """A parsed spec.

    Attributes:
        text: the spec as given.
        kind: what comes before the colon.
        target: what the kind needs to know: a name, a file, ``module:function``.
        options: what stands after the question mark.
    """

    text: str
    kind: str
    target: str
    options: Mapping[str, str]

    def refuse_unknown_options(self, known: tuple[str, ...] = ()) -> None:
        """Refuse options that this kind of agent does not have.

        Raises:
            UsageError: naming the option and those that exist.
        """
        for name in self.options:
            if name not in known:
                offer = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UsageError(f"agent {self.text!r} has no option {name!r}", fix=offer)


def parse_spec(text: str) -> AgentSpec:
    """Take a spec apart.

    Raises:
        UsageError: unknown kind, or an option without a value or given twice.
    """
    kind, _, rest = text.partition(":")
    target, question, query = rest.partition("?")
    if not rest:
        kind, question, query = text.partition("?")
    if kind not in _KINDS:
        raise UsageError(f"{text!r} names no agent", fix=f"begin with one of: {', '.join(sorted(_KINDS))}")
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True) if question else []
    except ValueError as error:
        raise UsageError(
            f"the options of {text!r} cannot be read", fix="write ?name=value&name=value"
        ) from error
    options = dict(pairs)
    if len(options) < len(pairs):
        raise UsageError(f"an option stands twice in {text!r}", fix="give each option once")
    return AgentSpec(text, kind, target, options)


def make_agent(text: str, benchmark: str) -> Agent:
    """The agent a spec names.

    Args:
        text: the spec.
        benchmark: whose cases it will answer (baselines differ by benchmark).

    Raises:
        UsageError: the spec is wrong.
        AgentError: the agent cannot be made (missing file, module that does not import).
    """
    spec = parse_spec(text)
    module, function = _KINDS[spec.kind]
    make: Callable[[AgentSpec, str], Agent] = getattr(import_module(f".{module}", __package__), function)
    return make(spec, benchmark)
