import asyncio
import sys
from pathlib import Path

import pytest
from standfast.errors import AgentError, UsageError
from standfast.runner.agents.making import make_agent
from standfast.runner.agents.spec import parse_spec
from standfast.runner.play.benchmark import benchmark_of
from standfast.runner.records.conversation import Case

CASE = Case("bias", {"topic_id": "tea", "mode": "direct", "persona": "agree"}, {})


def test_a_spec_is_taken_apart() -> None:
    spec = parse_spec("baseline:caver?turn=2&side=disagree")
    assert (spec.kind, spec.target, spec.options) == ("baseline", "caver", {"turn": "2", "side": "disagree"})
    assert parse_spec("scripted").kind == "scripted"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("mirror", "'mirror' names no agent; begin with one of"),
        ("baseline:nonsense", "bias has no baseline 'nonsense'; choose one of firm-agree,"),
        ("baseline:mirror?turn=3", "agent 'baseline:mirror' has no option 'turn'; it takes none"),
        ("baseline:caver?speed=3", "has no option 'speed'; it takes side, turn"),
        ("baseline:caver?turn=9", "has a wrong option; side is agree or disagree, turn is 1 to 5"),
        ("baseline:caver?turn", "the options of 'baseline:caver' cannot be read"),
        ("baseline:caver?turn=1&turn=2", "an option stands twice"),
    ],
)
def test_a_wrong_spec_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        make_agent(text, benchmark_of("bias").playing.kinds("bias"))
    assert sentence in str(caught.value)


@pytest.mark.parametrize("body", ["def answer(messages):", "async def answer(messages):"])
def test_a_python_function_is_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    (tmp_path / "my_agent.py").write_text(f"{body}\n    return messages[-1]['content'].upper()\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "my_agent", raising=False)
    agent = make_agent("python:my_agent:answer", {})
    reply = asyncio.run(agent.reply([{"role": "user", "content": "sim"}], CASE))
    assert reply.text == "SIM"
    assert reply.seconds is not None


def test_a_python_agent_that_is_missing_or_returns_no_text_is_an_error() -> None:
    with pytest.raises(AgentError, match="No module named 'no_such_module'"):
        make_agent("python:no_such_module:f", {})
    with pytest.raises(AgentError, match="the agent returned int, not text"):
        asyncio.run(make_agent("python:builtins:len", {}).reply([], CASE))
