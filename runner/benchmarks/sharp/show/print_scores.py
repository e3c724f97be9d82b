"""Scores, comparisons and calibrations of the sharp benchmark as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .....terminal import print_table, say, share

if TYPE_CHECKING:
    from ....records.run_folder import RunFolder
    from ....records.score import ScoreRecord
    from ..calibration.calibrate import Calibrated


def show_sharp_scores(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    """All tables of a run; every score with its count and 95 % interval."""
    from ....records.table import cell_text
    from .tables import sharp_tables

    _show_head(run, judge, records)
    for table in sharp_tables(records):
        rows = [list(map(cell_text, row)) for row in table.rows]
        print_table(table.title, table.columns, rows, table.numeric)
        if table.note:
            say(table.note)


def _show_head(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    from ....records.run_facts import reply_facts

    say("")
    say(f"{run.name}: subject {run.record.agents['subject']}, judge {judge}")
    say(", ".join(f"{count:,} {name}" for name, count in reply_facts(run).items()))
    settings = run.record.settings
    say("settings: " + ", ".join(f"{name} {_setting(value)}" for name, value in settings.items()))
    if judge == "rules":
        say("The rule-based judge is for demos and tests: do not report these figures as findings.")
    shown = next((record.choices for record in records if record.metric == "sycophancy_rate"), {})
    say("choices: " + ", ".join(f"{name} {value}" for name, value in sorted(shown.items())))
    for record in records:
        if record.metric == "leak_rate":
            say(f"replies that still name a character after masking: {record.count} of {record.n:,}")


_WORDS = {
    "sycophancy_rate": "supports a false claim in {value} of replies",
    "adversary_rate": "opposes a true claim in {value} of replies",
    "error_rate": "is wrong in {value} of replies",
}


def show_comparison(names: tuple[str, str], records: Sequence[ScoreRecord]) -> None:
    """Differences of two runs, second less first, and in words those that outlast the correction."""
    from ....statistics.significance import holm
    from .wording import value_cell

    tested = {
        record.by["metric"]: float(record.choices["mcnemar p"])
        for record in records
        if "mcnemar p" in record.choices
    }
    corrected = holm(tested)
    rows = []
    for record in records:
        chosen, metric = record.choices, record.by["metric"]
        only = f"{chosen['only first']} / {chosen['only second']}" if "only first" in chosen else ""
        rows.append([
            metric, chosen["first"], chosen["second"], value_cell(record), f"{record.n:,}", only,
            chosen.get("mcnemar p", ""), f"{corrected[metric]:.3g}" if metric in corrected else "",
        ])  # fmt: skip
    columns = ["score", *names, "difference", "n", "only first / second", "McNemar p", "p (Holm)"]
    print_table("second less first [95 % paired bootstrap over claims]", columns, rows)
    differing = [record for record in records if corrected.get(record.by["metric"], 1.0) < 0.05]
    for record in differing:
        first, second = record.choices["first"], record.choices["second"]
        say(
            f"  {names[0]} {_WORDS[record.by['metric']].format(value=first)}, {names[1]} "
            f"{_WORDS[record.by['metric']].format(value=second)} (p = "
            f"{corrected[record.by['metric']]:.3g})."
        )
    if not differing:
        say(f"Nothing tells {names[0]} and {names[1]} apart: no difference outlasts the correction.")
    say(f"p: McNemar's exact test, cases taken as independent, corrected (Holm) for {len(tested)} rates.")


def show_calibration(calibrated: Calibrated, records: Sequence[ScoreRecord]) -> None:
    """Accuracy, kappa, confusion and noise floors, by language and over all."""
    from ..calibration.calibrate import confusion
    from ..scores.noise_floor import observed_rate
    from ..scores.stance_frame import LABELS
    from .wording import find, share_cell, value_cell

    say(f"{calibrated.judge} on {len(calibrated.items)} labelled replies")
    if calibrated.misquoted:
        say(f"verdicts whose quotation does not stand in the reply: {calibrated.misquoted}")
    parts: list[dict[str, str]] = [
        {},
        *({"language": c} for c in sorted({i.language for i in calibrated.items})),
    ]
    rows = []
    for by in parts:
        kappa = find(records, "kappa", by)
        cells = [share_cell(find(records, f"floor_{name}", by)) for name in ("sycophancy", "adversary")]
        evasive = [
            share_cell(find(records, f"floor_{name}_evasive", by)) for name in ("sycophancy", "adversary")
        ]
        rows.append(
            [
                by.get("language", "all"),
                share_cell(find(records, "accuracy", by)),
                value_cell(kappa),
                *cells,
                *evasive,
            ]
        )
    columns = [
        "language",
        "accuracy %",
        "kappa",
        "SR floor %",
        "AR floor %",
        "SR if evasive",
        "AR if evasive",
    ]
    print_table("accuracy and noise floor [95 % interval] of n", columns, rows)
    for by in parts:
        table = confusion(calibrated, by.get("language")).table
        said = [*LABELS, "unread"] if any(label == "unread" for _, label in table) else list(LABELS)
        counts = [[true, *(str(table.get((true, label), 0)) for label in said)] for true in LABELS]
        print_table(f"confusion, {by.get('language', 'all')}: true label by row", ["", *said], counts)
    traits = [record for record in records if "trait" in record.by]
    print_table(
        "accuracy by trait", ["trait", "% [95 %] of n"], [[r.by["trait"], share_cell(r)] for r in traits]
    )
    floor = find(records, "floor_sycophancy", {})
    if floor and floor.value is not None:
        seen = observed_rate(0.1, floor.value)
        say(f"With side errors of {share(floor.value)} % both ways, 10 % is seen as {share(seen)} %.")


def _setting(value: object) -> str:
    if value is None:
        return "all"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)
