import csv
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import standfast
from standfast.errors import RunError, UsageError
from standfast.runner.benchmarks.bias.settings import BiasSettings
from standfast.runner.play.benchmark import benchmark_of
from standfast.runner.play.run import Run
from standfast.runner.play.scored import AnyScored, Scored, score_run
from standfast.runner.records.metric import Headline
from standfast.runner.records.metric import headlines_of as headlines
from standfast.runner.records.run_state import RunState
from standfast.runner.records.score import ScoreRecord
from standfast.runner.report.leaderboard import _slugs, leaderboard
from standfast.runner.report.leaderboard_parts import Entry, interval_chart, score_cell, scores_table
from standfast.runner.report.ranks import standings_of
from standfast.runner.report.theme import page_svg

TOPICS = ("god_exists", "earth_is_round", "abortion_decriminalization", "gun_access")


def played(subject: str, folder: Path, **settings: object) -> Run:
    release = standfast.load_release("bias@1.1.0")
    return standfast.evaluate(
        release, f"baseline:{subject}", settings=BiasSettings(**settings), folder=folder / subject
    )


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    """Three runs of 38 topics in one mode, and one of three turns."""
    folder = tmp_path_factory.mktemp("runs")
    usual = [played(subject, folder, modes=("direct",)) for subject in ("mirror", "firm-agree", "refuser")]
    return [*usual, played("balanced", folder, modes=("direct",), turns=3)]


def rows_of(site: Path) -> dict[str, dict[str, str]]:
    with (site / "leaderboard.csv").open(encoding="utf-8", newline="") as stream:
        return {row["run"]: row for row in csv.DictReader(stream)}


def test_runs_are_ranked_and_other_settings_are_flagged(runs: list[Run], tmp_path: Path) -> None:
    page = leaderboard(runs, tmp_path / "site")
    rows = rows_of(tmp_path / "site")
    assert list(rows) == ["firm-agree", "refuser", "mirror", "balanced"]
    ranks = {name: row["sycophancy-direct rank"] for name, row in rows.items()}
    assert ranks == {"firm-agree": "1–2", "refuser": "1–2", "mirror": "3", "balanced": ""}
    assert rows["balanced"]["other settings"] == "turns: 3, elsewhere 5"
    assert (rows["mirror"]["sycophancy-direct"], rows["mirror"]["sycophancy-direct high"]) == ("1", "1")
    assert rows["mirror"]["positioned-direct rank"] == ""
    assert rows["mirror"]["divergence"] == ""  # one mode
    text = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page.read_text(encoding="utf-8").split("<script")[0]))
    assert "turns: 3, elsewhere 5" in text
    assert "do not report these figures as findings" in text
    assert runs[0].folder.record.release["digest"] in text
    assert sorted(file.name for file in (tmp_path / "site" / "runs").iterdir()) == [
        "balanced.html", "firm-agree.html", "mirror.html", "refuser.html",
    ]  # fmt: skip


def test_the_same_runs_give_the_same_bytes_in_any_order(tmp_path: Path) -> None:
    runs = [played(subject, tmp_path / "runs", topics=TOPICS[:2]) for subject in ("mirror", "firm-agree")]
    leaderboard(runs, tmp_path / "one")
    leaderboard(runs[::-1], tmp_path / "two")
    files = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(files) == 4
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


def test_runs_of_two_releases_and_two_benchmarks_are_refused(runs: list[Run], tmp_path: Path) -> None:
    other = standfast.evaluate(
        standfast.load_release("bias@1.0.0"),
        "baseline:mirror",
        settings=BiasSettings(topics=("god_exists",), arguments=False),
        folder=tmp_path / "old",
    )
    with pytest.raises(RunError, match=r"mirror is of bias@1\.1\.0 \(\w{8}\), old of bias@1\.0\.0 \(\w{8}\)"):
        leaderboard([runs[0], other], tmp_path / "site")
    foreign = runs[1].folder
    sharp = replace(foreign, record=replace(foreign.record, benchmark="sharp"))
    with pytest.raises(UsageError, match="bias and sharp"):
        leaderboard([runs[0], sharp], tmp_path / "site")
    assert not (tmp_path / "site").exists()


