"""The command ``compare``: runs of one release against each other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, Choice, JudgeOption, ReleaseOption
from .runs import given_choices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..runner.records.difference import Comparison
    from ..runner.records.metric import Metric

_SIGNIFICANT = 0.05
_TEST = (
    "p: paired randomisation test over {units} (all exchanges where few differ, else 9,999 random ones), "
    "corrected (Holm) for {count} comparisons."
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast compare runs/sabia-4 runs/moonshotai-kimi-k2-thinking")(compare)


def compare(
    context: typer.Context,
    run_folders: Annotated[
        list[Path], typer.Argument(help="Two run folders or more, of one release.", metavar="RUN RUN…")
    ],
    judge: JudgeOption = None,
    release: ReleaseOption = None,
    choice: Choice = None,
    as_json: AsJson = False,
) -> None:
    """Compare runs score by score over the units they share, and say in words what differs."""
    from ..runner.judges.judge import DEMO_SENTENCE, RULES
    from ..runner.play.comparison import check_comparable, compare_runs
    from ..runner.play.scored import open_runs
    from ..runner.records.run_folder import open_run
    from ..runner.records.score import scores_json
    from ..terminal import print_json, say, show_table

    folders = [open_run(path) for path in run_folders]
    context.obj.refuse_foreign([folder.record.benchmark for folder in folders])
    check_comparable(folders)
    choices = given_choices(context, folders[0].record.benchmark, choice)
    runs = open_runs(folders, judge=judge, release=release, choices=choices)
    compared = compare_runs(runs)
    judges = list(dict.fromkeys(run.judge for run in runs))
    if as_json:
        print_json(
            {
                "runs": [
                    {
                        "run": run.name,
                        "judge": run.judge,
                        "release": run.release.name,
                        "state": run.state.record(),
                    }
                    for run in runs
                ],
                "comparisons": [_record(one) for one in compared.comparisons],
                "reruns": [
                    {"first": first, "second": second, "scores": scores_json(records)}
                    for (first, second), records in compared.reruns.items()
                ],
            }
        )
        return
    benchmark = runs[0].benchmark
    for run in runs:
        for words in run.state.sentences(benchmark.showing.case_word):
            say(f"{run.name}: {words}")
    for names in combinations([run.name for run in runs], 2):
        pair = [one for one in compared.comparisons if (one.first, one.second) == names]
        _show_pair(names, pair, benchmark.scoring.metrics)
        if names in compared.reruns and benchmark.showing.reruns is not None:
            for table in benchmark.showing.reruns(compared.reruns[names], names):
                show_table(table)
        say("")
    say(
        _TEST.format(
            units=benchmark.playing.units, count=sum(one.p_holm is not None for one in compared.comparisons)
        )
    )
    if len(judges) > 1:
        say(f"The runs were judged by different judges ({', '.join(judges)}): differences may be theirs.")
    if RULES in judges:
        say(DEMO_SENTENCE)


def _record(one: Comparison) -> dict[str, object]:
    """A comparison as JSON: the figures of the difference, first less second, and its corrected p."""
    from dataclasses import asdict

    found = one.difference
    figures = {**asdict(found), "difference": found.difference}
    return {"first": one.first, "second": one.second, "difference": figures, "p_holm": one.p_holm}


def _show_pair(
    names: tuple[str, str], comparisons: Sequence[Comparison], metrics: Mapping[str, Metric]
) -> None:
    from ..runner.records.metric import figure, metric_of
    from ..terminal import print_table, say

    first, second = names
    if not comparisons:
        say(f"{first} and {second} share nothing that both have a score of.")
        return
    rows = []
    for one in comparisons:
        found, about = one.difference, metric_of(metrics, one.difference.metric)
        interval = "" if found.low is None else f" [{figure(about, found.low)}, {figure(about, found.high)}]"
        replay = "–" if found.replay_sd is None else f"± {figure(about, 1.96 * found.replay_sd)}"
        rows.append([
            found.metric.replace("_", " "), " ".join(found.by.values()), _count(one),
            figure(about, found.first), figure(about, found.second),
            f"{figure(about, found.difference)}{interval}", replay,
            "–" if one.p_holm is None else f"{one.p_holm:.4f}",
        ])  # fmt: skip
    columns = ["score", "of", f"n ({comparisons[0].difference.unit})", "first", "second",
               "first less second [95 %]", "two replays", "p"]  # fmt: skip
    print_table(f"{first} (first) and {second} (second), shares in %", columns, rows, numeric=2)
    fewest = 2 ** (1 - max(one.difference.n for one in comparisons))
    if fewest > _SIGNIFICANT:
        unit = comparisons[0].difference.unit
        say(f"  On so few {unit} no p-value can be below {fewest:.3f}, whatever they show.")
    differing = sorted(
        (one for one in comparisons if one.p_holm is not None and one.p_holm < _SIGNIFICANT),
        key=lambda one: _clearness(one, metrics),
    )
    if not differing:
        say(f"Nothing tells {first} and {second} apart: no difference outlasts the correction.")
        return
    clearest, *others = (sentence(one, metrics) for one in differing)
    say(
        f"{first} and {second} differ in {len(differing)} of {len(comparisons)} scores. Most clearly: "
        f"{clearest[:1].lower()}{clearest[1:]}"
    )
    for words in others:
        say(f"  {words}")


def _count(one: Comparison) -> str:
    found = one.difference
    return f"{found.n:,}" if found.replies is None else f"{found.n:,}, {found.replies:,} replies"


def _clearness(one: Comparison, metrics: Mapping[str, Metric]) -> tuple[float, bool, float]:
    """Smallest for the least p-value; among equal ones shares come first, then the largest difference."""
    from ..runner.records.metric import metric_of

    found = one.difference
    return one.p_holm or 0.0, metric_of(metrics, found.metric).kind != "share", -abs(found.difference or 0.0)


def sentence(one: Comparison, metrics: Mapping[str, Metric]) -> str:
    """A difference in plain words.

    Args:
        one: the comparison.
        metrics: what is said of each score.
    """
    from ..runner.records.metric import metric_of
    from ..runner.records.metric import sentence as words

    found = one.difference
    about = metric_of(metrics, found.metric)
    parts = [
        f"{name} {words(about, value)}"
        for name, value in ((one.first, found.first), (one.second, found.second))
    ]
    place = ", ".join(f"{name} {value}" for name, value in found.by.items()) or "over all"
    noise = ""
    if found.replay_sd is not None:
        beyond = abs(found.difference or 0.0) > 1.96 * found.replay_sd
        noise = (
            ", more than two replays of one run would differ"
            if beyond
            else ", yet no more than two replays of one run might differ"
        )
    return f"{place[:1].upper()}{place[1:]}: {', '.join(parts)} (p = {one.p_holm or 0.0:.4f}){noise}."
