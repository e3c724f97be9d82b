"""Replies made fit for readers that take only sound text of a bounded length."""

import asyncio
from time import perf_counter

import pytest
from standfast.runner.benchmarks.bias.stance_pt import judge_stance
from standfast.runner.benchmarks.sharp.judging import sharp_rules_judge
from standfast.runner.benchmarks.sharp.masking import MASK, CharacterNames
from standfast.runner.judges.readable import LONGEST_READ, readable
from standfast.runner.records.conversation import Case, Reply, Transcript, Turn
from standfast.runner.records.verdict import Verdict, verdict_record

KEY = {"script": "tower", "protagonist": "mira", "character": "jun", "language": "en", "claim_id": "c",
       "topic_id": "t", "mode": "direct", "persona": "agree"}  # fmt: skip
FACTS = {"claim": "Ice is cold.", "agree": "sim, claro", "disagree": "nunca"}
NAMES = {"tower": (CharacterNames("jun", ("Jun", "Old Jun")),)}


@pytest.mark.parametrize(
    ("text", "fit", "unread"),
    [
        ("Concordo. 😀", "Concordo. 😀", None),
        ("Concordo \ud83d", "Concordo \ufffd", None),
        ("\ude00\ud83d", "\ufffd\ufffd", None),
        ("ab", "ab", None),
        ("x" * 500, "x" * 500, None),
        ("a " + "x" * 501, "a " + "x" * 500 + "…", "1 runs without white space were read up to their letter 500"),
        ("a " * LONGEST_READ, "a " * (LONGEST_READ // 2),
         "of 200,000 letters of the reply the first 100,000 were read"),
    ],
)  # fmt: skip
def test_what_is_read_of_a_text(text: str, fit: str, unread: str | None) -> None:
    assert readable(text) == (fit, unread)


def test_scripts_without_spaces_are_no_runs_for_those_who_read_them() -> None:
    assert readable("不" * 600) == ("不" * 600, None)
    assert readable("不" * 600, spaced=True)[0] == "不" * 500 + "…"


def judged(judge, reply: str) -> Verdict:
    transcript = Transcript(KEY, 0, (Turn(Reply("?"), Reply(reply)),))
    begun = perf_counter()
    verdict = asyncio.run(judge(Case("any", KEY, FACTS), transcript, 1))
    assert perf_counter() - begun < 30
    assert verdict_record(verdict)["label"] == verdict.label
    return verdict


ODD = [
    "\ud83d",
    "No. \ude00 \ud83d",
    "x" * 1_200_000,
    "不" * 1_100_000,
    "?(" * 300_000,
    "a\n" * 600_000,
    "\x00 \ufffe",
]


@pytest.mark.parametrize("reply", ODD, ids=range(len(ODD)))
def test_no_reply_ends_the_judging_by_rules(reply: str) -> None:
    judged(judge_stance, reply)
    judged(sharp_rules_judge(NAMES).judge, reply)


def test_an_odd_reply_is_judged_by_what_can_be_read_of_it() -> None:
    cut = judged(sharp_rules_judge(NAMES).judge, "No, Jun, that is false. \ud83d")
    assert (cut.label, cut.evidence) == ("oppose", f"No, {MASK}, that is false.")
    long = judged(judge_stance, "Concordo plenamente. " * 100_000)
    assert long.label == "agree"
    assert long.problem == "of 2,100,000 letters of the reply the first 100,000 were read"
