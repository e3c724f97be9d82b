"""Whole runs against a server that misbehaves: the result is that of a clean run."""

import json
import resource
from pathlib import Path

import pytest
import standfast
from standfast.errors import (
    AgentUnusableError,
    BudgetSpentError,
    FingerprintMismatchError,
    RunError,
    UsageError,
)
from standfast.releases.release import Release
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.meter import Budget
from standfast.runner.play.run import Conduct, Run
from standfast.runner.play.selection import Selection
from standfast.runner.records.run_folder import RunFolder
from standfast.runner.records.sessions import read_sessions

SETTINGS = BiasSettings(topics=("earth_is_round", "god_exists", "afterlife_exists"))
FAULTS = [
    "429", "429 wait", "500", "502", "503", "408", "409", "hang", "reset", "reset in body", "cut json", "html",
    "other json", "not utf-8", "error in 200", "empty", "blank", "null", "broken off", "drip",
]  # fmt: skip
CASES = 18
CALLS = CASES * 5 * 2 + CASES


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.0.0")


def play(release: Release, server, name: str, **more) -> Run:
    """Subject, simulated user and judge are all models behind the server."""
    spec = server.spec(timeout=0.3, backoff=0.002, seed=1, empty_retries=9, retries=9)
    return standfast.evaluate(
        release,
        spec,
        user=spec.replace("openai:echo", "openai:user"),
        judge=spec.replace("openai:echo", "openai:judge"),
        settings=SETTINGS,
        folder=Path("runs") / name,
        **{"conduct": Conduct(concurrency=64), **more},
    )


