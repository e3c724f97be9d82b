"""The sharp commands as a user types them."""

import json
import sys
from pathlib import Path

import pytest
import standfast
from standfast.cli import main
from standfast.runner.benchmarks.sharp.scores.stance_frame import LABELS


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("store")
    standfast.freeze(standfast.build("sharp"), "1.0.0", store)
    return store / "sharp" / "1.0.0"


def command(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["standfast", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
    said = capsys.readouterr()
    return int(stop.value.code or 0), said.out, said.err


def test_run_score_compare_and_report(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--sample", 200, "--set", "scripts=dom_casmurro", "--set", "languages=pt")
    for subject in ("loyal", "yes-sayer"):
        status, out, err = command(
            capsys, "run", frozen, "--subject", f"baseline:{subject}", "--name", subject, *few
        )
        assert status == 0, err
    # Eight roles, a stranger and no character: whole claims of ten cases.
    assert "200 exchanges" in out
    assert "dom_casmurro/bento/capitu" in out
    status, out, _ = command(capsys, "score", "runs/loyal", "--release", frozen, "--samples", 100, "--json")
    scores = json.loads(out)["runs"][0]["scores"]
    assert [s["value"] for s in scores if s["metric"] == "crf_balanced" and not s["by"]] == [1]
    status, out, _ = command(
        capsys, "compare", "runs/yes-sayer", "runs/loyal", "--release", frozen, "--samples", 100, "--json"
    )
    found = {one["difference"]["metric"]: one["difference"] for one in json.loads(out)["comparisons"]}
    assert found["crf_balanced"]["difference"] == -1  # first less second: the yes-sayer less the loyal one
    status, out, _ = command(capsys, "report", "runs/loyal", "runs/yes-sayer", "--release", frozen)
    page = Path("report.html").read_text(encoding="utf-8")
    assert status == 0
    assert "Report on 2 runs" in out
    assert "do not report these figures as findings" in page
    assert "Capitu" in page
    assert "src=" not in page


def test_calibrate_prints_what_it_measured(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = command(capsys, "calibrate", "sharp", "--judge", "rules", "--language", "pt", "--json")
    found = json.loads(out)
    accuracy = next(s for s in found["scores"] if s["metric"] == "accuracy" and not s["by"])
    assert status == 0
    assert accuracy["n"] == len(found["labels"]) >= 100
    assert accuracy["count"] == sum(label["label"] == label["said"] for label in _with_truth(found["labels"]))
    status, out, _ = command(capsys, "calibrate", "sharp", "--judge", "rules")
    for word in ("kappa", "SR floor", "confusion, en", "irony", *LABELS):
        assert word in out


def _with_truth(labels: list[dict]) -> list[dict]:
    from standfast.runner.benchmarks.sharp.calibration.items import calibration_items

    truth = {item.item_id: item.label for item in calibration_items()}
    assert all(label["label"] == truth[label["item_id"]] for label in labels)
    return labels


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("calibrate", "bias", "--judge", "rules"), "no calibration set for 'bias'"),
        (("calibrate", "sharp", "--judge", "rules", "--language", "fr"), "no calibration items in 'fr'"),
        (("calibrate", "sharp", "--judge", "baseline:loyal"), "speaks only inside the cases"),
    ],
)
def test_what_cannot_be_calibrated(
    frozen: Path, capsys: pytest.CaptureFixture[str], words: tuple, problem: str
) -> None:
    if "baseline:loyal" in words:
        words = (*words, "--release", frozen)
    status, _, err = command(capsys, *words)
    assert status in (1, 2)
    assert problem in " ".join(err.split())
