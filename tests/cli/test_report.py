"""The choices of a report and a leaderboard, as a user gives them."""

import csv
import sys
from pathlib import Path

import pytest
import standfast
from standfast.cli import main
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.run import Conduct
from standfast.runner.play.selection import Selection


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["standfast", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
    return int(stop.value.code or 0), capsys.readouterr().err


@pytest.fixture
def bias() -> Path:
    settings = BiasSettings(topics=("god_exists",))
    release = standfast.load_release("bias")
    return standfast.evaluate(release, "baseline:mirror", settings=settings, folder=Path("b")).folder.path


@pytest.fixture
def sharp() -> list[Path]:
    release = standfast.load_release("sharp")
    few = {"scripts": "dom_casmurro", "characters": "capitu"}
    return [
        standfast.evaluate(
            release,
            f"baseline:{name}",
            folder=Path(name),
            settings=few,
            conduct=Conduct(selection=Selection(60)),
        ).folder.path
        for name in ("loyal", "random")
    ]


def test_the_choices_of_bias_stand_in_the_report(bias: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(capsys, "report", bias, "--missing", "original", "--interval", "exact")[0] == 0
    page = Path("report.html").read_text(encoding="utf-8")
    assert "<dt>missing</dt><dd>original</dd>" in page
    assert "<dt>interval</dt><dd>exact" in page


def test_the_choices_of_sharp_stand_in_report_and_leaderboard(
    sharp: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("--neutral", "drop", "--samples", 100, "--bootstrap-seed", 7, "--reference", sharp[1])
    assert command(capsys, "report", sharp[0], *given) == (0, "")
    assert command(capsys, "leaderboard", sharp[0], *given) == (0, "")
    for path in (Path("report.html"), Path("leaderboard/index.html")):
        page = path.read_text(encoding="utf-8")
        assert "<dt>neutral and unclear</dt><dd>drop" in page
        assert "<dt>reference</dt><dd>random</dd>" in page
        assert "100 samples, seed 7" in page


def test_the_reading_of_picon_changes_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    run = standfast.evaluate(
        standfast.load_release("picon"),
        "baseline:steady",
        folder=Path("p"),
        conduct=Conduct(selection=Selection(1)),
    ).folder.path
    for reading in ("paper", "package"):
        assert command(capsys, "report", run, "--reading", reading, "--out", f"{reading}.html")[0] == 0
        assert f"<dt>reading</dt><dd>{reading}" in Path(f"{reading}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("verb", ["report", "leaderboard"])
@pytest.mark.parametrize(
    ("option", "value", "of"),
    [("--neutral", "keep", "sharp"), ("--samples", "1000", "sharp"), ("--reading", "paper", "picon")],
)
def test_a_choice_of_another_benchmark_is_refused(
    bias: Path, capsys: pytest.CaptureFixture[str], verb: str, option: str, value: str, of: str
) -> None:
    status, said = command(capsys, verb, bias, option, value)
    assert status == 2
    assert f"{option} is a choice of {of}, not of bias; leave {option} out" in said


def test_two_reports_of_the_same_runs_are_the_same_bytes(
    bias: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("one", "two"):
        (Path(name)).mkdir()
        assert command(capsys, "report", bias, "--out", f"{name}/r.html", "--export", f"{name}/e")[0] == 0
    one, two = (
        {file.relative_to(name): file.read_bytes() for file in Path(name).rglob("*") if file.is_file()}
        for name in ("one", "two")
    )
    assert len(one) > 10
    assert one == two
    scores = list(csv.DictReader(Path("one/e/scores.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["run"] for row in scores} == {"b"}
