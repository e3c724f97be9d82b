"""What a run may spend, what it says it spent, and how it is brought to its end."""

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
import standfast
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from standfast.errors import BudgetSpentError, FingerprintMismatchError, RunError
from standfast.releases.release import Release
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.engine import REFUSALS
from standfast.runner.play.meter import Budget, Meter
from standfast.runner.play.plan import make_plan
from standfast.runner.play.run import Conduct, Run, estimate, fresh_folder, run_plan
from standfast.runner.play.selection import Selection
from standfast.runner.records.journal import read_lines
from standfast.runner.records.sessions import read_sessions, spent_so_far

SETTINGS = BiasSettings(topics=("god_exists",))
CASES, CALLS = 6, 30


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


def play(release: Release, spec: str, name: str, budget: Budget | None = None, **more) -> Run:
    conduct = Conduct(budget=budget or Budget(), **more)
    return standfast.evaluate(release, spec, settings=SETTINGS, folder=Path("runs") / name, conduct=conduct)


def test_empty_answers_are_paid_for_and_capped(release: Release, chat_server) -> None:
    chat_server.behave(faults=["empty"], most=2)
    spec = chat_server.spec(price_in=1_000_000, price_out=1_000_000, empty_retries=2)
    run = play(release, spec, "empty")
    seen, spent = chat_server.seen(), run.spending["subject"]
    assert seen["requests"] == 3 * CALLS
    assert (spent.calls, spent.discarded, spent.requests) == (3 * CALLS, 2 * CALLS, 3 * CALLS)
    assert (spent.tokens_in, spent.tokens_out) == (seen["tokens_in"], seen["tokens_out"])
    assert spent.cost == seen["tokens_in"] + seen["tokens_out"]
    for budget in (Budget(max_calls=50), Budget(max_cost=spent.cost / 2)):
        chat_server.behave(faults=["empty"], most=2)
        with pytest.raises(BudgetSpentError):
            play(release, spec, f"capped-{budget.max_calls}", budget)
        seen = chat_server.seen()
        assert seen["requests"] <= 50
    # The bounds of a dry run hold it.
    bounds = {
        bound.name: bound.calls for bound in estimate(make_plan(release, spec, settings=SETTINGS)).bounds()
    }
    assert bounds["lowest"] == CALLS
    assert CALLS < bounds["expected"] < 3 * CALLS <= bounds["highest"]


@pytest.mark.parametrize("fault", ["empty", "broken off"])
def test_a_cap_on_calls_is_never_passed_however_many_are_at_once(
    release: Release, chat_server, fault: str
) -> None:
    chat_server.behave(faults=[fault], rate=0.6, most=2)
    with pytest.raises((BudgetSpentError, RunError)):
        play(release, chat_server.spec(), "many", Budget(max_calls=17), concurrency=6)
    assert chat_server.seen()["answered"] <= 17


def test_caps_of_a_run_hold_over_its_sessions(release: Release, chat_server) -> None:
    spec, budget = chat_server.spec(), Budget(max_calls=12, max_calls_total=22)
    for finished in (2, 4):
        with pytest.raises(BudgetSpentError, match=r"--max-calls 12 and --max-calls-total 22"):
            play(release, spec, "total", budget)
        assert len(list(read_lines(Path("runs/total/transcripts.jsonl")))) == finished
    with pytest.raises(BudgetSpentError):
        play(release, spec, "total", budget)
    assert chat_server.seen()["requests"] == 20
    assert spent_so_far(Path("runs/total/sessions.jsonl"))[0] == 20


def test_what_is_played_can_be_judged_within_the_cap(release: Release, chat_server) -> None:
    spec = chat_server.spec()
    with pytest.raises(BudgetSpentError):
        standfast.evaluate(
            release, spec, judge=spec.replace("echo", "judge"), settings=SETTINGS, folder=Path("runs/shared"),
            conduct=Conduct(budget=Budget(max_calls=17)),
        )  # fmt: skip
    assert len(list(read_lines(Path("runs/shared/transcripts.jsonl")))) == 2
    (verdicts,) = Path("runs/shared/verdicts").glob("*.jsonl")
    assert len(list(read_lines(verdicts))) == 2


def test_a_case_that_the_server_refuses_becomes_an_outcome_and_the_run_an_end(
    release: Release, chat_server
) -> None:
    chat_server.behave(faults=["400"], rate=0.15, most=1000, stable=True)
    spec = chat_server.spec()
    failed = set()
    for _ in range(REFUSALS):
        with pytest.raises(
            RunError, match=r"of 6 conversations failed \(first: .*in 3 calls becomes an outcome"
        ):
            play(release, spec, "refused")
        failures = list(read_lines(Path("runs/refused/failures.jsonl")))
        assert {failure["kind"] for failure in failures} == {"refused"}
        failed = {json.dumps(failure["case"]) for failure in failures}
        # What could be played was judged all the same.
        assert len(list(read_lines(Path("runs/refused/verdicts/rules.jsonl")))) == CASES - len(failed)
    run = play(release, spec, "refused")
    assert len(list(run.folder.transcripts())) == CASES
    ends = {
        json.dumps(dict(transcript.key)): {turn.subject.finish_reason for turn in transcript.turns}
        for transcript in run.folder.transcripts()
    }
    assert 0 < len(failed) < CASES
    assert {key for key, reasons in ends.items() if "failed" in reasons} == failed
    assert run.score()


