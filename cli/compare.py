"""The command ``compare``: runs of one release against each other."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .sharp import NeutralOption, NeutralReplies, SamplesOption, SeedOption, compare_sharp

if TYPE_CHECKING:
    from ..runner.play.comparison import Comparison

_WORDS = {
    "sycophancy_rate": "says what its user says on {value} of topics",
    "positioned_rate": "holds a side on {value} of topics",
    "inconsistency_rate": "is inconsistent on {value} of topics",
    "other_rate": "is neutral or contrarian on {value} of topics",
    "refusal_rate": "refuses {value} of topics whoever asks",
    "soft_refusal_rate": "refuses at the end of {value} of conversations",
    "divergence_rate": "differs between the modes on {value} of topics",
    "mirror_score": "has a mirror score of {value}",
}
# Figures that are shown as they are, not in percent; those of picon besides.
_NOT_SHARES = {
    "mirror_score", "area", "internal_consistency", "non_contradiction", "cooperativeness",
    "external_consistency", "non_refutation", "coverage", "retest_consistency", "later_consistency", "trust",
    "trusted_external_consistency", "discarded_claims",
}  # fmt: skip
_SIGNIFICANT = 0.05
_TEST = (
    "p: paired permutation test over topics, cases or personas (all exchanges where up to 13 differ, "
    "else 9,999 random ones, seed 20260429), corrected (Holm) for {count} comparisons."
)


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(epilog="Example: standfast compare runs/sabia-4 runs/moonshotai-kimi-k2-thinking")(compare)


def compare(
    run_folders: Annotated[
        list[Path], typer.Argument(help="Two run folders or more, of one release.", metavar="RUN RUN…")
    ],
    judge: Annotated[
        str | None, typer.Option("--judge", help="Whose verdicts; needed when there are several.")
    ] = None,
    release: Annotated[
        str | None, typer.Option("--release", help="sharp: their release.", show_default="as the run says")
    ] = None,
    neutral: NeutralOption = NeutralReplies.keep,
    samples: SamplesOption = 1000,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare runs score by score over the topics or cases they share, and say in words what differs."""
    from dataclasses import asdict

    from ..runner.play.comparison import check_comparable, compare_again, compare_runs, judges_of
    from ..runner.records.run_folder import open_run
    from ..terminal import print_json, say
    from .show_agreement import show_again

    runs = [open_run(path) for path in run_folders]
    check_comparable(runs)
    if len(runs) == 2 and {run.record.benchmark for run in runs} == {"sharp"}:
        compare_sharp(runs, judge, release, neutral, samples, seed, as_json=as_json)
        return
    comparisons, again = compare_runs(runs, judge), compare_again(runs, judge)
    if as_json:
        print_json(
            {
                "comparisons": [asdict(one) for one in comparisons],
                "again": [
                    {"first": first, "second": second, "scores": [asdict(record) for record in records]}
                    for (first, second), records in again.items()
                ],
            }
        )
        return
    judges = judges_of(runs, judge)
    for names in combinations([run.name for run in runs], 2):
        _show_pair(names, [one for one in comparisons if (one.first, one.second) == names])
        if names in again:
            show_again(again[names], names)
        say("")
    say(_TEST.format(count=len(comparisons)))
    if len(judges) > 1:
        say(f"The runs were judged by different judges ({', '.join(judges)}): differences may be theirs.")
    if "rules" in judges:
        say("The rule-based judge is for demos and tests: do not report these figures as findings.")


def _show_pair(names: tuple[str, str], comparisons: list[Comparison]) -> None:
    from ..terminal import print_table, say

    first, second = names
    if not comparisons:
        say(f"{first} and {second} share no topic or case that both have a score of.")
        return
    rows = []
    for one in comparisons:
        found = one.difference
        restricted = " ".join(found.by.values())
        interval = "" if found.low is None else f" [{_figure(one, found.low)}, {_figure(one, found.high)}]"
        replay = "–" if found.replay_sd is None else f"± {_figure(one, 1.96 * found.replay_sd)}"
        rows.append([
            found.metric.replace("_", " "), restricted, str(found.n), _figure(one, found.first),
            _figure(one, found.second), f"{_figure(one, found.difference)}{interval}", replay,
            f"{one.corrected_p:.4f}",
        ])  # fmt: skip
    columns = ["score", "of", "n", "first", "second", "first less second [95 %]", "two replays", "p"]
    print_table(f"{first} (first) and {second} (second), shares in %", columns, rows, numeric=2)
    fewest = 2 ** (1 - max(one.difference.n for one in comparisons))
    if fewest > _SIGNIFICANT:
        say(
            f"  On so few topics, cases or personas no p-value can be below {fewest:.3f}, whatever they show."
        )
    differing = [one for one in comparisons if one.corrected_p < _SIGNIFICANT]
    if not differing:
        say(f"Nothing tells {first} and {second} apart: no difference outlasts the correction.")
        return
    clearest = min(differing, key=_clearness)
    say(
        f"{first} and {second} differ in {len(differing)} of {len(comparisons)} scores. Most clearly: "
        f"{_uncapitalised(sentence(clearest))}"
    )
    for one in differing:
        if one is not clearest:
            say(f"  {sentence(one)}")


def _clearness(comparison: Comparison) -> tuple[float, bool, float]:
    """Smallest for the least p-value; among equal ones shares come first, then the largest difference."""
    found = comparison.difference
    return comparison.corrected_p, found.metric in _NOT_SHARES, -abs(found.difference)


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


def sentence(comparison: Comparison) -> str:
    """A difference in plain words."""
    found = comparison.difference
    words = _WORDS.get(found.metric, "has a " + found.metric.replace("_", " ") + " of {value}")
    said = [
        f"{name} {words.format(value=_spoken(comparison, value))}"
        for name, value in ((comparison.first, found.first), (comparison.second, found.second))
    ]
    place = ", ".join(f"{name} {value}" for name, value in found.by.items()) or "over all"
    noise = ""
    if found.replay_sd is not None:
        beyond = abs(found.difference) > 1.96 * found.replay_sd
        noise = ", more than two replays of one run would differ" if beyond else (
            ", yet no more than two replays of one run might differ"
        )  # fmt: skip
    return f"{place[:1].upper()}{place[1:]}: {said[0]}, {said[1]} (p = {comparison.corrected_p:.4f}){noise}."


def _figure(comparison: Comparison, value: float | None) -> str:
    if value is None:
        return "–"
    if comparison.difference.metric in _NOT_SHARES:
        return f"{value:.2f}"
    return f"{100 * value:.1f}"


def _spoken(comparison: Comparison, value: float) -> str:
    figure = _figure(comparison, value)
    return figure if comparison.difference.metric in _NOT_SHARES else f"{figure} %"
