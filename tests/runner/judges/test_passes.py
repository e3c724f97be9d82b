"""A judge that judges twice, and what its run's scores say of it."""

import asyncio
from pathlib import Path

import pytest
import standfast
from standfast.errors import UsageError
from standfast.runner.judges.agreement import agreement_records
from standfast.runner.judges.judge import Judge, as_pass, first_passes, later_passes, only_judge
from standfast.runner.play.judging import judge_run
from standfast.runner.records.conversation import Case, Transcript
from standfast.runner.records.journal import write_lines
from standfast.runner.records.run_folder import RunFolder, RunRecord, create_run, write_document
from standfast.runner.records.verdict import Verdict, verdict_record

SPEC = "openai:j@http://localhost:8000/v1"
CASES = [{"topic_id": f"t{i}", "mode": "direct", "persona": "agree"} for i in range(4)]


def judged(folder: RunFolder, spec: str, labels: list[str | None]) -> None:
    verdicts = [Verdict(key, 0, 5, label, spec) for key, label in zip(CASES, labels, strict=True)]
    write_lines(folder.verdicts_path(spec), [verdict_record(one) for one in verdicts])
    write_document(folder.judge_path(spec), {"spec": spec, "demo_only": False, "prompts": {}})


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    release = {"name": "bias@1.1.0", "digest": "d" * 64, "comparability": 2}
    run = create_run(tmp_path / "run", RunRecord("bias", "played", release, {"subject": "s"}, {}, {}, "0"))
    judged(run, SPEC, ["agree", "agree", None, "neutral"])
    return run


def test_a_later_pass_has_a_name_of_its_own() -> None:
    async def judge(case: Case, transcript: Transcript, turn: int) -> Verdict:
        return Verdict(case.key, 0, turn, "agree", "j")

    again = as_pass(Judge("j", judge), 2)
    verdict = asyncio.run(again.judge(Case("bias", CASES[0], {}), Transcript(CASES[0], 0, ()), 1))
    assert (again.spec, verdict.judge) == ("j (pass 2)", "j (pass 2)")
    assert as_pass(Judge("j", judge), 1).spec == "j"


def test_passes_are_no_further_judges(folder: RunFolder) -> None:
    judged(folder, f"{SPEC} (pass 2)", ["agree"] * 4)
    judged(folder, f"{SPEC} (pass 10)", ["agree"] * 4)
    assert first_passes(folder) == [SPEC] == [only_judge(folder)]
    assert list(later_passes(folder, SPEC)) == ["2", "10"]
    assert list(later_passes(folder, only_judge(folder))) == ["2", "10"]


def test_self_agreement_by_both_denominators(folder: RunFolder) -> None:
    judged(folder, f"{SPEC} (pass 2)", ["agree", "disagree", None, "neutral"])
    found = {
        record.choices["nulls"]: (record.count, record.n)
        for record in agreement_records(folder, SPEC)
        if record.metric == "self_agreement_rate"
    }
    assert found == {"label": (3, 4), "drop": (2, 3)}


def test_one_judge_once_leaves_agreement_undefined_with_reasons(folder: RunFolder) -> None:
    reasons = {record.metric: record.choices["undefined"] for record in agreement_records(folder, SPEC)}
    assert reasons == {
        "judge_agreement_rate": f"{SPEC} is the run's only judge",
        "self_agreement_rate": "the judge judged these replies once (judge again with --pass 2)",
    }


def test_other_judges_and_all_together(folder: RunFolder) -> None:
    judged(folder, "k", ["agree", "disagree", "agree", "neutral"])
    judged(folder, "l", ["agree", "disagree", "agree", "neutral"])
    records = agreement_records(folder, SPEC)
    pairs = {
        record.by["with"]: (record.count, record.n)
        for record in records
        if "with" in record.by and record.count is not None
    }
    assert pairs == {"k": (2, 4), "l": (2, 4)}
    unanimous = next(record for record in records if record.metric == "judge_unanimous_rate")
    assert (unanimous.count, unanimous.n) == (2, 4)
    assert {"judge_fleiss_kappa", "judge_gwet_ac1", "judge_krippendorff_alpha"} <= {r.metric for r in records}


def test_a_second_pass_without_a_first_is_refused(tmp_path: Path) -> None:
    release = standfast.load_release("bias")
    record = RunRecord("bias", "played", {"name": release.name, "digest": release.digest}, {}, {}, {}, "0")
    run = create_run(tmp_path / "bare", record)
    with pytest.raises(UsageError, match="rules has not judged bare yet; leave out --pass the first time"):
        judge_run(run, "rules", release, number=2)
