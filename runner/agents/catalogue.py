"""``agents.toml``: agents by name, with their options as plain keys.

::

    [sabia]
    agent = "openai:sabia-4@https://chat.maritaca.ai/api"
    api_key_env = "MARITACA_API_KEY"
    temperature = 0.7
    rpm = 60
    [sabia.body]
    top_k = 40
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...errors import UsageError
from .spec import KINDS, AgentSpec, is_spec, parse_options, parse_spec

DEFAULT_FILE = Path("agents.toml")


def resolve_spec(text: str, catalogue: Path | None = None) -> AgentSpec:
    """The spec of an agent, given in full or by its name in ``agents.toml`` (``name?option=value`` works).

    Args:
        text: spec or name.
        catalogue: the file; ``agents.toml`` of the current folder when None.

    Raises:
        UsageError: no such kind and no such name, or the file is wrong.
    """
    name, question, query = text.partition("?")
    if is_spec(text):
        return parse_spec(text)
    known = read_catalogue(catalogue)
    if name not in known:
        file = catalogue or DEFAULT_FILE
        there = f"{file} has {', '.join(sorted(known))}" if known else f"there is no {file}"
        raise UsageError(
            f"{name!r} names no agent",
            fix=f"begin with one of {', '.join(KINDS)}, or name one of agents.toml ({there}); "
            "a judge may also be rules",
        )
    spec = known[name]
    given = parse_options(query, name) if question else {}
    return AgentSpec(name, spec.kind, spec.target, {**spec.options, **given})


def read_catalogue(path: Path | None = None) -> dict[str, AgentSpec]:
    """Every agent of the file by name; nothing where there is no file and none was asked for.

    Raises:
        UsageError: the file is missing though named, is not TOML, or an entry is wrong.
    """
    file = path or DEFAULT_FILE
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if path is None:
            return {}
        raise UsageError("there is no such file", where=str(path), fix="name an agents.toml") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"the file is not TOML ({error})", where=str(file), fix="mend it") from error
    return {name: _entry(name, entry, file) for name, entry in entries.items()}


def _entry(name: str, entry: Any, file: Path) -> AgentSpec:  # noqa: ANN401 - whatever the file holds
    if name in KINDS:
        raise UsageError(f"{name!r} is a kind of agent", where=str(file), fix="give the agent another name")
    if is_spec(name):
        raise UsageError(f"{name!r} reads as a spec", where=str(file), fix="give the agent another name")
    if not isinstance(entry, Mapping) or not isinstance(entry.get("agent"), str):
        raise UsageError(
            f"[{name}] has no agent", where=str(file), fix='write agent = "openai:MODEL@BASE_URL"'
        )
    spec = parse_spec(entry["agent"])
    options = {key: _text(value) for key, value in entry.items() if key != "agent"}
    both = sorted(options.keys() & spec.options.keys())
    if both:
        raise UsageError(
            f"[{name}] gives {', '.join(both)} twice", where=str(file), fix="give each option once"
        )
    return spec.with_options(options)


def _text(value: Any) -> str:  # noqa: ANN401 - a TOML value
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
