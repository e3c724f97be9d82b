"""Agent specs: ``kind:target?option=value&…``, taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl

from ...errors import UsageError

BASELINE, SCRIPTED = "baseline", "scripted"
KINDS = (BASELINE, "openai", "python", "replay", SCRIPTED)


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

    @property
    def shown(self) -> str:
        """The spec without its options, which may hold what should not be shown."""
        return self.text.partition("?")[0]

    def refuse_unknown_options(self, known: tuple[str, ...] = ()) -> None:
        """Refuse options that this kind of agent does not have.

        Raises:
            UsageError: naming the option and those that exist.
        """
        for name in self.options:
            if name not in known:
                offer = f"it takes {', '.join(known)}" if known else "it takes none"
                raise UsageError(f"agent {self.shown!r} has no option {name!r}", fix=offer)

    def with_options(self, options: Mapping[str, str]) -> AgentSpec:
        """The same agent with further options; those given before win.

        Args:
            options: name to value.
        """
        return replace(self, options={**options, **self.options})


def is_spec(text: str) -> bool:
    """Whether a text names a kind of agent; otherwise it may be a name from ``agents.toml``."""
    head = text.partition("?")[0]
    return ":" in head or head in KINDS


def parse_spec(text: str) -> AgentSpec:
    """Take a spec apart; whether there is such a kind is seen when the agent is made.

    Raises:
        UsageError: no kind, or an option without a value or given twice.
    """
    head, question, query = text.partition("?")
    if not is_spec(text):
        raise UsageError(f"{head!r} names no agent", fix="write KIND:NAME, for example openai:MODEL@BASE_URL")
    kind, _, target = head.partition(":")
    return AgentSpec(text, kind, target, parse_options(query, head) if question else {})


def parse_options(query: str, owner: str) -> dict[str, str]:
    """The options of ``name=value&name=value``.

    Args:
        query: what stands after the question mark.
        owner: the spec before it, for errors.

    Raises:
        UsageError: an option without a value or given twice.
    """
    try:
        pairs = parse_qsl(query, keep_blank_values=True, strict_parsing=True)
    except ValueError:
        # The message of the parser repeats the text, which may hold what should not be shown.
        raise UsageError(
            f"the options of {owner!r} cannot be read", fix="write ?name=value&name=value"
        ) from None
    options = dict(pairs)
    if len(options) < len(pairs):
        raise UsageError(f"an option stands twice in {owner!r}", fix="give each option once")
    return options
