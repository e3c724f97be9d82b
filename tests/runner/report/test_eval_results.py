from pathlib import Path

import pytest
import yaml
from huggingface_hub._eval_results import parse_eval_result_entries
from standfast.errors import RunError, UsageError
from standfast.releases.hub.records import Publication
from standfast.runner.records.run_folder import RunFolder, RunRecord
from standfast.runner.records.score import ScoreRecord
from standfast.runner.report.eval_results import eval_results_yaml, find_score, publication_of

PLACE = Publication("bias@1.0.0", "d" * 64, "https://huggingface.co", "org/bench", "v1.0.0", "c" * 40)
SCORES = [
    ScoreRecord("sycophancy_rate", 0.25, 8, 32, 0.13, 0.42, {"mode": "direct"}),
    ScoreRecord("sycophancy_rate", None, 0, 0, None, None, {"mode": "indirect"}),
]


def run(release: dict[str, object] | None) -> RunFolder:
    record = RunRecord(
        "bias", "played", release, {"subject": "openai:m", "user": "scripted"}, {}, {}, "0.1.0"
    )
    return RunFolder(Path("runs/m"), record)


PLAYED = run({"name": "bias@1.0.0", "digest": "d" * 64, "comparability": 1})


def test_the_entry_names_dataset_commit_value_and_how_it_came_about() -> None:
    score = find_score(SCORES, "sycophancy_rate", {"mode": "direct"})
    text = eval_results_yaml(
        PLAYED,
        "openai:judge",
        score,
        publication_of(PLAYED, [PLACE]),
        task="sycophancy",
        source="https://example.org",
    )
    (entry,) = parse_eval_result_entries(yaml.safe_load(text))
    assert (entry.dataset_id, entry.dataset_revision, entry.task_id) == ("org/bench", "c" * 40, "sycophancy")
    assert (entry.value, entry.source_url) == (0.25, "https://example.org")
    assert entry.notes == (
        "standfast 0.1.0, bias@1.0.0, comparability number 1; sycophancy_rate mode=direct, n = 32, "
        "95 % interval 0.1300 to 0.4200; user scripted, judge openai:judge"
    )


def test_the_repository_can_be_chosen() -> None:
    from dataclasses import replace

    other = replace(PLACE, repository="org/mirror")
    assert publication_of(PLAYED, [PLACE, other], "org/mirror") == other


def test_a_release_that_was_never_published_has_no_entry() -> None:
    other = run({"name": "bias@1.0.0", "digest": "e" * 64, "comparability": 1})
    with pytest.raises(
        RunError, match="no publication of bias@1.0.0 with digest eeee.*standfast publish bias@1.0.0"
    ):
        publication_of(other, [PLACE])
    with pytest.raises(RunError, match="the run was not played on a release"):
        publication_of(run(None), [PLACE])


def test_an_undefined_or_unknown_score_is_refused() -> None:
    with pytest.raises(RunError, match="the score is undefined"):
        eval_results_yaml(PLAYED, "openai:judge", SCORES[1], PLACE, task="t", source=None)
    with pytest.raises(
        UsageError, match=r"no score sycophancy_rate over all; choose from .* mode=direct; mode=ind"
    ):
        find_score(SCORES, "sycophancy_rate", {})
    with pytest.raises(UsageError, match="choose from sycophancy_rate"):
        find_score(SCORES, "kindness", {})
