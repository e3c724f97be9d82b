"""Scores of picon runs as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .....terminal import print_table, say

if TYPE_CHECKING:
    from ....records.run_folder import RunFolder
    from ....records.score import ScoreRecord

_AXES = (
    ("area", "area of the triangle"),
    ("internal_consistency", "internal consistency (IC)"),
    ("non_contradiction", "  non-contradiction"),
    ("cooperativeness", "  cooperativeness"),
    ("external_consistency", "external consistency (EC)"),
    ("non_refutation", "  non-refutation"),
    ("coverage", "  coverage"),
    ("retest_consistency", "retest consistency (RC)"),
    ("later_consistency", "  in a later session"),
    ("trust", "trust: 1 − decoys agreed to"),
    ("trusted_external_consistency", "EC, coverage weighted by trust"),
    ("discarded_claims", "claims not confirmed"),
)
_POOLED = ("cooperativeness", "non_contradiction", "coverage", "decoy_agreement", "supported_of_decided")
_SHORT = (
    "area", "internal_consistency", "external_consistency", "retest_consistency", "trust",
    "trusted_external_consistency",
)  # fmt: skip


def show_picon(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    """The scores of a run: means over personas, shares over turns, claims, retests, counts."""
    from ....records.run_facts import run_facts
    from ..scores.run_scores import COUNTS

    agents = run.record.agents
    say("")
    say(", ".join(f"{role} {spec}" for role, spec in agents.items()) + f", judge {judge}")
    facts = run_facts(run, judge)
    say(", ".join(f"{count} {name}" for name, count in facts.items() if name != "unread verdicts"))
    if judge == "rules":
        say("The rule-based judge is for demos and tests: do not report these figures as findings.")
    reading = next((record.choices["reading"] for record in records if "reading" in record.choices), "paper")
    say(f"choices: formulas read as in the {reading}; intervals: t over personas, Wilson over turns")
    print_table(
        f"{run.name}: mean over personas [95 % interval] (SD between personas; personas)",
        ["", "score"],
        [[title, _mean_cell(records, name)] for name, title in _AXES],
    )
    print_table(
        "over all turns: count of n, % [95 % interval]",
        ["", "share"],
        [[name.replace("_", " "), _share_cell(_pooled(records, name, {}))] for name in _POOLED],
    )
    _show_by(records, "confirmed claims", "claim_rate", {})
    for stage, title in (
        ("retest", "asked again in the session"),
        ("later", "asked again in a later session"),
    ):
        _show_by(records, title, "retest_rate", {"stage": stage})
    for record in records:
        if record.metric == "contradictions":
            say(f"contradictions that take {record.by['statements']} statements: {record.count}")
    counts = {record.metric: record.count or 0 for record in records if record.metric in COUNTS}
    say("counts: " + ", ".join(f"{name.replace('_', ' ')} {counts.get(name, 0)}" for name in COUNTS))
    if counts.get("failed_searches"):
        say(
            "What rests on a failed search is not measured. To search again, without playing again: "
            f"standfast judge {run.path} --judge {judge} --search-again"
        )


def show_picon_runs(runs: Sequence[tuple[str, Sequence[ScoreRecord]]], *, published: bool = True) -> None:
    """A line per run, and below them the published figures as a line of reference.

    Args:
        runs: names and scores.
        published: whether the published figures are shown.
    """
    from .radar import SOURCE, published_groups

    rows = [[name, *(_plain(_find(records, metric)) for metric in _SHORT)] for name, records in runs]
    if published:
        rows += [
            [f"{group.name} (published)", *(f"{value:.2f}" for value in group.axes()), "–", "–"]
            for group in published_groups()
        ]
    print_table("runs side by side", ["", "area", "IC", "EC", "RC", "trust", "EC by trust"], rows)
    if published:
        say(f"published: {SOURCE}")
        say("Published scores rest on other questions and judges: a line of reference, not of comparison.")


def _show_by(records: Sequence[ScoreRecord], title: str, metric: str, by: dict[str, str]) -> None:
    found = [
        record
        for record in records
        if record.metric == metric and record.by.get("over") == "turns" and by.items() <= record.by.items()
    ]
    if found and found[0].n:
        rows = [[record.by["verdict"].replace("_", " "), _share_cell(record)] for record in found]
        print_table(f"{title}: count of n, % [95 % interval]", ["verdict", "share"], rows)


def _mean_cell(records: Sequence[ScoreRecord], metric: str) -> str:
    record = _find(records, metric)
    if record is None or record.value is None:
        return "undefined"
    spread = next(
        (one.value for one in records if one.metric == "persona_sd" and one.by == {"metric": metric}), None
    )
    interval = "" if record.low is None or record.high is None else f" [{record.low:.2f}, {record.high:.2f}]"
    sd = "" if spread is None else f"{spread:.2f}; "
    missing = f"; undefined for {record.choices['undefined']}" if "undefined" in record.choices else ""
    return f"{record.value:.2f}{interval} ({sd}{record.n}{missing})"


def _plain(record: ScoreRecord | None) -> str:
    return "undefined" if record is None or record.value is None else f"{record.value:.2f}"


def _share_cell(record: ScoreRecord | None) -> str:
    if record is None or record.value is None or record.low is None or record.high is None:
        return "undefined (of none)"
    low, high = 100 * record.low, 100 * record.high
    of = f"mean over repeats, of {record.n}" if record.count is None else f"{record.count} of {record.n}"
    return f"{of}, {100 * record.value:.1f} [{low:.1f}, {high:.1f}]"


def _find(records: Sequence[ScoreRecord], metric: str) -> ScoreRecord | None:
    return next((record for record in records if record.metric == metric and not record.by), None)


def _pooled(records: Sequence[ScoreRecord], metric: str, by: dict[str, str]) -> ScoreRecord | None:
    wanted = {"over": "turns", **by}
    return next((record for record in records if record.metric == metric and record.by == wanted), None)
