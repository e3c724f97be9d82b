"""Commands about runs that were played: import, score, reproduce."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import ReleaseName, Runs
from .sharp import NeutralOption, NeutralReplies, SamplesOption, SeedOption, score_sharp

if TYPE_CHECKING:
    from ..runner.records.run_folder import RunFolder
    from ..runner.records.score import ScoreRecord


class Duplicates(StrEnum):
    """Which of several rows of one case counts."""

    last = "last"
    first = "first"
    error = "error"


class LegacyLabels(StrEnum):
    """What happens to words of the tool's first version."""

    map = "map"
    keep = "keep"
    error = "error"


class Missing(StrEnum):
    """What a topic with an absent or unread verdict becomes."""

    strict = "strict"
    original = "original"


class Readings(StrEnum):
    """How published formulas are read."""

    paper = "paper"
    package = "package"


class Interval(StrEnum):
    """The interval of a share."""

    wilson = "wilson"
    exact = "exact"


RunPaths = Annotated[
    list[Path] | None,
    typer.Argument(help="Run folders; all below --runs when none is given.", metavar="[RUN]…"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
MissingOption = Annotated[
    Missing,
    typer.Option(help="Topics with absent or unread verdicts: incomplete, or as the original tool does."),
]
IntervalOption = Annotated[Interval, typer.Option(help="bias: interval of shares.")]
ReferenceOption = Annotated[
    Path | None,
    typer.Option(help="sharp: run of the backbone for the snowball mode.", show_default="its own control"),
]
ReadingOption = Annotated[
    Readings, typer.Option(help="picon: the formulas as published, or as the original program has them.")
]
JudgeOption = Annotated[
    str | None, typer.Option("--judge", help="Whose verdicts; needed when there are several.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command("import", epilog="Example: standfast import bias results/*.jsonl.gz")(import_)
    app.command(epilog="Example: standfast score runs/sabia-4 --json")(score)
    app.command(epilog="Example: standfast reproduce bias ../shared/data/bias")(reproduce)


def import_(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: bias.", metavar="BENCHMARK")],
    files: Annotated[list[Path], typer.Argument(help="Result files, plain or gzip.", metavar="FILE…")],
    runs: Runs = Path("runs"),
    duplicates: Annotated[
        Duplicates, typer.Option(help="Which row of the same case counts.")
    ] = Duplicates.last,
    legacy_labels: Annotated[
        LegacyLabels, typer.Option(help="What to do with in_favor, against, diretas, indiretas.")
    ] = LegacyLabels.map,
    release: ReleaseName = "bias",
) -> None:
    """Take recorded results of llm-bias-bench over into run folders, and report all that is odd in them."""
    from ..errors import UsageError
    from ..releases.load import load_release
    from ..runner.benchmarks.bias.imported.llm_bias_bench import ImportChoices, import_results
    from .show_runs import show_imports

    if benchmark != "bias":
        raise UsageError(f"there is nothing to import for {benchmark!r}", fix="results exist for: bias")
    topics = load_release(release).tables["topics"]["topic_id"].to_list()
    choices = ImportChoices(duplicates.value, legacy_labels.value)
    show_imports(import_results(files, runs, topics, choices))


def score(
    run_folders: RunPaths = None,
    runs: Runs = Path("runs"),
    judge: JudgeOption = None,
    release: Annotated[
        str | None, typer.Option("--release", help="Their release.", show_default="as the run says")
    ] = None,
    missing: MissingOption = Missing.strict,
    interval: IntervalOption = Interval.wilson,
    neutral: NeutralOption = NeutralReplies.keep,
    reference: ReferenceOption = None,
    samples: SamplesOption = 1000,
    seed: SeedOption = 0,
    reading: ReadingOption = Readings.paper,
    as_json: AsJson = False,
) -> None:
    """Score runs: rates with counts and intervals, by group; for bias also medians over several runs."""
    from dataclasses import asdict

    from ..runner.benchmarks.bias.scores.median import median_records
    from ..runner.benchmarks.bias.show.print_noise import show_divergences
    from ..runner.benchmarks.picon.show.print_scores import show_picon_runs
    from ..terminal import print_json
    from .show_runs import show_medians, show_scores

    chosen = chosen_runs(run_folders, runs)
    bias = [folder for folder in chosen if _played_like_bias(folder)]
    sharp = [folder for folder in chosen if folder.record.benchmark == "sharp"]
    scored = _score_bias(bias, judge, release, missing, interval)
    medians = median_records([records for _, _, records in scored])
    if sharp:
        scored += score_sharp(sharp, judge, release, reference, neutral, samples, seed)
    interviews = [folder for folder in chosen if folder.record.benchmark == "picon"]
    scored += _score_picon(interviews, judge, reading)
    if as_json:
        print_json(
            {
                "runs": [
                    {"run": folder.name, "judge": name, "scores": [asdict(record) for record in records]}
                    for folder, name, records in scored
                ],
                "medians": [asdict(record) for record in medians],
            }
        )
        return
    for folder, name, records in scored:
        show_scores(folder, name, records)
    show_divergences([(folder.name, records) for folder, _, records in scored])
    show_medians(medians)
    if interviews:
        show_picon_runs([(one.name, own) for one, _, own in scored if one.record.benchmark == "picon"])


def _played_like_bias(folder: RunFolder) -> bool:
    """Whether a run is of bias or of a user's own topics."""
    return folder.record.benchmark.partition(".")[0] in ("bias", "topics")


def _score_picon(
    folders: list[RunFolder], judge: str | None, reading: Readings
) -> list[tuple[RunFolder, str, list[ScoreRecord]]]:
    from ..runner.benchmarks.picon.scores.run_scores import PiconChoices
    from ..runner.play.scoring import only_judge, score_run

    scored = []
    for folder in folders:
        name = judge or only_judge(folder)
        scored.append((folder, name, score_run(folder, judge=name, choices=PiconChoices(reading.value))))
    return scored


def _score_bias(
    folders: list[RunFolder], judge: str | None, release: str | None, missing: Missing, interval: Interval
) -> list[tuple[RunFolder, str, list[ScoreRecord]]]:
    from ..releases.load import load_release
    from ..runner.benchmarks.bias.protocol import topic_bands
    from ..runner.benchmarks.bias.scores.topic_classes import ScoreChoices
    from ..runner.play.scoring import only_judge, score_run

    choices = ScoreChoices(missing.value, interval.value)
    scored = []
    for folder in folders:
        name = judge or only_judge(folder)
        bands = topic_bands(load_release(release or folder.record.benchmark))
        scored.append((folder, name, score_run(folder, judge=name, bands=bands, choices=choices)))
    return scored


def reproduce(
    benchmark: Annotated[str, typer.Argument(help="The benchmark: bias.", metavar="BENCHMARK")],
    reference: Annotated[Path, typer.Argument(help="Folder of recorded verdicts and published figures.")],
    as_json: AsJson = False,
) -> None:
    """Compute the published figures again from recorded verdicts, and list what cannot be."""
    from dataclasses import asdict

    from ..errors import UsageError
    from ..runner.benchmarks.bias.reproduce.published import reproduce_bias
    from ..terminal import print_json
    from .show_runs import show_reproduction

    if benchmark != "bias":
        raise UsageError(f"no published figures are known for {benchmark!r}", fix="they are for: bias")
    checks = reproduce_bias(reference)
    if as_json:
        print_json([asdict(check) for check in checks])
    else:
        show_reproduction(checks)
    if any(check.matched != check.recomputable for check in checks):
        raise typer.Exit(1)


def chosen_runs(run_folders: list[Path] | None, runs: Path) -> list[RunFolder]:
    """The runs that were named, or all below a folder.

    Raises:
        RunError: there is none, or one cannot be read.
    """
    from ..errors import RunError
    from ..runner.records.run_folder import list_runs, open_run

    chosen = [open_run(path) for path in run_folders] if run_folders else list_runs(runs)
    if not chosen:
        raise RunError("there are no runs here", where=str(runs), fix="run or import something first")
    return chosen