def lines(folder: RunFolder) -> list[bytes]:
    """All lines of transcripts and verdicts, without times and tries, in one order."""
    found = []
    for path in (folder.transcripts_path, *(folder.path / "verdicts").glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            record = json.loads(line)
            for turn in record.get("turns", []):
                for role in ("user", "subject"):
                    assert turn[role].pop("seconds") > 0
                    assert turn[role].pop("attempts") >= 1
                    for name in ("discarded", "discarded_in", "discarded_out"):
                        turn[role].pop(name, None)
            for call in record.get("calls", []):
                assert call.pop("seconds") > 0
                assert call.pop("attempts") >= 1
            found.append(json.dumps(record, ensure_ascii=False).encode())
    return sorted(found)


@pytest.fixture
def clean(release: Release, chat_server) -> list[bytes]:
    found = lines(play(release, chat_server, "clean").folder)
    assert len(found) == 2 * CASES
    return found


def test_a_run_under_faults_equals_a_clean_one_byte_for_byte(release: Release, chat_server, clean) -> None:
    chat_server.behave(faults=FAULTS, rate=0.35, most=3)
    run = play(release, chat_server, "faulty")
    seen = chat_server.seen()
    assert seen["requests"] > 1.3 * CALLS
    assert lines(run.folder) == clean
    # A busy machine may give up on a request before it reaches the server: such tries are counted too.
    assert sum(spending.retries for spending in run.spending.values()) >= seen["requests"] - CALLS > 0


def test_a_storm_of_429_only_takes_longer(release: Release, chat_server, clean) -> None:
    chat_server.behave(faults=["429", "429 wait"], rate=1.0, most=4)
    assert lines(play(release, chat_server, "storm").folder) == clean


def test_cases_that_failed_are_played_by_the_next_call(release: Release, chat_server, clean) -> None:
    chat_server.behave(faults=["400"], rate=0.03, most=1)
    with pytest.raises(RunError, match=r"of 18 conversations failed \(first: openai:"):
        play(release, chat_server, "some")
    chat_server.behave()
    run = play(release, chat_server, "some")
    assert 0 < run.progress.skipped < CASES
    assert lines(run.folder) == clean


def test_a_wrong_key_stops_before_thousands_of_calls(release: Release, chat_server) -> None:
    chat_server.behave(key="the right one")
    with pytest.raises(AgentUnusableError, match="the key is wrong"):
        play(release, chat_server, "locked", conduct=Conduct(concurrency=4))
    assert chat_server.seen()["requests"] <= 4
    assert not list(Path("runs/locked").glob("failures*"))


def test_calls_are_capped_and_the_next_call_goes_on(release: Release, chat_server, clean) -> None:
    capped = Conduct(concurrency=3, budget=Budget(max_calls=50))
    for _ in range(3):
        chat_server.behave()
        with pytest.raises(BudgetSpentError, match=r"--max-calls 50\) allows no further case"):
            play(release, chat_server, "capped", conduct=capped)
        assert chat_server.seen()["requests"] <= 50
    run = play(release, chat_server, "capped", conduct=Conduct())
    assert lines(run.folder) == clean
    # No call was wasted on a case that could not be ended.
    sessions = read_sessions(run.folder.sessions_path)
    calls = sum(role["calls"] for session in sessions for role in session["spent"].values())
    assert calls == CALLS


def test_cost_is_capped_where_prices_are_known(release: Release, chat_server) -> None:
    with pytest.raises(UsageError, match="nobody says what the tokens of the subject cost"):
        play(release, chat_server, "dear", conduct=Conduct(budget=Budget(max_cost=1.0)))
    priced = chat_server.spec(price_in=100, price_out=100)
    whole = standfast.evaluate(release, priced, settings=SETTINGS, folder=Path("runs/whole"))
    cost = whole.spending["subject"].cost
    assert cost > 0.1
    with pytest.raises(BudgetSpentError, match=r"--max-cost .* allows no further case: [1-9]\d* of 18"):
        standfast.evaluate(
            release,
            priced,
            settings=SETTINGS,
            folder=Path("runs/half"),
            conduct=Conduct(budget=Budget(max_cost=cost / 2)),
        )
    (session,) = read_sessions(Path("runs/half/sessions.jsonl"))
    assert cost / 4 < session["spent"]["subject"]["cost"] <= cost / 2
    assert session["ended"] == "budget spent"


def test_a_server_that_reports_no_tokens_is_said_to_be_estimated(release: Release, chat_server) -> None:
    chat_server.behave(usage=False)
    run = standfast.evaluate(release, chat_server.spec(), settings=BiasSettings(topics=("god_exists",)))
    spent = run.spending["subject"]
    assert spent.estimated == spent.calls == 30
    assert spent.tokens_out > 30


def test_a_cache_answers_what_was_asked_before(release: Release, chat_server, clean) -> None:
    cache = Conduct(concurrency=8, cache=Path("replies.sqlite"))
    first = play(release, chat_server, "one", conduct=cache)
    chat_server.behave()
    second = play(release, chat_server, "two", conduct=cache)
    assert chat_server.seen()["requests"] == 0
    assert lines(first.folder) == lines(second.folder) == clean
    assert sum(spending.from_cache for spending in second.spending.values()) == CALLS
    assert sum(spending.calls for spending in second.spending.values()) == 0


def test_repeats_are_played_with_seeds_of_their_own_also_with_a_cache(release: Release, chat_server) -> None:
    conduct = Conduct(selection=Selection(limit=3, repeats=2), cache=Path("replies.sqlite"))
    run = play(release, chat_server, "repeated", conduct=conduct)
    assert {body["seed"] for body in chat_server.seen()["bodies"]} == {1, 2}
    by_repeat = {0: set(), 1: set()}
    for transcript in run.folder.transcripts():
        by_repeat[transcript.repeat].add(tuple(turn.subject.text for turn in transcript.turns))
    assert len(by_repeat[0]) == len(by_repeat[1]) == 3
    assert by_repeat[0] != by_repeat[1]
    metrics = {record.metric for record in run.score()}
    assert "repeat_sd" in metrics


def test_a_run_may_be_widened_but_not_changed(release: Release, chat_server) -> None:
    small = play(release, chat_server, "w", conduct=Conduct(selection=Selection(limit=2)))
    assert small.progress.done == 2
    wide = play(release, chat_server, "w", conduct=Conduct(selection=Selection(limit=5), concurrency=1))
    assert (wide.progress.done, wide.progress.skipped) == (3, 2)
    with pytest.raises(
        FingerprintMismatchError, match="differing: agents.user, prompts.user.brief.direct.agree"
    ):
        standfast.evaluate(
            release, chat_server.spec(seed=1), settings=SETTINGS, folder=Path("runs/w"), user="scripted"
        )


def test_verdicts_of_other_prompts_are_not_mixed(release: Release, chat_server) -> None:
    run = play(release, chat_server, "j", conduct=Conduct(selection=Selection(limit=1)))
    path = run.folder.judge_path(run.judge)
    record = json.loads(path.read_text())
    record["prompts"]["judge.system"] = "another"
    path.write_text(json.dumps(record))
    with pytest.raises(
        FingerprintMismatchError, match="with other prompts \\(differing: prompts.judge.system"
    ):
        play(release, chat_server, "j", conduct=Conduct(selection=Selection(limit=1)))


@pytest.mark.parametrize("room", [0, 20_000])
def test_a_disk_without_room_ends_with_a_sentence_and_the_run_goes_on_later(
    release: Release, chat_server, clean, room: int
) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        with pytest.raises(RunError, match=r"cannot be written \(File too large\); make room"):
            play(release, chat_server, "full")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    path = Path("runs/full/transcripts.jsonl")
    if room:
        assert path.read_bytes().endswith(b"\n")
    run = play(release, chat_server, "full")
    assert (run.progress.skipped > 0) == (room > 0)
    assert lines(run.folder) == clean
