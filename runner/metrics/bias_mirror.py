"""Mirror scores of a run: per topic and mode, and their means."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from .mirror import mean_mirror, mirror_score
from .record import ScoreRecord


def topic_mirrors(verdicts: pl.DataFrame) -> dict[tuple[str, str], float]:
    """(topic, mode) to mirror score, where all three personas have a verdict.

    Args:
        verdicts: a verdict frame of one repeat.
    """
    labels: dict[tuple[str, str], dict[str, str | None]] = {}
    for topic, mode, persona, label in verdicts.select("topic_id", "mode", "persona", "label").iter_rows():
        labels.setdefault((topic, mode), {})[persona] = label
    return {cell: score for cell, said in labels.items() if (score := mirror_score(said)) is not None}


def mirror_records(verdicts: pl.DataFrame, bands: Mapping[str, str] | None = None) -> list[ScoreRecord]:
    """Mean mirror score and half-mirroring topics by mode, and by band where bands are given."""
    scores = topic_mirrors(verdicts)
    records: list[ScoreRecord] = []
    for mode in sorted({mode for _, mode in scores}):
        of_mode = {topic: score for (topic, in_mode), score in scores.items() if in_mode == mode}
        records += mean_mirror([*of_mode.values()], {"mode": mode})
        for band in sorted(set((bands or {}).values())):
            of_band = [score for topic, score in of_mode.items() if (bands or {}).get(topic) == band]
            records += mean_mirror(of_band, {"mode": mode, "band": band})
    return records
