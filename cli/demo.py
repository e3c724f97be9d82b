"""The demo: the whole chain on a fresh machine, without network or keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

SUBJECTS = (
    "baseline:firm-agree",
    "baseline:mirror",
    "baseline:contrarian",
    "baseline:balanced",
    "baseline:refuser",
    "baseline:caver?turn=3",
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast demo --out demo")(demo)


def demo(
    out: Annotated[Path, typer.Option(help="Folder for everything the demo makes.")] = Path("demo"),
) -> None:
    """Build, freeze, play, judge and score bias, sharp and picon with baseline agents; offline."""
    from ..builders.build import build
    from ..builders.folder import save_build
    from ..releases.freeze import freeze
    from ..releases.load import load_release
    from ..releases.stores import release_folder
    from ..runner.benchmarks.bias.protocol import topic_bands
    from ..runner.play.run import evaluate
    from ..runner.records.run_folder import file_name
    from ..runner.report.report import report
    from ..terminal import say
    from .demo_picon import demo_picon
    from .demo_sharp import demo_sharp
    from .progress import watch_run
    from .show_runs import show_class_counts

    say("1/5  build bias from its curated sources")
    built = build("bias")
    save_build(built, out / "builds" / "bias")
    folder = release_folder(out / "releases", "bias", "1.1.0")
    if folder.exists():
        say(f"2/5  already frozen in {folder}")
    else:
        say("2/5  freeze it as bias@1.1.0")
        freeze(built, "1.1.0", out / "releases")
    say("3/5  load it again, checking every digest")
    release = load_release(folder)
    say(f"4/5  play, judge and score {len(SUBJECTS)} baseline agents, 228 conversations each")
    runs = []
    for subject in SUBJECTS:
        path = out / "runs" / file_name(subject)
        with watch_run(subject) as on_progress:
            run = evaluate(release, subject, folder=path, on_progress=on_progress)
        runs.append(run)
    bands = topic_bands(release)
    show_class_counts([(run.folder.record.agents["subject"], run.score(bands=bands)) for run in runs])
    say("Judged by rules, for demos only. All figures with intervals:")
    say(f"  standfast score --runs {out / 'runs'}")
    page = report(runs, out / "report.html", release=release)
    say(f"5/5  report: open {page.resolve()} in a browser")
    demo_sharp(out)
    demo_picon(out)
