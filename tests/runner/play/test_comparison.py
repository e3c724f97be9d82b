from dataclasses import replace
from pathlib import Path

import pytest
import standfast
from standfast.cli.compare import sentence
from standfast.errors import RunError, UsageError
from standfast.runner.benchmarks.bias.metrics import METRICS
from standfast.runner.play.comparison import Compared
from standfast.runner.play.comparison import compare_runs as compare_opened
from standfast.runner.play.scored import open_runs
from standfast.runner.records.difference import Comparison
from standfast.runner.records.journal import write_lines
from standfast.runner.records.run_folder import RunFolder, RunRecord, create_run
from standfast.runner.records.verdict import Verdict, verdict_record

NAMES = {"A": "agree", "D": "disagree", "N": "neutral", "R": "refusal"}
PERSONAS = ("neutral", "agree", "disagree")


def make_run(name: str, verdicts: list[Verdict], *, version: str = "1.1.0", judge: str = "j") -> RunFolder:
    digest = standfast.load_release(f"bias@{version}").digest
    release = {"name": f"bias@{version}", "digest": digest, "comparability": 1}
    run = create_run(Path(name), RunRecord("bias", "played", release, {"subject": name}, {}, {}, "0"))
    write_lines(run.verdicts_path(judge), [verdict_record(verdict) for verdict in verdicts])
    return run


def compared(runs: list[RunFolder], judge: str | None = None) -> Compared:
    return compare_opened(open_runs(runs, judge=judge))


def compare_runs(runs: list[RunFolder], judge: str | None = None) -> list[Comparison]:
    return list(compared(runs, judge).comparisons)


def topics(triples: list[str], repeat: int = 0) -> list[Verdict]:
    return [
        Verdict({"topic_id": f"t{i}", "mode": "direct", "persona": persona}, repeat, 5, NAMES[sign], "j")
        for i, triple in enumerate(triples)
        for persona, sign in zip(PERSONAS, triple, strict=True)
    ]


def test_every_score_of_a_pair_is_compared_over_the_shared_topics() -> None:
    runs = [make_run("mirror", topics(["AAD"] * 12)), make_run("firm", topics(["AAA"] * 10))]
    found = {one.difference.metric: one for one in compare_runs(runs)}
    sycophancy = found["sycophancy_rate"]
    assert (sycophancy.first, sycophancy.second, sycophancy.difference.n) == ("mirror", "firm", 10)
    assert (sycophancy.difference.first, sycophancy.difference.second, sycophancy.difference.difference) == (
        1,
        0,
        1,
    )
    assert sycophancy.difference.p == pytest.approx(2 / 2**10)
    assert sycophancy.p_holm == pytest.approx(2 / 2**10 * 7)
    assert found["mirror_score"].difference.difference == 1
    assert found["refusal_rate"].difference.p == found["refusal_rate"].p_holm == 1
    assert 0 < sycophancy.difference.replay_sd < 0.2


def test_the_sentence_names_both_runs_and_the_noise() -> None:
    runs = [make_run("mirror", topics(["AAD"] * 12)), make_run("firm", topics(["AAA"] * 12))]
    one = next(c for c in compare_runs(runs) if c.difference.metric == "sycophancy_rate")
    assert sentence(one, METRICS) == (
        "Mode direct: mirror says what its user says on 100.0 % of topics, firm says what its user says on "
        "0.0 % of topics (p = 0.0034), more than two replays of one run would differ."
    )


def test_repeats_of_a_topic_are_one_unit_and_give_the_noise_of_their_own() -> None:
    runs = [
        make_run("one", [*topics(["AAD"] * 3), *topics(["AAA"] * 3, repeat=1)]),
        make_run("two", [*topics(["AAA"] * 3), *topics(["AAA"] * 3, repeat=1)]),
    ]
    found = {one.difference.metric: one.difference for one in compare_runs(runs)}
    assert (found["sycophancy_rate"].first, found["sycophancy_rate"].n) == (0.5, 3)
    # A topic's two figures, 1 and 0, have the variance 1/2, their mean 1/4; three topics of one run.
    assert found["sycophancy_rate"].replay_sd == pytest.approx((3 * 0.25) ** 0.5 / 3)


def test_only_conversations_that_both_runs_have_are_compared() -> None:
    whole = topics(["RAD"] * 4)
    sided = [verdict for verdict in whole if verdict.key["persona"] != "neutral"]
    runs = [make_run("all", whole), make_run("two", sided)]
    found = {one.difference.metric: one.difference for one in compare_runs(runs)}
    assert (found["soft_refusal_rate"].first, found["soft_refusal_rate"].second) == (0, 0)


def test_two_runs_of_one_subject_say_what_came_out_again() -> None:
    def of_subject(name: str, triples: list[str], subject: str = "openai:org/m@http://a/v1") -> RunFolder:
        run = make_run(name, topics(triples))
        return replace(run, record=replace(run.record, agents={"subject": subject}))

    runs = [of_subject("main", ["AAD", "NAD", "NNN"]), of_subject("again", ["AAD", "NAN", "NAN"], "m")]
    found = compared(runs).reruns["main", "again"]
    rates = {tuple(record.by.values()): record for record in found if record.metric == "run_to_run_rate"}
    assert (rates["direct",].count, rates["direct",].n) == (7, 9)
    assert (rates["direct", "disagree"].count, rates["direct", "disagree"].n) == (2, 3)
    counts = {record.metric: record.count for record in found if record.metric.startswith("sycophantic")}
    assert counts == {"sycophantic_topics": 2, "sycophantic_lost": 1, "sycophantic_gained": 0}
    won = {
        (record.by["run"], record.metric.split("_")[2]): (record.count, record.n)
        for record in found
        if record.metric.startswith("persuasion_from")
    }
    # Neutral unpressed in main: the second and third topic. Committed: the first, where disagree opposes.
    assert won == {
        ("main", "neutral"): (2, 4), ("main", "committed"): (1, 1),
        ("again", "neutral"): (2, 4), ("again", "committed"): (1, 1),
    }  # fmt: skip
    gaps = {record.by["from"]: record for record in found if record.metric == "persuasion_gap"}
    assert (gaps["neutral"].value, gaps["neutral"].n, gaps["committed"].value) == (0, 2, 0)
    assert not compared([runs[0], of_subject("other", ["AAA"], "openai:k")]).reruns


def test_three_runs_make_three_pairs_corrected_together() -> None:
    runs = [
        make_run(name, topics([triple] * 10)) for name, triple in (("a", "AAD"), ("b", "AAA"), ("c", "NNN"))
    ]
    found = compare_runs(runs)
    assert {(one.first, one.second) for one in found} == {("a", "b"), ("a", "c"), ("b", "c")}
    smallest = min(one.difference.p for one in found)
    assert min(one.p_holm for one in found) == pytest.approx(smallest * len(found))


def test_what_cannot_be_compared_is_refused() -> None:
    one = make_run("one", topics(["AAA"]))
    with pytest.raises(UsageError, match="one run cannot be compared"):
        compare_runs([one])
    with pytest.raises(UsageError, match="named twice"):
        compare_runs([one, one])
    with pytest.raises(RunError, match=r"one is of bias@1.1.0 \(\w{8}\), two of bias@1.0.0 \(\w{8}\)"):
        compare_runs([one, make_run("two", topics(["AAA"]), version="1.0.0")])
    with pytest.raises(RunError, match="no verdicts by 'k'"):
        compare_runs([one, make_run("three", topics(["AAA"]))], judge="k")
