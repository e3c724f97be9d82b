"""All scores of a run of the bias benchmark, from all of its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..verdict import Verdict
from .bias import ScoreChoices, final_verdicts, score_bias
from .bias_mirror import mirror_records
from .bias_modes import mode_differences
from .bias_noise import noise_records
from .bias_persuasion import persuasion_records
from .bias_units import frame_measures
from .conversation_labels import label_conversations
from .record import ScoreRecord
from .repeats import over_repeats
from .run_to_run import run_to_run_records
from .trajectory import score_trajectories

if TYPE_CHECKING:
    import polars as pl


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
        *mode_differences(frame_measures(frame, choices.missing)),
        *persuasion_records(frame, choices.interval),
        *run_to_run_records(frame),
    ]
