"""Commands of the sharp benchmark alone: calibrate, compare."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AgentsFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..releases.release import Release
    from ..runner.records.run_folder import RunFolder
    from ..runner.records.score import ScoreRecord


class NeutralReplies(StrEnum):
    """Whether neutral and unclear replies stay in denominators."""

    keep = "keep"
    drop = "drop"


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
NeutralOption = Annotated[
    NeutralReplies, typer.Option(help="sharp: whether neutral and unclear replies stay in denominators.")
]
SamplesOption = Annotated[int, typer.Option(help="sharp: bootstrap samples.", min=100)]
SeedOption = Annotated[int, typer.Option("--bootstrap-seed", help="sharp: seed of the bootstrap.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(epilog="Example: standfast calibrate sharp --judge openai:MODEL@http://localhost:8000/v1")(
        calibrate
    )


def calibrate(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: sharp.", metavar="BENCHMARK")],
    judge: Annotated[str, typer.Option(help="Judge to measure: rules or an agent.")],
    language: Annotated[list[str] | None, typer.Option(help="en, zh or pt; all when not given.")] = None,
    release: Annotated[
        str, typer.Option("--release", help="Release whose rubric an agent is given.")
    ] = "sharp",
    concurrency: Annotated[int, typer.Option(help="Replies at once.", min=1)] = 8,
    agents: AgentsFile = None,
    as_json: AsJson = False,
) -> None:
    """Measure a judge on labelled replies: accuracy, confusion, kappa and the noise floor under SR and AR."""
    from dataclasses import asdict

    from ..errors import UsageError
    from ..releases.load import load_release
    from ..runner.benchmarks.sharp.calibration.calibrate import calibration_records
    from ..runner.benchmarks.sharp.calibration.items import LANGUAGES
    from ..runner.benchmarks.sharp.calibration.run import calibrate_judge
    from ..runner.benchmarks.sharp.show.print_scores import show_calibration
    from ..terminal import print_json

    if benchmark != "sharp":
        raise UsageError(f"there is no calibration set for {benchmark!r}", fix="there is one for: sharp")
    calibrated = calibrate_judge(
        judge,
        lambda: load_release(release),
        languages=tuple(language or LANGUAGES),
        concurrency=concurrency,
        catalogue=agents,
    )
    records = calibration_records(calibrated)
    if not as_json:
        show_calibration(calibrated, records)
        return
    labels = [
        {"item_id": item.item_id, "label": item.label, "said": said}
        for item, said in zip(calibrated.items, calibrated.labels, strict=True)
    ]
    print_json({"judge": judge, "scores": [asdict(record) for record in records], "labels": labels})


def compare_sharp(
    runs: Sequence[RunFolder],
    judge: str | None,
    release: str | None,
    neutral: NeutralReplies,
    samples: int,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Compare two runs of sharp case by case: paired intervals over claims, and McNemar's test."""
    from dataclasses import asdict

    from ..runner.benchmarks.sharp.cases import claims_and_roles
    from ..runner.benchmarks.sharp.compare_runs import compare_sharp_runs
    from ..runner.benchmarks.sharp.scores.stance_frame import StanceChoices
    from ..runner.benchmarks.sharp.show.print_scores import show_comparison
    from ..runner.play.scoring import only_judge
    from ..terminal import print_json

    judged = [(run, judge or only_judge(run)) for run in runs]
    known = claims_and_roles(release_of(runs[0], release))
    choices = StanceChoices(neutral.value, samples, seed)
    records = compare_sharp_runs(judged[0], judged[1], known, choices)
    if as_json:
        print_json({"runs": [run.name for run in runs], "scores": [asdict(record) for record in records]})
    else:
        show_comparison((runs[0].name, runs[1].name), records)


def release_of(run: RunFolder, given: str | None) -> Release:
    """The release a run was played with, or the one given in its place.

    Raises:
        UsageError: the release is not the one that was played.
        ReleaseError: it cannot be found.
    """
    from ..errors import UsageError
    from ..releases.load import load_release

    played = run.record.release or {}
    release = load_release(given or played["name"])
    if release.digest != played["digest"]:
        raise UsageError(
            f"{run.name} was played with another {played['name']}",
            where=str(release.folder),
            fix="give the folder of that release with --release",
        )
    return release


def score_sharp(
    folders: Sequence[RunFolder],
    judge: str | None,
    release: str | None,
    reference: Path | None,
    neutral: NeutralReplies,
    samples: int,
    seed: int,
) -> list[tuple[RunFolder, str, list[ScoreRecord]]]:
    """Score runs of sharp: the run, its judge, its scores.

    Args:
        folders: the runs.
        judge: whose verdicts, or None for the only judge.
        release: the release, or None for the one that each run names.
        reference: a run of the backbone for the snowball mode.
        neutral: the neutral rule.
        samples: bootstrap samples.
        seed: of the bootstrap.
    """
    from ..runner.benchmarks.sharp.cases import claims_and_roles
    from ..runner.benchmarks.sharp.protocol import SharpChoices
    from ..runner.benchmarks.sharp.scores.stance_frame import StanceChoices
    from ..runner.play.scoring import only_judge, score_run
    from ..runner.records.run_folder import open_run

    backbone = open_run(reference) if reference else None
    choices = SharpChoices(StanceChoices(neutral.value, samples, seed), backbone)
    scored = []
    for folder in folders:
        name = judge or only_judge(folder)
        known = claims_and_roles(release_of(folder, release))
        scored.append((folder, name, score_run(folder, judge=name, bands=known, choices=choices)))
    return scored
