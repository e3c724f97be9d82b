"""Direct against indirect mode, score by score, over a run's own topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .correction import holm
from .measure import Measure
from .paired import paired_difference
from .record import ScoreRecord


def mode_differences(measures: Sequence[Measure]) -> list[ScoreRecord]:
    """Direct less indirect for every score that both modes have, a topic a pair.

    ``divergence`` counts topics whose class differs either way; this says which way the modes differ. For
    each score (``by``: score): ``mode_difference`` with its bootstrap interval; ``mode_difference_noise``,
    the standard deviation that the difference of two plays of one mode would show, where known of replays;
    ``mode_difference_p``, by a paired permutation test over topics, corrected (Holm) for the scores.

    Args:
        measures: of a run, as ``bias_units.bias_measures`` gives them.
    """
    modes = {
        mode: {one.metric: replace(one, by={}) for one in measures if one.by.get("mode") == mode}
        for mode in ("direct", "indirect")
    }
    found = {
        metric: difference
        for metric, direct in modes["direct"].items()
        if metric in modes["indirect"]
        and (difference := paired_difference(direct, modes["indirect"][metric])) is not None
    }
    corrected = holm({metric: difference.p_value for metric, difference in found.items()})
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
        choices = {"test": one.test.method, "correction": f"Holm, {len(found)} scores"}
        records.append(
            ScoreRecord("mode_difference_p", corrected[metric], None, one.n, by=by, choices=choices)
        )
    return records
