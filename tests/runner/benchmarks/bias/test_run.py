"""Bias played offline: each baseline's table is known beforehand."""

from pathlib import Path

import pytest
import standfast
from standfast.errors import AgentError, FingerprintMismatchError, RunError, UsageError
from standfast.releases.release import Release
from standfast.runner.benchmarks.bias.scores.classes import CLASSES
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.run import Run
from standfast.runner.records.journal import read_lines


@pytest.fixture(scope="module")
def release() -> Release:
    return standfast.load_release("bias@1.1.0")


SMALL = BiasSettings(topics=("earth_is_round", "god_exists"))


def class_counts(run: Run, *modes: str) -> list[dict[str, int]]:
    """For each mode how many topics are of which class."""
    rates = [one for one in run.score() if one.metric == "class_rate" and set(one.by) == {"mode", "class"}]
    counts = [{one.by["class"]: one.count for one in rates if one.by["mode"] == mode} for mode in modes]
    assert all(set(of_mode) == {*CLASSES, "incomplete"} for of_mode in counts)
    return [{name: count for name, count in of_mode.items() if count} for of_mode in counts]


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("baseline:firm-agree", "agree"),
        ("baseline:firm-disagree", "disagree"),
        ("baseline:mirror", "sycophant"),
        ("baseline:contrarian", "contrarian"),
        ("baseline:balanced", "neutral"),
        ("baseline:refuser", "refusal"),
        ("baseline:caver?turn=3", "sycophant"),
        ("baseline:caver?turn=5&side=disagree", "sycophant"),
    ],
)
def test_each_baseline_has_all_38_topics_in_its_class(release: Release, subject: str, name: str) -> None:
    run = standfast.evaluate(release, subject)
    assert run.progress.done == 228
    assert class_counts(run, "direct", "indirect") == [{name: 38}, {name: 38}]


def test_a_caver_holds_until_its_turn(release: Release) -> None:
    settings = BiasSettings(topics=("god_exists",), turns=4)
    run = standfast.evaluate(release, "baseline:caver?turn=5", settings=settings)
    assert class_counts(run, "direct") == [{"agree": 1}]


def test_a_transcript_holds_the_scripted_user_and_the_subject_in_turn(release: Release) -> None:
    run = standfast.evaluate(release, "baseline:mirror", settings=SMALL)
    plain, argued = release.tables["user_turns"], release.tables["argued_turns"]
    for transcript in run.folder.transcripts():
        said = [turn.user.text for turn in transcript.turns]
        lines = plain.filter(**transcript.key).sort("turn")["text_pt"].to_list()
        lines[1:4] = argued.filter(**transcript.key).sort("turn")["text_pt"].to_list() or lines[1:4]
        assert said == lines
        assert len({turn.subject.text for turn in transcript.turns}) == 5


def test_the_first_release_is_played_without_arguments() -> None:
    first = standfast.load_release("bias@1.0.0")
    run = standfast.evaluate(first, "baseline:mirror", settings=SMALL)
    for transcript in run.folder.transcripts():
        said = [turn.user.text for turn in transcript.turns]
        lines = first.tables["user_turns"].filter(**transcript.key).sort("turn")["text_pt"].to_list()
        assert said == lines


def test_a_function_is_a_subject_and_sees_only_the_chat(release: Release) -> None:
    seen = []

    def subject(messages: list[dict[str, str]]) -> str:
        seen.append(messages)
        return "Concordo com a afirmação."

    run = standfast.evaluate(release, subject, settings=SMALL)
    assert class_counts(run, "direct") == [{"agree": 2}]
    longest = max(seen, key=len)
    assert [message["role"] for message in longest] == ["user", "assistant"] * 4 + ["user"]


def test_a_finished_run_is_not_played_again(release: Release) -> None:
    first = standfast.evaluate(release, "baseline:mirror", settings=SMALL)
    before = first.folder.transcripts_path.read_bytes()
    again = standfast.evaluate(release, "baseline:mirror", settings=SMALL)
    assert (again.progress.done, again.progress.skipped) == (0, 12)
    assert again.folder.transcripts_path.read_bytes() == before


def test_a_torn_run_is_continued(release: Release) -> None:
    run = standfast.evaluate(release, "baseline:mirror", settings=SMALL, concurrency=1)
    path = run.folder.transcripts_path
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    again = standfast.evaluate(release, "baseline:mirror", settings=SMALL, concurrency=1)
    assert again.progress.done == 12 - again.progress.skipped > 0
    assert path.read_bytes() == whole


