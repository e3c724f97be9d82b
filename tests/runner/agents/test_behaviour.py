import functools
import importlib
import re
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from standfast.runner.agents.behaviour import behaviour_digest
from standfast.runner.agents.making import make_agent
from standfast.runner.agents.python import agent_from_object

ANSWER = "Concordo."


def digest(agent: object) -> str:
    found, problem = behaviour_digest(agent)
    assert problem is None
    return found


def saying(text: Any) -> Callable[[list], Any]:
    return lambda messages: text


def after(step: Callable[[], str]) -> Callable[[list], str]:
    def reply(messages: list) -> str:
        return step()

    return reply


def helper() -> str:
    return ANSWER


def with_global(messages: list) -> str:
    return helper()


@dataclass
class Bot:
    persona: str
    memory: dict[str, list[int]]

    def reply(self, messages: list) -> str:
        return self.persona


def test_agents_that_do_something_else_are_other_agents() -> None:
    agents: list[Any] = [
        lambda messages: "Concordo.",
        lambda messages: "Discordo.",
        lambda messages, said="Concordo.": said,
        lambda messages, said="Discordo.": said,
        lambda messages, *, said="Discordo.": said,
        saying("Concordo."),
        saying("Discordo."),
        saying({"a": [1, (2.0, {3, 4})]}),
        saying({"a": [1, (2.0, {3, 5})]}),
        saying(re.compile("a")),
        saying(re.compile("b")),
        after(lambda: "a"),
        after(lambda: "b"),
        functools.partial(saying("a"), temperature=0),
        functools.partial(saying("a"), temperature=1),
        functools.lru_cache(saying("a")),
        functools.lru_cache(saying("b")),
        Bot("a", {}),
        Bot("b", {}),
        Bot("b", {"x": [1]}),
        Bot("c", {}).reply,
        Bot("d", {}).reply,
        Bot,
        type("Bot", (Bot,), {"reply": lambda self, messages: "x", "__module__": __name__}),
        type("Bot", (Bot,), {"reply": lambda self, messages: "y", "__module__": __name__}),
    ]
    assert len({digest(agent) for agent in agents}) == len(agents)


def test_the_same_thing_made_twice_is_one_agent() -> None:
    for make in (
        lambda: saying({"a": [1, (2.0, frozenset({"x", "y"}))]}),
        lambda: Bot("a", {"x": [1]}),
        lambda: after(lambda: "a"),
    ):
        assert digest(make()) == digest(make())


def test_what_a_function_looks_up_belongs_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(with_global)
    monkeypatch.setattr(sys.modules[__name__], "ANSWER", "Discordo.")
    assert digest(with_global) != before


def test_a_digest_is_the_same_in_every_process() -> None:
    Path("mine.py").write_text(
        "from standfast.runner.agents.behaviour import behaviour_digest\n"
        "class Bot:\n    words = {'a', 'b', 'c', 'd'}\n"
        "    def reply(self, messages):\n        return 'x' if messages[0] in {'p', 'q', 'r', 's'} else 'y'\n"
        "print(behaviour_digest(Bot()))"
    )
    told = {
        subprocess.run(
            [sys.executable, "mine.py"],
            capture_output=True,
            text=True,
            check=True,
            env={**ENVIRONMENT, **seed},
        ).stdout
        for seed in ({"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"})
    }
    assert len(told) == 1
    assert "None" in told.pop()


def test_what_cannot_be_told_has_another_name_every_time_and_says_so() -> None:
    agent = saying(threading.Lock())
    with pytest.warns(UserWarning, match=r"cannot be told \(it holds a lock\)"):
        first = agent_from_object(agent).spec
    with pytest.warns(UserWarning, match="attribute `fingerprint`"):
        assert agent_from_object(agent).spec != first
    agent.fingerprint = "mine 1"  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = agent_from_object(agent).spec
        assert agent_from_object(agent).spec == named
    agent.fingerprint = "mine 2"  # type: ignore[attr-defined]
    assert agent_from_object(agent).spec != named


def test_a_module_that_was_edited_is_another_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(".")

    def spec(query: str = "") -> str:
        for name in ("edited", "beside_edited"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        return make_agent(f"python:edited:plain{query}", {}).spec

    Path("beside_edited.py").write_text("WORD = 'Concordo.'\n")
    Path("edited.py").write_text(
        "import beside_edited\ndef plain(messages):\n    return beside_edited.WORD\n"
    )
    first = spec()
    assert re.fullmatch(r"python:edited:plain#[0-9a-f]{12}", first)
    assert (spec(), spec("?threads=2&rpm=9")) == (first, first)
    Path("beside_edited.py").write_text("WORD = 'Discordo agora.'\n")
    second = spec()
    Path("edited.py").write_text("def plain(messages):\n    return 'Talvez.'\n")
    assert len({first, second, spec(), spec("?thoughts=strip-none")}) == 4


ENVIRONMENT = {"PYTHONPATH": ":".join(entry for entry in sys.path if entry)}
