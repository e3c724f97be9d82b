"""The page about runs of baselines, from the command a user gives."""

import re
from pathlib import Path

import pytest
import standfast
from standfast.releases.release import Release
from standfast.runner.benchmarks.picon.show.cases import picon_cases
from standfast.runner.play.scored import score_runs
from standfast.runner.report.export import Export

SETTINGS = {"personas": "dara-okafor-lindqvist", "sessions": 1}


@pytest.fixture(scope="module")
def runs(release: Release, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    return [
        standfast.evaluate(
            release, f"baseline:{subject}", settings=SETTINGS, folder=folder / name
        ).folder.path
        for subject, name in (("contradictor?statements=3", "c"), ("yes-confirmer", "y"))
    ]


def test_the_page_and_its_files(runs, tmp_path: Path) -> None:
    page = standfast.report(runs, tmp_path / "p.html", export=Export(tmp_path / "e", ["svg", "csv"]))
    text = page.read_text(encoding="utf-8")
    for section in ("consistency", "contradictions", "retest", "evidence", "cases"):
        assert f'<section id="{section}"' in text
    assert "Character.ai, published" in text
    assert "do not report these figures as findings" in text
    hrefs = set(re.findall(r'href="(#[^"?]+)"', text))
    assert all(f'id="{href[1:]}"' in text for href in hrefs)
    written = {path.name for path in (tmp_path / "e").iterdir()}
    assert {"radar.svg", "measures.svg", "contradiction-map.svg", "retest-grid.csv", "scores.csv"} <= written
    assert "currentColor" not in (tmp_path / "e" / "radar.svg").read_text(encoding="utf-8")


def test_the_contradictor_is_caught_where_it_contradicts(runs) -> None:
    (case,) = picon_cases(score_runs(runs[:1])[0])
    (anchor,) = [anchor for anchor, what in case.landmarks if what.endswith("contradiction")]
    (later,) = [one for one in case.bubbles if one.anchor == anchor]
    said = [text for name, text in later.verdicts[0].lines if name.startswith("turn ")]
    assert said[-1] == "Chile."
    (denier,) = picon_cases(score_runs(runs[1:])[0])
    assert "agreed to a decoy" in denier.facets["finding"]