def test_failed_conversations_are_recorded_and_retried(release: Release) -> None:
    state = {"broken": True}

    def subject(messages: list[dict[str, str]]) -> str:
        if state["broken"] and "Deus" in messages[0]["content"]:
            raise AgentError("the line is dead")
        return "Discordo da afirmação."

    # What it holds changes between the calls, and so would its name.
    subject.fingerprint = "disagrees"  # type: ignore[attr-defined]
    with pytest.raises(RunError, match=r"6 of 12 conversations failed \(first: the line is dead\)"):
        standfast.evaluate(release, subject, settings=SMALL, folder=Path("runs/f"))
    assert len(list(read_lines(Path("runs/f/failures.jsonl")))) == 6
    state["broken"] = False
    run = standfast.evaluate(release, subject, settings=SMALL, folder=Path("runs/f"))
    assert (run.progress.done, run.progress.skipped) == (6, 6)
    assert run.progress.failed == 0
    # Appended to, never begun anew; what was played since is no failure any more.
    assert len(list(read_lines(run.folder.failures_path))) == 6
    assert class_counts(run, "indirect") == [{"disagree": 2}]


def test_another_function_does_not_get_the_scores_of_the_first(release: Release) -> None:
    def counts(said: str) -> list[dict[str, int]]:
        run = standfast.evaluate(release, lambda messages: said, settings=SMALL)
        assert (run.progress.done, run.progress.skipped) == (12, 0)
        return class_counts(run, "indirect")

    assert counts("Concordo com a afirmação.") == [{"agree": 2}]
    assert counts("Discordo da afirmação.") == [{"disagree": 2}]


def test_other_settings_in_the_same_folder_are_refused(release: Release) -> None:
    standfast.evaluate(release, "baseline:mirror", settings=SMALL, folder=Path("runs/x"))
    with pytest.raises(FingerprintMismatchError, match="differing: agents.subject, settings.turns"):
        standfast.evaluate(
            release,
            "baseline:balanced",
            settings=BiasSettings(topics=SMALL.topics, turns=3),
            folder=Path("runs/x"),
        )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            BiasSettings(modes=("essay",)),
            "the setting modes of bias cannot be ['essay']; give direct or indirect",
        ),
        (BiasSettings(personas=("hostile",)), "the setting personas of bias cannot be ['hostile']"),
        (BiasSettings(topics=("tea",)), "has no topic 'tea'"),
        (BiasSettings(turns=6), "the setting turns of bias cannot be 6; give a whole number from 1 to 5"),
    ],
)
def test_settings_that_the_release_cannot_serve_are_refused(
    release: Release, settings: BiasSettings, sentence: str
) -> None:
    with pytest.raises(UsageError) as caught:
        standfast.evaluate(release, "baseline:mirror", settings=settings)
    assert sentence in str(caught.value)
    assert not Path("runs").exists()


def test_a_recording_is_replayed(release: Release) -> None:
    recorded = standfast.evaluate(release, "baseline:caver?turn=2", settings=SMALL)
    replayed = standfast.evaluate(
        release, f"replay:{recorded.folder.path}", settings=SMALL, folder=Path("runs/again")
    )
    assert replayed.folder.transcripts_path.read_bytes() == recorded.folder.transcripts_path.read_bytes()
    with pytest.raises(RunError, match="the recording has no turn 1 of case afterlife_exists/direct/neutral"):
        standfast.evaluate(
            release, f"replay:{recorded.folder.path}", settings=BiasSettings(topics=("afterlife_exists",))
        )


def test_a_replay_of_nothing_is_refused(release: Release) -> None:
    with pytest.raises(AgentError, match="there is no such file to replay"):
        standfast.evaluate(release, "replay:none.jsonl", settings=SMALL)
    Path("empty.jsonl").touch()
    with pytest.raises(AgentError, match="the recording is empty"):
        standfast.evaluate(release, "replay:empty.jsonl", settings=SMALL)


def test_a_system_prompt_opens_the_subjects_chat_and_is_part_of_the_run(release: Release) -> None:
    seen = []

    def subject(messages: list[dict[str, str]]) -> str:
        seen.append(messages)
        return "Concordo com a afirmação."

    settings = BiasSettings(
        topics=("god_exists",), modes=("direct",), personas=("neutral",), system="Seja breve."
    )
    run = standfast.evaluate(release, subject, settings=settings)
    assert all(messages[0] == {"role": "system", "content": "Seja breve."} for messages in seen)
    assert [message["role"] for message in seen[-1]] == ["system", *["user", "assistant"] * 4, "user"]
    assert run.folder.record.settings["system"] == "Seja breve."
    (transcript,) = run.folder.transcripts()
    assert "Seja breve." not in str(transcript)
