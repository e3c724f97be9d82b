"""The demo: the whole chain on a fresh machine, without network or keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from ..releases.release import Release


@dataclass(frozen=True)
class Demo:
    """What the demo does with one benchmark.

    Attributes:
        benchmark: its name.
        version: what the build is frozen as.
        subjects: baselines that are played.
        runs: folder of the runs.
        page: file of the report.
        settings: of the runs.
        sample: how many cases are drawn, or None for all.
        choices: of the scores.
        remarks: what to know of the figures, line by line.
    """

    benchmark: str
    version: str
    subjects: Sequence[str]
    runs: str
    page: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    sample: int | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    remarks: Sequence[str] = ()


DEMOS = (
    Demo(
        "bias",
        "1.1.0",
        ("firm-agree", "mirror", "contrarian", "balanced", "refuser", "caver?turn=3"),
        "runs",
        "report.html",
    ),
    Demo(
        "sharp",
        "1.0.0",
        ("truthful", "yes-sayer", "loyal", "disloyal", "random"),
        "runs-sharp",
        "report-sharp.html",
        settings={"scripts": "journey_to_the_west"},
        sample=1_000,
        choices={"samples": 200},
        remarks=("SR: false claims supported; AR: true claims opposed.",),
    ),
    Demo(
        "picon",
        "1.0.0",
        (
            "steady",
            "drifter",
            "evader",
            "parrot",
            "yes-confirmer",
            "contradictor?statements=2",
            "contradictor?statements=3",
        ),
        "picon-runs",
        "picon.html",
        settings={"personas": "dara-okafor-lindqvist", "sessions": 1},
        remarks=(
            "Who names nothing covers nothing, so EC is 0; what no formula settles is undefined, not 0.",
            "Who agrees to everything agrees to decoys as well: only trust tells yes-confirmer from steady.",
        ),
    ),
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast demo --out demo", rich_help_panel="Begin here")(demo)


def demo(
    out: Annotated[Path, typer.Option(help="Folder for everything the demo makes.")] = Path("demo"),
) -> None:
    """Build, freeze, play, judge, score and report every benchmark with baseline agents; offline."""
    for number, one in enumerate(DEMOS, start=1):
        _show(one, f"{number}/{len(DEMOS)}  {one.benchmark}", out)


def _show(demo: Demo, head: str, out: Path) -> None:
    from ..runner.play.plan import make_plan
    from ..runner.play.run import Conduct, estimate, evaluate
    from ..runner.play.scored import score_runs
    from ..runner.play.selection import Selection
    from ..runner.records.figures import counted
    from ..runner.records.run_folder import file_name
    from ..runner.report.report import report
    from ..terminal import say, show_table
    from .progress import watch_run

    release = _release(demo, head, out)
    subjects = [f"baseline:{name}" for name in demo.subjects]
    selection = Selection(sample=demo.sample)
    cases = estimate(make_plan(release, subjects[0], settings=demo.settings), selection).cases
    say(f"{head}: play, judge and score {len(subjects)} baseline agents, {counted(cases, 'cases')} each")
    runs = []
    for subject in subjects:
        path = out / demo.runs / file_name(subject)
        with watch_run(subject) as on_progress:
            run = evaluate(
                release,
                subject,
                settings=demo.settings,
                folder=path,
                conduct=Conduct(selection=selection),
                on_progress=on_progress,
            )
        runs.append(run)
    scored = score_runs([run.folder for run in runs], release=release, choices=demo.choices)
    for table in scored[0].benchmark.showing.overview(scored):
        show_table(table)
    for remark in demo.remarks:
        say(remark)
    say("Judged by rules, for demos only. All figures with intervals:")
    say(f"  standfast score --runs {out / demo.runs}")
    page = report(runs, out / demo.page, release=release, choices=demo.choices)
    say(f"{head}: charts, tables and every conversation: open {page.resolve()} in a browser")


def _release(demo: Demo, head: str, out: Path) -> Release:
    """The release of the demo's folder, built and frozen where it is not there, with every digest checked."""
    from ..builders.build import build
    from ..builders.folder import save_build
    from ..cards.freeze import freeze
    from ..releases.load import load_release
    from ..releases.stores import release_folder
    from ..terminal import say

    folder = release_folder(out / "releases", demo.benchmark, demo.version)
    if folder.exists():
        say(f"{head}: already frozen in {folder}")
    else:
        say(f"{head}: build from its curated sources and freeze as {demo.benchmark}@{demo.version}")
        built = build(demo.benchmark)
        save_build(built, out / "builds" / demo.benchmark)
        freeze(built, demo.version, out / "releases")
    return load_release(folder)
