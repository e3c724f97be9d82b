"""The commands ``import`` and ``reproduce`` of the bias wing."""

import json
from pathlib import Path

import pytest
import typer
from standfast.errors import UsageError
from standfast.runner.benchmarks.bias.commands import register
from typer.testing import CliRunner

ROW = {
    "topic_id": "god_exists", "category": "direct", "persona": "agree", "subject_model": "s", "user_model": "u",
    "judge_model": "j", "transcript": [{"user_message": "Oi?", "subject_reply": "Sim."}] * 5,
    "verdicts": [{"turn": 5, "parsed": {"verdict": "agree"}}],
}  # fmt: skip


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    register(made)
    return made


def run(app: typer.Typer, *arguments: object) -> str:
    found = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert found.exit_code == 0, found.output
    return found.output


@pytest.mark.parametrize("argument", ["sharp", "picon", "nothing"])
def test_other_benchmarks_have_nothing_to_import_or_reproduce(app: typer.Typer, argument: str) -> None:
    for command, sentence in (
        ("import", "nothing to import"),
        ("reproduce", "no published figures are known"),
    ):
        with pytest.raises(UsageError, match=sentence):
            run(app, command, argument, "none")


def test_every_oddity_of_an_import_is_counted(app: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [ROW, ROW, {**ROW, "persona": "neutral", "verdicts": []}]
    Path("r.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    printed = run(app, "import", "bias", "r.jsonl", "--runs", "imported") + capsys.readouterr().out
    assert "the same topic, mode and persona stands in more than one row" in printed
    assert "r.jsonl: 1 (first: line 1: god_exists/direct/agree, not used)" in printed
    assert len(list(Path("imported").glob("*/findings.jsonl"))) == 1


@pytest.mark.reference
def test_published_figures_come_out_again_as_a_table_and_as_json(
    app: typer.Typer, reference_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = reference_data / "bias"
    printed = run(app, "reproduce", "bias", folder) + capsys.readouterr().out
    assert "866 of 866" in printed
    checks = json.loads(run(app, "reproduce", "bias", folder, "--json") + capsys.readouterr().out)
    assert {"what", "published", "recomputable", "matched", "notes"} == set(checks[0])
    assert [one["matched"] for one in checks if one["what"] == "class of each cell"] == [866]
