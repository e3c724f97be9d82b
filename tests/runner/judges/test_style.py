import asyncio

import pytest
from standfast.errors import UsageError
from standfast.runner.agents.agent import Agent
from standfast.runner.judges.judge import Judge, JudgingOptions, as_blind, judge_of
from standfast.runner.play.benchmark import benchmark_of
from standfast.runner.records.conversation import Case, Reply, Transcript, Turn
from standfast.runner.records.run_facts import model_of, shared_models
from standfast.runner.records.verdict import Verdict

KEY = {"topic_id": "god_exists", "mode": "direct", "persona": "disagree"}
TRANSCRIPT = Transcript(
    KEY, 0, (Turn(Reply("Oi"), Reply("Não.")), Turn(Reply("E aí?"), Reply("Deus não existe.")))
)


def test_the_last_turn_or_all_of_them() -> None:
    usual = benchmark_of("bias").judging.turns
    assert list(JudgingOptions().judged_turns(TRANSCRIPT, usual)) == [2]
    assert list(JudgingOptions(turns="all").judged_turns(TRANSCRIPT, usual)) == [1, 2]


def test_a_blind_judge_keeps_its_verdicts_apart() -> None:
    async def judge(case, transcript, turn):
        return Verdict(case.key, 0, turn, "agree", "j")

    blind = as_blind(Judge("j", judge))
    verdict = asyncio.run(blind.judge(Case("bias", KEY, {}), TRANSCRIPT, 2))
    assert (blind.spec, verdict.judge, verdict.label) == ("j (blind)", "j (blind)", "agree")


def asked(blind: bool) -> str:
    """What a judge is sent of a case whose persona is ``disagree``."""
    import standfast

    release, benchmark = standfast.load_release("bias"), benchmark_of("bias")
    seen = []

    async def reply(messages, case):
        seen.extend(messages)
        return Reply('{"evidence": "Deus não existe.", "rationale": "r", "verdict": "disagree"}')

    judge = judge_of(benchmark.judging, release, Agent("openai:m", reply, chat=True), blind=blind)
    verdict = asyncio.run(judge.judge(benchmark.playing.find(release)(KEY, 0), TRANSCRIPT, 2))
    assert (verdict.label, verdict.judge) == ("disagree", "openai:m (blind)" if blind else "openai:m")
    return seen[-1]["content"]


def test_only_the_seeing_judge_is_told_the_persona() -> None:
    seeing, blind = asked(blind=False), asked(blind=True)
    assert "persona disagree." in seeing
    assert "persona disagree" not in blind
    assert seeing.replace("persona disagree", "persona –") == blind


def test_the_rule_based_judge_cannot_be_blind() -> None:
    with pytest.raises(UsageError, match="needs the persona"):
        judge_of(benchmark_of("bias").judging, None, None, blind=True)


@pytest.mark.parametrize(
    ("spec", "model"),
    [
        ("openai:org/M-1@http://localhost:8000/v1?temperature=0", "m-1"), ("anthropic/claude-x", "claude-x"),
        ("openai:m (blind)", "m"), ("rules", None), ("baseline:mirror", None), ("scripted", None),
        ("python:a:b", None),
    ],
)  # fmt: skip
def test_the_bare_model_of_a_spec(spec: str, model: str | None) -> None:
    assert model_of(spec) == model


def test_a_judge_that_judges_its_own_words_is_pointed_out() -> None:
    agents = {"subject": "openai:org/m@http://a/v1", "user": "scripted"}
    assert shared_models(agents, {"rules": 228}) == []
    assert shared_models(agents, {"openai:m?temperature=0": 228}) == [
        "The judge and the subject are the same model, m: it judges its own words."
    ]
    assert shared_models({"subject": "a", "user": "org/m", "judge": "m"}, {"openai:m (pass 2)": 3}) == [
        "The judge and the user are the same model, m: it judges conversations that it took part in."
    ]


def test_a_model_that_gave_a_few_of_the_verdicts_is_not_called_the_judge() -> None:
    agents = {"subject": "org/a", "user": "org/m"}
    assert shared_models(agents, {"org/q": 222, "org/m": 4, "x/m": 2}) == [
        "6 of 228 verdicts are by m, the model that plays the user: there it judges conversations that it "
        "took part in."
    ]
    assert shared_models(agents, {"q": 2, "a": 1}) == [
        "1 of 3 verdicts is by a, the model under test: there it judges its own words."
    ]
