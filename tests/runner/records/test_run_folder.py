import json
from dataclasses import replace
from pathlib import Path

import pytest
from standfast.errors import FingerprintMismatchError, RunError
from standfast.runner.records.run_folder import RunRecord, create_run, file_name, list_runs, open_run

RECORD = RunRecord(
    "bias", "played", {"name": "bias@1.0.0", "digest": "d"}, {"subject": "s"}, {"turns": 5}, {}, "0.1.0"
)


def test_a_run_folder_is_opened_again_by_the_same_record(tmp_path: Path) -> None:
    create_run(tmp_path / "r", RECORD)
    assert create_run(tmp_path / "r", RECORD).record == RECORD
    assert open_run(tmp_path / "r").record == RECORD
    assert [run.name for run in list_runs(tmp_path)] == ["r"]


def test_another_record_is_refused_with_the_fields_that_differ(tmp_path: Path) -> None:
    create_run(tmp_path / "r", RECORD)
    other = replace(
        RECORD, settings={"turns": 3, "modes": ["direct"]}, release={"name": "bias@1.0.0", "digest": "e"}
    )
    with pytest.raises(FingerprintMismatchError) as caught:
        create_run(tmp_path / "r", other)
    assert "differing: release.digest, settings.modes, settings.turns" in str(caught.value)
    assert open_run(tmp_path / "r").record == RECORD


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"fingerprint": "x", "benchmark": "bias"}'])
def test_a_damaged_run_json_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(RunError, match=r"run.json cannot be read"):
        open_run(tmp_path)


def test_a_folder_without_a_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"there is no run.json; give the folder of a run"):
        open_run(tmp_path)


def test_verdicts_that_are_not_there_or_damaged_are_errors(tmp_path: Path) -> None:
    run = create_run(tmp_path / "r", RECORD)
    with pytest.raises(RunError, match=r"no verdicts by 'rules' \(there are: none\); judge the run first"):
        list(run.verdicts("rules"))
    run.verdicts_path("rules").parent.mkdir()
    run.verdicts_path("rules").write_text(json.dumps({"case": {}, "turn": 1}) + "\n")
    with pytest.raises(RunError, match=r"rules.jsonl: line 1 lacks or has too many fields"):
        list(run.verdicts("rules"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("anthropic/claude-haiku-4.5", "anthropic-claude-haiku-4.5"),
        ("baseline:caver?turn=3", "baseline-caver-turn-3"),
        ("../../etc/passwd", "etc-passwd"),
        ("模型", "模型"),
        ("??", "unnamed"),
    ],
)
def test_a_spec_becomes_a_harmless_file_name(text: str, name: str) -> None:
    assert file_name(text) == name
