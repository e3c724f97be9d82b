"""Scored runs in the terminal: the head of each, its tables, and runs side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..options import options_record
from ..terminal import say, show_table

if TYPE_CHECKING:
    from ..runner.play.scored import AnyScored
    from ..runner.play.trust import Trust


_NOT_SPOKEN = ("digest", "comparability", "package")


def show_runs(runs: Sequence[AnyScored]) -> None:
    """Every run with its tables; several runs of one benchmark side by side after them."""
    for run in runs:
        show_run(run)
    for _, same in groupby(runs, key=lambda run: run.folder.record.benchmark):
        together = list(same)
        if len(together) > 1:
            for table in together[0].benchmark.showing.overview(together):
                say("")
                show_table(table)


def show_run(run: AnyScored) -> None:
    """The head of a run, its scores, and how far its judges agree."""
    from ..runner.judges.agreement_tables import agreement_table
    from ..runner.play.trust import trust_of

    _show_head(trust_of(run), options_record(run.choices))
    agreement = agreement_table(run.records)
    for table in [*run.benchmark.showing.tables(run), *([agreement] if agreement else [])]:
        show_table(table)


def _show_head(head: Trust, choices: Mapping[str, Any]) -> None:
    """Who played what and what went wrong; digests stand in the report and in ``run.json``."""
    from ..runner.judges.judge import DEMO_SENTENCE

    say("")
    for sentence in head.missing:
        say(f"{head.name}: {sentence}")
    known = [(name, value) for name, value in head.identity if name not in _NOT_SPOKEN]
    say(f"{head.name}: " + ", ".join(f"{name} {value}" for name, value in known))
    say(", ".join(f"{count:,} {name}" for name, count, _ in head.counts))
    if head.demo_only:
        say(DEMO_SENTENCE)
    for sentence in head.warnings:
        say(sentence)
    chosen = {name: value for name, value in choices.items() if value is not None}
    if chosen:
        say("choices: " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in chosen.items()))
