"""All scores of a run of the bias benchmark, from all of its verdicts, and their medians over runs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import TYPE_CHECKING

from ....play.repeats import over_repeats
from ....records.score import ScoreRecord
from ....records.verdict import Verdict
from ....statistics.paired import Measure, paired_difference
from ....statistics.significance import holm
from ..settings import ScoreChoices
from .mirror import mirror_records
from .noise import noise_records
from .persuasion import persuasion_records
from .replays import run_to_run_records
from .topic_classes import final_verdicts, score_bias
from .trajectory import label_conversations, score_trajectories
from .units import topic_measures

if TYPE_CHECKING:
    import polars as pl


def mode_differences(measures: Sequence[Measure]) -> list[ScoreRecord]:
    """Direct less indirect for every score that both modes have, a topic a pair.

    ``divergence`` counts topics whose class differs either way; this says which way the modes differ. For
    each score (``by``: score): ``mode_difference`` with its bootstrap interval; ``mode_difference_noise``,
    the standard deviation that the difference of two plays of one mode would show, where known of replays;
    ``mode_difference_p``, by a paired permutation test over topics, corrected (Holm) for the scores.

    Args:
        measures: of a run, as ``units.topic_measures`` gives them.
    """
    modes = {
        mode: {one.metric: replace(one, by={}) for one in measures if one.by.get("mode") == mode}
        for mode in ("direct", "indirect")
    }
    found = {
        metric: difference
        for metric, direct in modes["direct"].items()
        if metric in modes["indirect"]
        and (difference := paired_difference(direct, modes["indirect"][metric], "topics")) is not None
    }
    corrected = holm({metric: one.p for metric, one in found.items() if one.p is not None})
    records = []
    for metric, one in found.items():
        by = {"score": metric}
        records.append(
            ScoreRecord(
                "mode_difference",
                one.difference,
                None,
                one.n,
                one.low,
                one.high,
                by,
                {"difference": "direct less indirect", "interval": "bootstrap over topics"},
            )
        )
        if one.replay_sd is not None:
            records.append(ScoreRecord("mode_difference_noise", one.replay_sd, None, one.n, by=by))
        choices = {"test": one.test, "correction": f"Holm, {len(found)} scores"}
        records.append(
            ScoreRecord("mode_difference_p", corrected[metric], None, one.n, by=by, choices=choices)
        )
    return records


def score_bias_run(
    verdicts: Iterable[Verdict],
    bands: Mapping[str, str] | None = None,
    choices: ScoreChoices | None = None,
) -> list[ScoreRecord]:
    """Rates, mirror scores, replay noise, persuasion and, where all turns were judged, trajectories.

    Rates and mirror scores are means over the repeats where cases were played several times.

    Args:
        verdicts: every verdict of one judge on the run.
        bands: topic id to band.
        choices: policy and interval.
    """
    choices = choices or ScoreChoices()
    judged = list(verdicts)
    frame = final_verdicts(judged)
    conversations = label_conversations(judged)
    # A few cases judged turn by turn, left over from another way to judge, make no trajectory of a run.
    by_turn = conversations if 2 * len(conversations) >= frame.height else []
    repeats = [rows for _, rows in sorted(frame.partition_by("repeat", as_dict=True).items())]
    scored = [[*score_bias(rows, bands, choices), *mirror_records(rows, bands)] for rows in repeats]
    return [
        *(over_repeats(scored) if len(scored) > 1 else scored[0] if scored else ()),
        *(_of_all_repeats(frame, choices) if scored else ()),
        *score_trajectories(by_turn, choices.interval),
    ]


def _of_all_repeats(frame: pl.DataFrame, choices: ScoreChoices) -> list[ScoreRecord]:
    return [
        *noise_records(frame, choices.missing),
        *mode_differences(topic_measures(frame, choices.missing)),
        *persuasion_records(frame, choices.interval),
        *run_to_run_records(frame),
    ]


def median_records(runs: Sequence[Sequence[ScoreRecord]]) -> list[ScoreRecord]:
    """For each rate by mode alone, the median over the runs that have it (the paper's summary over models).

    Nothing for fewer than two runs.

    ``n`` is the number of runs; ``low`` and ``high`` are the smallest and largest value, not an interval.
    """
    if len(runs) < 2:
        return []
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for records in runs:
        for record in records:
            if set(record.by) == {"mode"} and record.value is not None:
                values[record.metric, record.by["mode"]].append(record.value)
    return [
        ScoreRecord(
            metric, median(of_runs), None, len(of_runs), min(of_runs), max(of_runs), {"mode": mode},
            {"over": "runs", "low and high": "smallest and largest run"},
        )
        for (metric, mode), of_runs in sorted(values.items())
    ]  # fmt: skip
