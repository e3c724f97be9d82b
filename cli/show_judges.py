"""How far the judges of runs agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from ..terminal import say, show_table

if TYPE_CHECKING:
    from ..runner.records.run_folder import RunFolder


def show_judges(runs: Sequence[RunFolder]) -> None:
    """Each pair of judges, and of passes of one judge, label by label; all judges together from three on."""
    from ..runner.judges.agreement_tables import label_table
    from ..runner.records.run_facts import judge_names, shared_models
    from ..runner.statistics.agreement import agreement_of_pairs, paired_labels

    judges = list(dict.fromkeys(judge for run in runs for judge in run.judges()))
    for run in runs:
        for judge in run.judges():
            for sentence in shared_models(run.record.agents, judge_names(run, judge)):
                say(f"{run.name}, {judge}: {sentence}")
    for first, second in combinations(judges, 2):
        pairs = [
            pair
            for run in runs
            if {first, second} <= set(run.judges())
            for pair in paired_labels(run.verdicts(first), run.verdicts(second))
        ]
        if pairs:
            show_table(label_table(f"{second} (columns) beside {first} (rows)", agreement_of_pairs(pairs)))
    _show_all(runs)


def _show_all(runs: Sequence[RunFolder]) -> None:
    """All judges together, on the replies that every one of them judged; a judge's later passes are none."""
    from ..runner.judges.agreement import many_judge_records
    from ..runner.judges.agreement_tables import agreement_table
    from ..runner.judges.judge import first_passes
    from ..runner.statistics.ratings import judged_by_all

    everywhere = [judge for judge in first_passes(runs[0]) if all(judge in run.judges() for run in runs)]
    items: list[tuple[str | None, ...]] = []
    for run in runs:
        items += judged_by_all({judge: run.verdicts(judge) for judge in everywhere})
    if len(everywhere) > 2 and items:
        records = many_judge_records(items, len(everywhere))
        table = agreement_table(records, f"{len(everywhere)} judges together")
        if table is not None:
            show_table(table)
