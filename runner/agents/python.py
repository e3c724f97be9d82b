"""``python:module:name``: an agent that is a Python function, class or object."""

from __future__ import annotations

import importlib
import sys
import types
import warnings
from typing import Any

from ...errors import AgentError, UsageError
from .agent import Agent
from .behaviour import behaviour_digest, module_digest
from .function import DEFAULT_THREADS, agent_from
from .openai_options import THOUGHTS
from .option_values import choice, number, whole_number
from .rate_limit import RateLimit
from .spec import AgentSpec

OPTIONS = ("threads", "connections", "rpm", "thoughts")


def make_python_agent(spec: AgentSpec) -> Agent:
    """Import ``module`` (the current folder counts) and use what ``name`` is in it.

    A function ``reply(messages) -> str``, plain or async; a class, of which every session of a case gets an
    object of its own with a method ``reply``; or an object with such a method, shared by all cases. The spec
    carries the digest of the module's file and of those of the same project that it takes names from.

    Raises:
        UsageError: the spec does not name module and name, or an option is wrong.
        AgentError: the module does not import or has no such name.
    """
    spec.refuse_unknown_options(OPTIONS)
    module, target = _import(spec)
    threads = whole_number(spec, "threads", least=1) or DEFAULT_THREADS
    limit = RateLimit(whole_number(spec, "connections", least=1), number(spec, "rpm", above=True))
    thoughts = choice(spec, "thoughts", THOUGHTS, THOUGHTS[0])
    query = "" if thoughts == THOUGHTS[0] else f"?thoughts={thoughts}"
    name = f"python:{spec.target}#{module_digest(module)}{query}"
    return agent_from(target, name, threads=threads, limit=limit, part_thoughts=thoughts == THOUGHTS[0])


def agent_from_object(target: object) -> Agent:
    """The agent that a function, class or object given in Python is, named by what it does.

    Raises:
        AgentError: it is none of these.
    """
    module = getattr(target, "__module__", "?")
    name = getattr(target, "__qualname__", type(target).__qualname__)
    digest, problem = behaviour_digest(target)
    spec = f"python:{module}:{name}#{digest}"
    agent = agent_from(target, spec)
    if problem is not None:
        warnings.warn(
            f"whether python:{module}:{name} is the same agent another time cannot be told ({problem}), so "
            "its runs cannot be continued; give it an attribute `fingerprint`, a text for what it does",
            stacklevel=2,
        )
    return agent


def _import(spec: AgentSpec) -> tuple[types.ModuleType, Any]:
    module_name, _, name = spec.target.partition(":")
    if not (module_name and name):
        raise UsageError(f"{spec.shown!r} names no function", fix="write python:module:function")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        module = importlib.import_module(module_name)
        return module, getattr(module, name)
    except (ImportError, AttributeError) as error:
        raise AgentError(
            str(error), where=spec.shown, fix="run where the module can be imported and check the names"
        ) from error
