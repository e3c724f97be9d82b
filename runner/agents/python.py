"""``python:module:function``: an agent that is a Python function."""

from __future__ import annotations

import importlib
import sys

from ...errors import AgentError, UsageError
from .agent import Agent, agent_from_function
from .spec import AgentSpec


def make_python_agent(spec: AgentSpec, benchmark: str) -> Agent:  # noqa: ARG001 - same for every benchmark
    """Import ``module`` (the current folder counts) and use its ``function(messages) -> str``.

    Raises:
        UsageError: the spec does not name module and function.
        AgentError: the module does not import or has no such function.
    """
    spec.refuse_unknown_options()
    module_name, _, function_name = spec.target.partition(":")
    if not (module_name and function_name):
        raise UsageError(f"{spec.text!r} names no function", fix="write python:module:function")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        function = getattr(importlib.import_module(module_name), function_name)
    except (ImportError, AttributeError) as error:
        raise AgentError(
            str(error), where=spec.text, fix="run where the module can be imported and check the names"
        ) from error
    if not callable(function):
        raise AgentError(f"{function_name} is not callable", where=spec.text, fix="name a function")
    return agent_from_function(function, spec.text)
