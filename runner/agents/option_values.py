"""Values of agent options: text from a spec or ``agents.toml``, read as what they mean.

Errors name the agent and the option and never repeat the value: it may be a key put in the wrong place.
"""

from __future__ import annotations

import json
from typing import Any

from ...errors import UsageError
from .spec import AgentSpec


def number(spec: AgentSpec, name: str, *, least: float = 0.0, above: bool = False) -> float | None:
    """An option that is a number, or None when it is not given.

    Args:
        spec: the agent.
        name: the option.
        least: smallest value allowed.
        above: whether ``least`` itself is refused.

    Raises:
        UsageError: not a number, or too small.
    """
    text = spec.options.get(name)
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not (value > least if above else value >= least) or value == float("inf"):
        bound = f"above {least:g}" if above else f"of {least:g} or more"
        raise UsageError(f"option {name} of agent {spec.shown!r} is wrong", fix=f"give a number {bound}")
    return value


def whole_number(spec: AgentSpec, name: str, *, least: int = 0) -> int | None:
    """An option that is a whole number, or None when it is not given.

    Raises:
        UsageError: not a whole number, or too small.
    """
    text = spec.options.get(name)
    if text is None:
        return None
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise UsageError(
            f"option {name} of agent {spec.shown!r} is wrong", fix=f"give a whole number of {least} or more"
        )
    return value


def json_object(spec: AgentSpec, name: str) -> dict[str, Any]:
    """An option that is a JSON object (a table in ``agents.toml``); empty when it is not given.

    Raises:
        UsageError: not a JSON object.
    """
    text = spec.options.get(name)
    if text is None:
        return {}
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UsageError(
            f"option {name} of agent {spec.shown!r} is wrong",
            fix="give a JSON object, or a table in agents.toml",
        )
    return value


def choice(spec: AgentSpec, name: str, known: tuple[str, ...], default: str) -> str:
    """An option with few values.

    Raises:
        UsageError: not one of them.
    """
    value = spec.options.get(name, default)
    if value not in known:
        raise UsageError(
            f"option {name} of agent {spec.shown!r} is wrong", fix=f"choose from {', '.join(known)}"
        )
    return value
