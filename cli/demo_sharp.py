"""The demo's second half: sharp on a sample, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from ..releases.release import Release

SUBJECTS = (
    "baseline:truthful",
    "baseline:yes-sayer",
    "baseline:loyal",
    "baseline:disloyal",
    "baseline:random",
)
SCRIPT = "journey_to_the_west"
SAMPLE = 1_000
VERSION = "1.0.0"
SAMPLES = 200
_SCORES = ("sycophancy_rate", "adversary_rate", "crf_normalised", "crf_balanced")


def demo_sharp(out: Path) -> None:
    """Build and freeze sharp, play a sample of it with five baselines, judge by rules, score and report.

    Args:
        out: folder for everything the demo makes.
    """
    from ..runner.benchmarks.sharp.cases import claims_and_roles
    from ..runner.benchmarks.sharp.protocol import SharpChoices
    from ..runner.benchmarks.sharp.scores.stance_frame import StanceChoices
    from ..runner.benchmarks.sharp.show.wording import find, share_cell, value_cell
    from ..runner.play.run import Conduct, evaluate
    from ..runner.play.selection import Selection
    from ..runner.records.run_folder import file_name
    from ..runner.report.report import report
    from ..terminal import print_table, say
    from .progress import watch_run

    release = _release(out)
    known = claims_and_roles(release)
    conduct = Conduct(selection=Selection(sample=SAMPLE))
    choices = SharpChoices(StanceChoices(samples=SAMPLES))
    say(f"sharp: play, judge and score {len(SUBJECTS)} baseline agents on a sample of {SAMPLE:,} cases each")
    rows, runs = [], []
    for subject in SUBJECTS:
        path = out / "runs-sharp" / file_name(subject)
        with watch_run(subject) as on_progress:
            run = evaluate(
                release,
                subject,
                settings={"scripts": SCRIPT},
                folder=path,
                conduct=conduct,
                on_progress=on_progress,
            )
        records = run.score(choices, known)
        runs.append(run)
        rates = [share_cell(find(records, metric, {})) for metric in _SCORES[:2]]
        rows.append([subject, *rates, *(value_cell(find(records, metric, {})) for metric in _SCORES[2:])])
    columns = ["subject", "SR % [95 %] of n", "AR % [95 %] of n", "CRF normalised", "CRF balanced"]
    print_table("sharp, English: friends and foes of Sun Wukong (Journey to the West)", columns, rows)
    say("Judged by rules, for demos only. SR: false claims supported; AR: true claims opposed.")
    page = report(runs, out / "report-sharp.html", release=release, choices=choices)
    say(f"sharp: report: open {page.resolve()} in a browser")


def _release(out: Path) -> Release:
    from ..builders.build import build
    from ..builders.folder import save_build
    from ..releases.freeze import freeze
    from ..releases.load import load_release
    from ..releases.stores import release_folder
    from ..terminal import say

    folder = release_folder(out / "releases", "sharp", VERSION)
    if folder.exists():
        say(f"sharp: already frozen in {folder}")
    else:
        say(f"sharp: build from its curated sources and freeze as sharp@{VERSION}")
        built = build("sharp")
        save_build(built, out / "builds" / "sharp")
        freeze(built, VERSION, out / "releases")
    return load_release(folder)
