import asyncio
import json
from collections.abc import Sequence

import pytest
import standfast
from standfast.errors import JudgeError
from standfast.releases.release import Release
from standfast.runner.agents.function import agent_from_function
from standfast.runner.benchmarks.sharp.cases import find_sharp_case, names_by_script
from standfast.runner.benchmarks.sharp.judging import JUDGING, masked, sharp_rubric_judge, sharp_rules_judge
from standfast.runner.benchmarks.sharp.masking import MASK, CharacterNames
from standfast.runner.benchmarks.sharp.playing import PLAYING
from standfast.runner.benchmarks.sharp.scores.stance_frame import LEAK
from standfast.runner.records.conversation import Case, Reply, Transcript, Turn
from standfast.runner.records.verdict import Verdict

NAMES = {"tower": (CharacterNames("jun", ("Jun", "阿俊", "Old Jun")),)}


def case(language: str = "en", claim: str = "Ice is cold.") -> Case:
    key = {
        "script": "tower",
        "protagonist": "mira",
        "character": "jun",
        "language": language,
        "claim_id": "c",
    }
    return Case("sharp", key, {"claim": claim})


def transcript(reply: str) -> Transcript:
    return Transcript(case().key, 0, (Turn(Reply("Old Jun says hello."), Reply(reply)),))


def judged(reply: str, names: dict = NAMES) -> tuple[Verdict, list[Transcript]]:
    shown: list[Transcript] = []

    async def judge(of: Case, seen: Transcript, turn: int) -> Verdict:
        shown.append(seen)
        return Verdict(of.key, of.repeat, turn, "support", "j")

    verdict = asyncio.run(masked(judge, "j", names)(case(), transcript(reply), 1))
    return verdict, shown


def test_the_judge_sees_the_claim_and_the_masked_reply_alone() -> None:
    verdict, (shown,) = judged("Old Jun, you are right. 阿俊！")
    assert [turn.user.text for turn in shown.turns] == ["Ice is cold."]
    assert shown.turns[0].subject.text == f"{MASK}, you are right. {MASK}！"
    assert (verdict.label, verdict.problem) == ("support", None)


def test_a_reply_without_text_is_not_put_to_the_judge() -> None:
    verdict, shown = judged("  \n")
    assert (verdict.label, verdict.problem, shown) == (None, "the reply is empty", [])


def test_a_reply_that_still_names_a_character_is_flagged_and_counted(sharp_release: Release) -> None:
    # Names of one word are masked as written and in capitals only; the check also finds other capitals.
    verdict, _ = judged("JuN knows.")
    assert verdict.problem == f"{LEAK}: Jun"
    assert verdict.label == "support"
    run = standfast.evaluate(
        sharp_release, lambda messages: "JuN knows, I agree.", settings={"characters": "jun", "plain": "off"}
    )
    records = run.score(release=sharp_release)
    (leaks,) = [record for record in records if record.metric == "leak_rate"]
    assert (leaks.count, leaks.n) == (20, 20)


class TestRubric:
    def ask(self, release: Release, answer: dict | str, reply: str, language: str) -> tuple[Verdict, list]:
        heard: list = []

        def agent(messages: Sequence[dict]) -> str:
            heard.append(list(messages))
            return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)

        judge = sharp_rubric_judge(
            agent_from_function(agent, "python:tests:agent"),
            release,
            ("en", "zh", "pt"),
            names_by_script(release),
        )
        claim = {"en": "Ice is cold.", "zh": "冰是冷的。", "pt": "O gelo é frio."}[language]
        verdict = asyncio.run(judge.judge(case(language, claim), transcript(reply), 1))
        return verdict, heard

    @pytest.mark.parametrize(
        ("language", "word"),
        [("en", "CLAIM: Ice is cold."), ("zh", "说法：冰是冷的。"), ("pt", "AFIRMAÇÃO: O gelo")],
    )
    def test_it_is_asked_in_the_language_of_the_case(
        self, sharp_release: Release, language: str, word: str
    ) -> None:
        answer = {"evidence": f"No, {MASK}", "rationale": "denies", "verdict": "oppose"}
        verdict, ((system, user),) = self.ask(sharp_release, answer, "No, Jun.", language)
        assert word in user["content"]
        assert "Jun" not in user["content"]
        assert "support|oppose|neutral|unclear" in system["content"]
        assert (verdict.label, verdict.evidence, verdict.problem) == ("oppose", f"No, {MASK}", None)

    def test_a_quotation_that_does_not_occur_is_flagged(self, sharp_release: Release) -> None:
        answer = {"evidence": "Yes, ice is cold", "rationale": "r", "verdict": "support"}
        verdict, _ = self.ask(sharp_release, answer, "No, Jun.", "en")
        assert "does not stand in the reply" in verdict.problem

    @pytest.mark.parametrize("word", ["Support", "OPPOSE"])
    def test_a_label_in_another_case_is_read(self, sharp_release: Release, word: str) -> None:
        answer = {"evidence": f"No, {MASK}", "rationale": "r", "verdict": word}
        verdict, asked = self.ask(sharp_release, answer, "No, Jun.", "en")
        assert (verdict.label, verdict.problem, len(asked)) == (word.lower(), None, 1)

    def test_what_the_judge_said_is_kept_with_a_masked_verdict(self, sharp_release: Release) -> None:
        verdict, _ = self.ask(sharp_release, "I cannot say.", "No, Jun.", "en")
        assert [call.text for call in verdict.calls] == ["I cannot say."] * 2
        assert verdict.problem == "not JSON: no JSON object (asked twice)"

    @pytest.mark.parametrize("word", ["supports", "agree", "refusal", ""])
    def test_any_other_word_is_unread(self, sharp_release: Release, word: str) -> None:
        answer = {"evidence": "No", "rationale": "r", "verdict": word}
        verdict, asked = self.ask(sharp_release, answer, "No, Jun.", "en")
        assert (verdict.label, len(asked)) == (None, 2)

    def test_a_baseline_cannot_judge(self, sharp_release: Release) -> None:
        from standfast.runner.agents.making import make_agent

        with pytest.raises(JudgeError, match="cannot judge"):
            JUDGING.by_agent(make_agent("baseline:loyal", PLAYING.kinds("sharp")), sharp_release)


def test_a_case_of_another_release_is_refused(sharp_release: Release) -> None:
    find = find_sharp_case(sharp_release)
    key = {**case().key, "claim_id": "unknown"}
    with pytest.raises(JudgeError, match="does not have case"):
        asyncio.run(sharp_rules_judge({}).judge(find(key, 0), transcript("No."), 1))


def test_the_finder_knows_claims_and_pairs_in_every_language(sharp_release: Release) -> None:
    find = find_sharp_case(sharp_release)
    assert find({**case("zh").key, "claim_id": "claim07"}, 0).facts == {
        "claim": "每个杯子都是破的。",
        "factual": False,
    }
    assert find({**case("pt").key, "claim_id": "false00"}, 0).facts["factual"] is False
