"""``python:module:name``: an agent that is a Python function, class or object."""

from __future__ import annotations

import importlib
import inspect
import sys
from typing import Any

from ...errors import AgentError, UsageError
from .agent import Agent
from .function import DEFAULT_THREADS, agent_from_class, agent_from_function
from .option_values import number, whole_number
from .rate_limit import RateLimit
from .spec import AgentSpec

OPTIONS = ("threads", "connections", "rpm")


def make_python_agent(spec: AgentSpec) -> Agent:
    """Import ``module`` (the current folder counts) and use what ``name`` is in it.

    A function ``reply(messages) -> str``, plain or async; a class, of which every case gets an object of its
    own with a method ``reply``; or an object with such a method, shared by all cases.

    Raises:
        UsageError: the spec does not name module and name, or an option is wrong.
        AgentError: the module does not import or has no such name.
    """
    spec.refuse_unknown_options(OPTIONS)
    target = _import(spec)
    threads = whole_number(spec, "threads", least=1) or DEFAULT_THREADS
    limit = RateLimit(whole_number(spec, "connections", least=1), number(spec, "rpm", above=True))
    name = f"python:{spec.target}"
    if inspect.isclass(target):
        if not callable(getattr(target, "reply", None)):
            raise AgentError("the class has no method reply", where=name, fix="add reply(self, messages)")
        return agent_from_class(target, name, threads=threads, limit=limit)
    function = getattr(target, "reply", target)
    if not callable(function):
        raise AgentError("it is not callable", where=name, fix="name a function or a class")
    return agent_from_function(function, name, threads=threads, limit=limit)


def _import(spec: AgentSpec) -> Any:  # noqa: ANN401 - whatever the module holds
    module_name, _, name = spec.target.partition(":")
    if not (module_name and name):
        raise UsageError(f"{spec.shown!r} names no function", fix="write python:module:function")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        return getattr(importlib.import_module(module_name), name)
    except (ImportError, AttributeError) as error:
        raise AgentError(
            str(error), where=spec.shown, fix="run where the module can be imported and check the names"
        ) from error
