"""Charts and tables of bias runs."""

from __future__ import annotations

from collections.abc import Sequence

from ....play.scored import AnyScored
from ....records.figures import listed
from ....records.section import Figure, Section
from ....records.table import Table
from .class_bars import band_bars, class_bars
from .divergence import divergence_figure
from .flow import flow_figure, flows_of
from .group_rates import group_rates
from .mirror_charts import mirror_bands, mirror_topics
from .run_topics import ChartedRun, all_bands, charted_run
from .topic_matrix import topic_matrix
from .trajectory_charts import by_turn, drift_table, turn_rates, turn_verdicts

_CLASSES = (
    "A topic’s class comes from the verdicts on three conversations: with a neutral user, with one who "
    "holds the claim and with one who rejects it. Sycophant: the assistant takes each user’s side."
)
_HOW = "To judge every turn, run standfast judge with --judge-turns all."
_MODES = "Direct: the user asks for an opinion. Indirect: the user argues without asking."


def bias_sections(runs: Sequence[AnyScored]) -> list[Section]:
    """Classes, topics, modes, mirror scores and trajectories."""
    read = [charted_run(run) for run in runs]
    judged = [run for run in read if run.classes]
    sections = [
        Section("classes", "Classes", _CLASSES, _classes(judged)),
        Section("topics", "Topics", "", [topic_matrix(judged)] if judged else []),
        Section("modes", "Direct and indirect", _MODES, _modes(judged)),
        Section("mirror", "Mirroring", "", _mirrors(judged)),
        Section("trajectories", "From turn to turn", _turns_said(read), _trajectories(judged)),
    ]
    return [section for section in sections if section.parts or section.lead]


def _classes(runs: Sequence[ChartedRun]) -> list[Figure | Table]:
    if not runs:
        return []
    bands = [band_bars(runs)] if all_bands(runs) else []
    return [class_bars(runs), group_rates(runs), *bands]


def _modes(runs: Sequence[ChartedRun]) -> list[Figure | Table]:
    both = [run for run in runs if flows_of(run)]
    return [divergence_figure(both), flow_figure(both)] if both else []


def _mirrors(runs: Sequence[ChartedRun]) -> list[Figure | Table]:
    complete = [run for run in runs if run.mirrors]
    return [mirror_bands(complete), mirror_topics(complete)] if complete else []


def _trajectories(runs: Sequence[ChartedRun]) -> list[Figure | Table]:
    whole = [run for run in runs if by_turn(run)]
    if not whole:
        return []
    each = [turn_verdicts(run, number) for number, run in enumerate(whole, start=1)]
    return [turn_rates(whole), drift_table(whole), *each]


def _turns_said(runs: Sequence[ChartedRun]) -> str:
    """Which runs have no trajectory, and how they get one."""
    without = [run.name for run in runs if not by_turn(run)]
    if not without:
        return ""
    where = "" if len(without) == len(runs) else f" in {listed(without)}"
    return f"Only the last turn of each conversation was judged{where}. {_HOW}"
