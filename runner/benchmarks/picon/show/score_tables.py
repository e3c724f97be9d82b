"""Scores of picon runs as tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ....records.score import ScoreRecord, bounds_text
from ....records.table import Table
from ..metrics import COUNTS, MEASURES, METRICS
from ..scores.run_scores import UNDECIDED, PiconRun
from .format import UNDEFINED, in_words, score, with_interval
from .published import SOURCE, published_groups

# Parts of the axis that stands above them.
_PARTS = (
    "non_contradiction", "cooperativeness", "non_refutation", "coverage", "later_consistency",
)  # fmt: skip
_POOLED = ("cooperativeness", "non_contradiction", "coverage", "decoy_agreement", "supported_of_decided")
_STAGES = {"retest_consistency": "retest", "later_consistency": "later"}
_BESIDE = {
    "area": "area",
    "internal_consistency": "IC",
    "external_consistency": "EC",
    "retest_consistency": "RC",
    "trust": "trust",
    "trusted_external_consistency": "EC by trust",
}


def tables(run: PiconRun) -> list[Table]:
    """The scores of a run: means over personas, shares over turns, claims, retests, counts."""
    return [
        _means(run),
        Table(
            "pooled",
            "over all turns: count of n, % [95 % interval]",
            ["", "share"],
            [[METRICS[name].label, _share(run.find(name, {"over": "turns"}))] for name in _POOLED],
        ),
        *_verdicts(run, "claims", "confirmed claims", "claim_rate", {}),
        *_verdicts(run, "retest", "asked again in the session", "retest_rate", {"stage": "retest"}),
        *_verdicts(run, "later", "asked again in a later session", "retest_rate", {"stage": "later"}),
        _counts(run),
    ]


def overview(runs: Sequence[PiconRun]) -> list[Table]:
    """A line per run, and below them the published figures as a line of reference."""
    published = [
        [f"{group.name} (published)", *map(score, group.axes()), "–", "–"] for group in published_groups()
    ]
    return [
        Table(
            "runs",
            "runs side by side",
            ["", *_BESIDE.values()],
            [*([run.name, *(_plain(run.find(metric)) for metric in _BESIDE)] for run in runs), *published],
            note=f"published: {SOURCE}\n"
            "Published scores rest on other questions and judges: a line of reference, not of comparison.",
        )
    ]


def _means(run: PiconRun) -> Table:
    return Table(
        "means",
        f"{run.name}: mean over personas [95 % interval] (SD between personas; personas)",
        ["", "score"],
        [
            [f"{'  ' if name in _PARTS else ''}{about.label}", _mean(run, name)]
            for name, about in MEASURES.items()
        ],
        note=f"choices: formulas read as in the {run.choices.reading}; "
        "intervals: t over personas, Wilson over turns",
    )


def _mean(run: PiconRun, metric: str) -> str:
    record = run.find(metric)
    if record is None or record.value is None:
        return UNDEFINED
    spread = run.find("persona_sd", {"metric": metric})
    rest = [
        *([] if spread is None else [score(spread.value)]),
        str(record.n),
        *([f"undefined for {record.choices['undefined']}"] if "undefined" in record.choices else []),
        *_decided(run, metric),
    ]
    bounds = bounds_text(record, score)
    return f"{with_interval(record.value, record.low, record.high)}{bounds} ({'; '.join(rest)})"


def _decided(run: PiconRun, metric: str) -> list[str]:
    """For a consistency of answers, the questions that it rests on: those that were decided."""
    if metric not in _STAGES:
        return []
    undecided = run.find("retest_rate", {"over": "turns", "stage": _STAGES[metric], "verdict": UNDECIDED})
    if undecided is None or undecided.count is None:
        return []
    return [f"{undecided.n - undecided.count} of {undecided.n} questions decided"]


def _verdicts(run: PiconRun, key: str, title: str, metric: str, by: dict[str, str]) -> list[Table]:
    """A table of verdicts; none where nothing was judged."""
    wanted = {"over": "turns", **by}
    found = [one for one in run.records if one.metric == metric and wanted.items() <= one.by.items()]
    if not found or not found[0].n:
        return []
    rows = [[in_words(one.by["verdict"]), _share(one)] for one in found]
    return [Table(key, f"{title}: count of n, % [95 % interval]", ["verdict", "share"], rows)]


def _counts(run: PiconRun) -> Table:
    """Lines without a table: contradictions, what was counted on the way, and how to search again."""
    lines = [
        f"contradictions that take {one.by['statements']} statements: {one.count}"
        for one in run.records
        if one.metric == "contradictions"
    ]
    counts = {name: 0 if (one := run.find(name)) is None else one.count or 0 for name in COUNTS}
    lines.append("counts: " + ", ".join(f"{about.label} {counts[name]}" for name, about in COUNTS.items()))
    if counts["failed_searches"]:
        lines.append(
            "What rests on a failed search is not measured. To search again, without playing again: "
            f"standfast judge {run.folder.path} --judge {run.judge} --search-again"
        )
    return Table("counts", "counts", (), (), note="\n".join(lines))


def _plain(record: ScoreRecord | None) -> str:
    return UNDEFINED if record is None else score(record.value)


def _share(record: ScoreRecord | None) -> str:
    if record is None or record.value is None or record.low is None or record.high is None:
        return f"{UNDEFINED} (of none)"
    low, high = 100 * record.low, 100 * record.high
    of = f"mean over repeats, of {record.n}" if record.count is None else f"{record.count} of {record.n}"
    bounds = bounds_text(record, lambda value: f"{100 * value:.1f}")
    return f"{of}, {100 * record.value:.1f} [{low:.1f}, {high:.1f}]{bounds}"
