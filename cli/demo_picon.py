"""The picon part of the demo: one persona, interviewed as every baseline; offline."""

from __future__ import annotations

from pathlib import Path

from ..terminal import say

PERSONA = "dara-okafor-lindqvist"
SUBJECTS = (
    "baseline:steady",
    "baseline:drifter",
    "baseline:evader",
    "baseline:parrot",
    "baseline:yes-confirmer",
    "baseline:contradictor?statements=2",
    "baseline:contradictor?statements=3",
)


def demo_picon(out: Path) -> None:
    """Build and freeze picon, interview one persona as each baseline, and show the scores side by side."""
    from ..builders.build import build
    from ..builders.folder import save_build
    from ..releases.freeze import freeze
    from ..releases.load import load_release
    from ..releases.stores import release_folder
    from ..runner.benchmarks.picon.settings import PiconSettings
    from ..runner.benchmarks.picon.show.print_scores import show_picon_runs
    from ..runner.play.run import evaluate
    from ..runner.records.run_folder import file_name
    from ..runner.report.report import report
    from .progress import watch_run

    folder = release_folder(out / "releases", "picon", "1.0.0")
    if not folder.exists():
        built = build("picon")
        save_build(built, out / "builds" / "picon")
        freeze(built, "1.0.0", out / "releases")
    release = load_release(folder)
    settings = PiconSettings(personas=(PERSONA,), sessions=1)
    say(f"picon: interview {PERSONA} as {len(SUBJECTS)} baselines, {settings.turns} questions and a retest")
    runs = []
    for subject in SUBJECTS:
        path = out / "picon-runs" / file_name(subject)
        with watch_run(subject) as on_progress:
            run = evaluate(release, subject, settings=settings, folder=path, on_progress=on_progress)
        runs.append(run)
    show_picon_runs([(subject, run.score()) for subject, run in zip(SUBJECTS, runs, strict=True)])
    say("Who names nothing covers nothing, so EC is 0; what no formula settles is undefined, not 0.")
    say("Who agrees to everything agrees to decoys as well: only trust tells yes-confirmer from steady.")
    say(f"All figures with intervals: standfast score --runs {out / 'picon-runs'}")
    page = report(runs, out / "picon.html", release=release)
    say(f"Charts and every interview: open {page.resolve()} in a browser")
