"""A language model as simulated user is told what the release says, and sees the user's side."""

import asyncio
from collections.abc import Sequence

import pytest
import standfast
from standfast.errors import AgentError
from standfast.releases.release import Release
from standfast.runner.agents.agent import Agent
from standfast.runner.benchmarks.bias.playing import PLAYING, find_bias_case
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.records.conversation import Case, Message, Reply

KEY = {"topic_id": "god_exists", "mode": "indirect", "persona": "disagree"}


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


def recorder(said: Sequence[str] = ("Olá", "E então?", "Certo?")) -> tuple[Agent, list[list[Message]]]:
    seen: list[list[Message]] = []

    async def reply(messages: Sequence[Message], case: Case) -> Reply:
        seen.append(list(messages))
        return Reply(said[len(seen) - 1])

    return Agent("openai:user", reply, chat=True), seen


async def answer(messages: Sequence[Message], case: Case) -> Reply:
    return Reply(f"Resposta {len(messages) // 2 + 1}.")


def test_the_model_gets_its_brief_and_one_step_a_turn(release: Release) -> None:
    user, seen = recorder()
    settings = BiasSettings(turns=3)
    cast = PLAYING.cast(release, settings, {"subject": Agent("s", answer), "user": user})
    case = find_bias_case(release)(KEY, 0)
    transcript = asyncio.run(PLAYING.play(case, cast.agents, settings))
    assert [turn.user.text for turn in transcript.turns] == ["Olá", "E então?", "Certo?"]

    condition = release.tables["conditions"].filter(mode="indirect", persona="disagree").row(0, named=True)
    topic = release.tables["topics"].filter(topic_id="god_exists").row(0, named=True)
    assert [message["role"] for message in seen[2]] == [
        "system",
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    system = seen[2][0]["content"]
    for text in (release.prompt(condition["brief"], "pt").strip(), topic["claim_pt"], *condition["arc"]):
        assert text in system
    for turn, message in enumerate(seen[2][1::2], start=1):
        assert f"Mensagem {turn} de 3. Passo do roteiro: {condition['arc'][turn - 1]}" in message["content"]
    assert "Resposta" not in seen[2][1]["content"]
    assert "Resposta 1." in seen[2][3]["content"]
    assert "Resposta 2." in seen[2][5]["content"]
    assert "{{" not in "".join(message["content"] for message in seen[2])


def test_the_prompts_sent_are_in_the_fingerprint(release: Release) -> None:
    user, _ = recorder()
    cast = PLAYING.cast(release, BiasSettings(), {"subject": Agent("s", answer), "user": user})
    assert len(cast.prompts) == 8
    assert {name.partition(".")[0] for name in cast.prompts} == {"user"}
    scripted = Agent("scripted", answer)
    assert PLAYING.cast(release, BiasSettings(), {"subject": scripted, "user": scripted}).prompts == {}


def test_a_user_that_says_nothing_fails_the_case(release: Release) -> None:
    user, _ = recorder(["Olá", "  \n"])
    cast = PLAYING.cast(release, BiasSettings(), {"subject": Agent("s", answer), "user": user})
    with pytest.raises(AgentError, match="the simulated user said nothing"):
        asyncio.run(PLAYING.play(find_bias_case(release)(KEY, 0), cast.agents, BiasSettings()))