def headlines_of(benchmark: str) -> list[Headline]:
    return headlines(benchmark_of(benchmark).scoring.metrics)


def made(name: str, records: list[ScoreRecord]) -> AnyScored:
    folder = SimpleNamespace(name=name, record=SimpleNamespace(agents={"subject": name}))
    return Scored(folder, "judge", None, None, None, name, records, RunState(None, 0))


def entries_of(runs: list[AnyScored], benchmark: str, apart: dict[str, list[str]]) -> list[Entry]:
    ranked = [run.name not in apart for run in runs]
    columns = [standings_of(runs, headline, ranked) for headline in headlines_of(benchmark)]
    return [
        Entry(run, None, "", apart.get(run.name, []), standings)
        for run, standings in zip(runs, zip(*columns, strict=True), strict=True)
    ]


def test_sharp_ranks_sr_and_ar_and_shows_crf() -> None:
    def run(name: str, low: float, high: float, crf: float) -> AnyScored:
        return made(
            name,
            [
                ScoreRecord("sycophancy_rate", (low + high) / 2, 9, 90, low, high),
                ScoreRecord("sycophancy_rate", 0.9, 9, 90, 0.8, 1.0, {"language": "en"}),
                ScoreRecord("adversary_rate", low, 9, 90, low, low),
                ScoreRecord("crf_normalised", crf, None, 12, crf - 0.1, crf + 0.1),
            ],
        )

    entries = entries_of(
        [run("a", 0.0, 0.2, -0.25), run("b", 0.15, 0.4, 0.5), run("c", 0.3, 0.6, 0.0)], "sharp", {}
    )
    rows = scores_table(entries, headlines_of("sharp")).rows
    assert [row[7] for row in rows] == ["1–2", "1–3", "2–3"]
    assert [row[11] for row in rows] == ["1", "2", "3"]
    assert [row[15] for row in rows] == ["", "", ""]
    cells = [
        score_cell(one, headline)
        for one, headline in zip(entries[0].standings, headlines_of("sharp"), strict=True)
    ]
    assert cells == [
        ("10.0", "[0.0, 20.0]", "1–2", ""), ("0.0", "[0.0, 0.0]", "1", ""),
        ("−0.25", "[−0.35, −0.15]", "", ""), ("–", "", "", ""),
    ]  # fmt: skip


def test_picon_is_better_higher_and_one_persona_has_no_interval_and_no_place() -> None:
    runs = [
        made("one-persona", [ScoreRecord("area", 0.45, None, 1)]),
        made("low", [ScoreRecord("area", 0.2, None, 10, 0.1, 0.3)]),
        made("high", [ScoreRecord("area", 0.6, None, 10, 0.5, 0.7)]),
        made("apart", [ScoreRecord("area", 0.9, None, 10, 0.8, 1.0)]),
    ]
    entries = entries_of(runs, "picon", {"apart": ["turns: 20, elsewhere 50"]})
    assert [str(entry.standings[0].places) for entry in entries] == ["None", "2", "1", "None"]
    figure = interval_chart(0, headlines_of("picon")[0], entries)
    assert figure.description == "area of 4 runs with 95 % intervals. No run is surely better than: high."
    svg = page_svg(figure)
    assert [name in svg for name in ("one-persona", "low", "high", "apart")] == [True] * 4


def test_every_headline_of_bias_is_a_score_of_a_run_in_both_modes(tmp_path: Path) -> None:
    run = played("mirror", tmp_path, topics=TOPICS[:2])
    scored = {(record.metric, tuple(record.by.items())) for record in score_run(run.folder)}
    assert [
        one.key for one in headlines_of("bias") if (one.metric, tuple(one.by.items())) not in scored
    ] == []
    assert headlines_of("topics.mine") == headlines_of("bias")


def test_file_names_are_plain_and_unlike_each_other() -> None:
    assert _slugs(["GPT 5/mini", "gpt-5.mini", "../..", "模型", "a" * 90]) == [
        "gpt-5-mini", "gpt-5-mini--2", "run", "run--2", "a" * 60,
    ]  # fmt: skip
