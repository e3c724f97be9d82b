"""Run folders that were cut, edited or put together by hand: never taken for what they are not."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from standfast.errors import FingerprintMismatchError, RunError
from standfast.runner.records.conversation import Reply, Transcript, Turn, transcript_record
from standfast.runner.records.journal import Journal, named_lines, run_lock, write_lines
from standfast.runner.records.run_folder import (
    DamagedRecordError,
    RunFolder,
    RunRecord,
    create_run,
    digest_of,
    open_run,
)
from standfast.runner.records.verdict import Verdict, verdict_record

RECORD = RunRecord(
    "bias", "played", {"name": "bias@1.0.0", "digest": "d"}, {"subject": "s"}, {"turns": 5}, {}, "0.1.0"
)
OTHER = replace(RECORD, agents={"subject": "another"})


def transcript(name: str, reply: str = "Sim.") -> Transcript:
    return Transcript({"topic_id": name}, 0, (Turn(Reply("E?"), Reply(reply), {"searches": [{"n": 1}]}),))


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = create_run(tmp_path / "r", RECORD)
    write_lines(folder.transcripts_path, map(transcript_record, (transcript("a"), transcript("b"))))
    return folder


def begun(folder: RunFolder) -> None:
    """A session that says whose transcripts these are."""
    with Journal(folder.sessions_path) as journal:
        journal.append({"session": "1", "event": "start", "fingerprint": RECORD.fingerprint})


# --- run.json


@pytest.mark.parametrize("kept", [0, 1, 30, 95, 200, -3])
def test_a_cut_record_is_restored_by_the_same_command_and_kept_from_another(
    run: RunFolder, kept: int
) -> None:
    begun(run)
    whole = (run.path / "run.json").read_bytes()
    (run.path / "run.json").write_bytes(whole[:kept])
    with pytest.raises(
        DamagedRecordError, match=r"run.json cannot be read, it is cut .*run the command that"
    ):
        open_run(run.path)
    with pytest.raises(FingerprintMismatchError, match="transcripts here are of a run with other settings"):
        create_run(run.path, OTHER)
    again = create_run(run.path, RECORD)
    assert (run.path / "run.json").read_bytes() == whole
    assert [one.name for one in again.transcripts()] == ["a", "b"]


def test_what_is_left_of_a_cut_record_says_whose_it_is(run: RunFolder) -> None:
    path = run.path / "run.json"
    path.write_bytes(path.read_bytes()[:120])
    with pytest.raises(FingerprintMismatchError):
        create_run(run.path, OTHER)
    assert create_run(run.path, RECORD).record == RECORD


def test_a_record_that_nobody_can_tell_is_not_guessed(run: RunFolder) -> None:
    (run.path / "run.json").write_bytes(b"")
    with pytest.raises(DamagedRecordError, match="play one case of that command under another --name"):
        create_run(run.path, RECORD)


def test_what_the_error_advises_restores_the_record(run: RunFolder, tmp_path: Path) -> None:
    (run.path / "run.json").write_bytes(b"")
    (run.path / "run.json").write_bytes((create_run(tmp_path / "one", RECORD).path / "run.json").read_bytes())
    assert create_run(run.path, RECORD).record == RECORD


@pytest.mark.parametrize("known", [True, False])
def test_transcripts_without_a_record_are_never_another_agents(run: RunFolder, known: bool) -> None:
    if known:
        begun(run)
    (run.path / "run.json").unlink()
    with pytest.raises(RunError, match=r"other settings" if known else r"transcripts here but no run.json"):
        create_run(run.path, OTHER)
    if known:
        assert create_run(run.path, RECORD).record == RECORD


@pytest.mark.parametrize(
    "change", [{"agents": {"subject": "x"}}, {"settings": {}}, {"fingerprint": "0" * 64}]
)
def test_a_record_changed_by_hand_is_refused(run: RunFolder, change: dict) -> None:
    path = run.path / "run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    for use in (lambda: open_run(run.path), lambda: create_run(run.path, RECORD)):
        with pytest.raises(RunError, match=r"run.json was changed after the run was begun"):
            use()


def test_the_record_of_an_earlier_version_is_read_and_gone_on_with(tmp_path: Path) -> None:
    earlier = {name: value for name, value in asdict(RECORD).items() if name != "protocol_version"}
    (tmp_path / "run.json").write_text(json.dumps({"fingerprint": digest_of(earlier), **earlier}))
    assert open_run(tmp_path).record == RECORD
    assert create_run(tmp_path, replace(RECORD, package_version="0.2.0")).record == RECORD


# --- transcripts


def edit(run: RunFolder, change: Callable[[dict], None]) -> None:
    lines = [json.loads(line) for line in run.transcripts_path.read_text().splitlines()]
    change(lines[1])
    write_lines(run.transcripts_path, lines)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["turns"][0]["subject"].update(text="Não."),
        lambda line: line["turns"][0]["user"].update(text="Não é?"),
        lambda line: line["turns"][0].update(notes={}),
        lambda line: line["turns"].pop(),
        lambda line: line.update(repeat=1),
        lambda line: line["case"].update(topic_id="c"),
    ],
)
def test_what_was_edited_is_noticed(run: RunFolder, change: Callable[[dict], None]) -> None:
    edit(run, change)
    with pytest.raises(RunError, match=r"transcripts.jsonl: what was said in .* was changed after it was"):
        list(run.transcripts())


def test_other_forms_of_the_same_line_and_lines_without_a_digest_are_read(run: RunFolder) -> None:
    edit(run, lambda line: line.pop("digest"))
    text = run.transcripts_path.read_text()
    run.transcripts_path.write_text(text.replace('":', '" : '))
    assert [*run.transcripts()] == [transcript("a"), transcript("b")]


@pytest.mark.parametrize("reply", ["\ud83d", "", "a\u2028b", "模型"])
def test_odd_replies_keep_their_digest(tmp_path: Path, reply: str) -> None:
    run = create_run(tmp_path, RECORD)
    write_lines(run.transcripts_path, [transcript_record(transcript("a", reply))])
    assert [*run.transcripts()] == [transcript("a", reply)]


def test_a_doubled_line_counts_once(run: RunFolder) -> None:
    text = run.transcripts_path.read_text()
    run.transcripts_path.write_text(text + text.splitlines(keepends=True)[0])
    assert [one.name for one in run.transcripts()] == ["a", "b"]


# --- lines


def test_a_line_that_does_not_say_whose_it_is_is_named(run: RunFolder) -> None:
    edit(run, lambda line: line.pop("case"))
    with pytest.raises(RunError, match=r"transcripts.jsonl: line 2 lacks or has too many fields \('case'\)"):
        list(run.transcripts())
    with pytest.raises(RunError, match=r"line 2 does not say what it is about \(it lacks 'case'\); mend or"):
        list(named_lines(run.transcripts_path, lambda record: record["case"]["topic_id"]))


def test_a_note_found_later_without_its_case_is_named(run: RunFolder) -> None:
    write_lines(run.amendments_path, [{"repeat": 0, "turn": 1, "notes": {}}])
    with pytest.raises(RunError, match=r"amendments.jsonl: line 1 lacks"):
        list(run.transcripts())


def verdict(label: str | None, turn: int = 1, case: str = "a") -> Verdict:
    return Verdict({"topic_id": case}, 0, turn, label, "j")


@pytest.mark.parametrize("foreign", [False, True])
def test_the_last_verdict_of_a_turn_counts(run: RunFolder, foreign: bool) -> None:
    given = [
        verdict(None), verdict("agree", 2), verdict("neutral"), verdict("agree", 1, "b"), verdict("disagree"),
    ]  # fmt: skip
    records = [verdict_record(one) for one in given]
    if foreign:
        # As another program might write them: keys in another order.
        records = [dict(reversed(record.items())) for record in records]
    write_lines(run.verdicts_path("j"), records)
    found = [*run.verdicts("j")]
    assert found == [given[1], given[3], given[4]]


# --- places that cannot be written or read


def test_what_cannot_be_written_is_said_in_a_sentence(run: RunFolder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match=r"cannot be written \(.*\); make room or mend the permissions"):
        write_lines(tmp_path / "file" / "x.jsonl", [])
    with pytest.raises(RunError, match=r"run.json: cannot be read \(Not a directory\)"):
        create_run(tmp_path / "file" / "r", RECORD)
    with pytest.raises(RunError, match=r"cannot be written \("), run_lock(tmp_path / "file" / "r"):
        pass
    run.transcripts_path.unlink()
    run.transcripts_path.mkdir()
    with pytest.raises(RunError, match=r"transcripts.jsonl: cannot be read"):
        list(run.transcripts())