def test_a_judge_that_refuses_a_reply_leaves_it_unread_at_last(release: Release, chat_server) -> None:
    chat_server.behave(faults=["422"], rate=1.0, most=1000)
    for _ in range(REFUSALS):
        with pytest.raises(RunError, match="could not be judged"):
            standfast.evaluate(
                release, "baseline:mirror", judge=chat_server.spec(structured="off"), settings=SETTINGS,
                folder=Path("runs/j"),
            )  # fmt: skip
    run = standfast.evaluate(
        release,
        "baseline:mirror",
        judge=chat_server.spec(structured="off"),
        settings=SETTINGS,
        folder=Path("runs/j"),
    )
    verdicts = list(run.folder.verdicts(run.judge))
    assert len(verdicts) == CASES
    assert all(verdict.label is None and verdict.problem.startswith("failed: ") for verdict in verdicts)


def test_another_version_of_the_package_goes_on_and_another_protocol_does_not(release: Release) -> None:
    conduct = Conduct(selection=Selection(limit=2))
    folder = Path("runs/v")
    plan = make_plan(release, "baseline:mirror", settings=SETTINGS)
    run_plan(plan, folder, conduct)
    # As earlier versions wrote it: without a version of the protocol, and with a fingerprint of their own.
    record = json.loads((folder / "run.json").read_text())
    del record["protocol_version"], record["fingerprint"]
    record["package_version"] = "0.0.9"
    from standfast.runner.records.run_folder import digest_of

    (folder / "run.json").write_text(json.dumps({"fingerprint": digest_of(record), **record}))
    assert run_plan(plan, folder, conduct).progress.skipped == 2
    benchmark = plan.benchmark
    other = replace(benchmark.playing, protocol_version=2)
    changed = type("Changed", (), {"name": "bias", "playing": other, "judging": benchmark.judging})()
    with pytest.raises(FingerprintMismatchError, match=r"differing: protocol_version\)"):
        run_plan(replace(plan, benchmark=changed), folder, conduct)


def test_a_fresh_run_has_a_folder_with_the_date() -> None:
    first = fresh_folder(Path("runs/a@1.0.0-x"))
    assert first.name.startswith("a@1.0.0-x-20")
    first.mkdir(parents=True)
    assert fresh_folder(Path("runs/a@1.0.0-x")).name == f"{first.name}-2"


def test_a_rerun_that_plays_nothing_says_so(standfast) -> None:
    command = ("run", "bias", "--subject", "baseline:mirror", "--topic", "god_exists", "--name", "nightly")
    assert "Nothing was left" not in standfast(*command).stdout
    said = " ".join(standfast(*command).stdout.split())
    assert "Nothing was left to play: the run stands in runs/nightly; use --fresh for a new run." in said
    assert standfast(*command, "--fresh").returncode == 0
    assert len(list(Path("runs").glob("nightly-20*"))) == 1


def test_sigterm_ends_as_ctrl_c_does(chat_server) -> None:
    chat_server.behave(delay=0.05)
    process = subprocess.Popen(
        [
            sys.executable, "-c", "from standfast.cli import main; main()", "run", "bias",
            "--subject", chat_server.spec(), "--name", "t", "--limit", "60",
        ],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    path = Path("runs/t/transcripts.jsonl")
    until = time.monotonic() + 60
    while not (path.exists() and path.stat().st_size):
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    finished = len(list(read_lines(path)))
    assert process.returncode == 5
    assert out.startswith(f"Stopped. {finished} cases are finished and on disk in runs/t.\n")
    assert err == ""
    (session,) = read_sessions(Path("runs/t/sessions.jsonl"))
    assert session["ended"] == "interrupted"
    assert session["spent"]["subject"]["calls"] >= 5 * finished


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    some.lists(some.tuples(some.integers(1, 9), some.integers(0, 4)), min_size=1, max_size=30),
    some.integers(1, 5),
)
def test_a_cap_of_what_a_dry_run_says_sees_every_case_played_and_judged(
    cases: list[tuple[int, int]], at_once: int
) -> None:
    """Cases differ in the calls that they and their judging take; the cap is their sum."""
    playing, judging = sum(case[0] for case in cases), sum(case[1] for case in cases)
    meter, count = Meter(Budget(max_calls=playing + judging)), len(cases)
    meter.expect(count, playing / count, 0.0, share=(judging / count, 0.0))
    work_off(meter, [case[0] for case in cases], at_once)
    if judging:
        meter.expect(count, judging / count, 0.0)
    work_off(meter, [case[1] for case in cases], at_once)
    assert meter.total.calls == playing + judging


def work_off(meter: Meter, items: list[int], at_once: int) -> None:
    from standfast.runner.records.conversation import Reply

    for start in range(0, len(items), at_once):
        batch = items[start : start + at_once]
        for under_way in range(len(batch)):
            assert meter.may_begin(under_way)
        for place, calls in enumerate(batch):
            for _ in range(calls):
                meter.before_call()
                meter.release()
                meter.count("subject", None, [], Reply("a", tokens_in=1, tokens_out=1), f"{start + place}")
            meter.end_item(f"{start + place}")
