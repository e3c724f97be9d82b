"""The picon page: every figure of the scores, a triangle, and the words behind what was found."""

import html
import re
from pathlib import Path

import standfast
from standfast.builders.build import build
from standfast.releases.freeze import freeze
from standfast.releases.load import load_release
from standfast.runner.picon.listing import list_findings
from standfast.runner.report.picon_page import report_picon
from standfast.runner.report.picon_radar import point, triangle

SETTINGS = {"personas": "dara-okafor-lindqvist", "sessions": 1}


def test_the_triangle() -> None:
    assert triangle(1, 1, 1) == "0.0,-100.0 -86.6,50.0 86.6,50.0"
    assert triangle(None, 1, 1) is None
    assert point(0.5, 90)[1] == -50


def test_the_page(tmp_path: Path) -> None:
    freeze(build("picon"), "9.9.9", tmp_path / "store")
    release = load_release(str(tmp_path / "store" / "picon" / "9.9.9"))
    runs = [
        standfast.evaluate(release, f"baseline:{name}", settings=SETTINGS, folder=tmp_path / "runs" / file)
        for name, file in (("contradictor?statements=3", "c"), ("evader", "e"), ("yes-confirmer", "y"))
    ]
    page = html.unescape(
        report_picon([run.folder for run in runs], tmp_path / "p.html").read_text(encoding="utf-8")
    )
    assert len(re.findall(r'<polygon class="human"', page)) == 3
    assert "Character.ai (commercial, published)" in page
    assert "check:native_born_here" in page
    assert "[36] Chile." in page
    assert "agreed to a decoy" in page
    assert page.count("<tr><td>dara-okafor-lindqvist/en/shuffled, ") == 1 + 60 + 1
    (conflict,) = list_findings(runs[0].folder, "rules")
    assert (conflict.label, [number for number, _ in conflict.against]) == ("contradiction", [10, 36])
