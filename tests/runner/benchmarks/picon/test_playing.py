"""The roles beside the subject, the baselines, and the sentence on what a dry run cannot know."""

import pytest
from standfast.errors import UsageError
from standfast.registry import wing_of
from standfast.runner.agents.agent import Agent
from standfast.runner.agents.function import agent_from_function
from standfast.runner.agents.making import make_agent
from standfast.runner.benchmarks.picon.playing import PLAYING


def agent(spec: str) -> Agent:
    return make_agent(spec, PLAYING.kinds("picon"))


def chat() -> Agent:
    return agent_from_function(lambda messages: "Yes.", "python:x:y")


@pytest.mark.parametrize("role", ["questioner", "extractor"])
def test_a_questioner_or_extractor_is_the_script_or_a_model(role: str) -> None:
    unfit = PLAYING.roles[role].unfit
    assert unfit(agent("scripted")) is None
    assert unfit(chat()) is None
    for spec in ("search:release", "baseline:steady"):
        assert unfit(agent(spec)) == f"{spec} is neither scripted nor a chat agent"


def test_evidence_is_looked_for_by_a_searcher() -> None:
    unfit = PLAYING.roles["evidence"].unfit
    assert unfit(agent("search:release")) is None
    assert "does not search" in (unfit(agent("scripted")) or "")
    assert "does not search" in (unfit(chat()) or "")


def test_every_role_has_a_default_that_can_play_it() -> None:
    for role in PLAYING.roles.values():
        assert role.unfit(agent(role.default)) is None


def test_baselines_are_made_by_name() -> None:
    assert sorted(PLAYING.baselines) == [
        "contradictor", "drifter", "evader", "parrot", "steady", "yes-confirmer",
    ]  # fmt: skip
    for name in PLAYING.baselines:
        assert agent(f"baseline:{name}").spec == f"baseline:{name}"
    for spec, fault in (
        ("baseline:mirror", "picon has no baseline 'mirror'"),
        ("baseline:steady?x=1", "x"),
        ("baseline:contradictor?statements=4", "statements is 2 or 3"),
    ):
        with pytest.raises(UsageError, match=fault):
            agent(spec)


def test_what_a_dry_run_cannot_know_is_said() -> None:
    assert PLAYING.uncertain.startswith("What answers name, and so how many searches")
    assert PLAYING.units == "personas"
    assert wing_of("picon").runs.endswith(".picon")
