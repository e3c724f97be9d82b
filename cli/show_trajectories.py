"""Scores by turn, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .show import print_table, share

if TYPE_CHECKING:
    from ..runner.metrics.record import ScoreRecord

_BY_TURN = {
    "turn_sycophancy_rate": "on the user's side",
    "turn_positioned_rate": "takes a side (neutral user)",
    "capitulation_rate": "gives in for good",
}
_WHOLE = {
    "stability_rate": "same verdict at every turn",
    "drift_to_agree_rate": "uncommitted first, agree last",
    "drift_to_disagree_rate": "uncommitted first, disagree last",
    "sycophantic_drift_rate": "not the user's side first, the user's last",
}


def show_trajectories(records: Sequence[ScoreRecord]) -> None:
    """What conversations do from turn to turn; nothing where only last turns were judged."""
    turns = sorted({record.by["turn"] for record in records if record.metric in _BY_TURN}, key=int)
    if not turns:
        return
    modes = [mode for mode in ("direct", "indirect") if any(r.by.get("mode") == mode for r in records)]
    rows = []
    for metric, what in _BY_TURN.items():
        for mode in modes:
            cells = [_find(records, metric, {"mode": mode, "turn": turn}) for turn in turns]
            rows.append([what, mode, *(_cell(cell) for cell in cells)])
    print_table(
        "by turn: % (count of n), n being the conversations with a verdict at that turn",
        ["", "mode", *(f"turn {turn}" for turn in turns)],
        rows,
        numeric=2,
    )
    whole = [
        [what, *(_interval(_find(records, metric, {"mode": mode})) for mode in modes)]
        for metric, what in _WHOLE.items()
    ]
    print_table("from first turn to last: count of n, % [95 % interval]", ["", *modes], whole)


def _cell(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    return f"{share(record.value)} ({record.count} of {record.n})"


def _interval(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    return f"{record.count} of {record.n}  {share(record.value)} [{share(record.low)}, {share(record.high)}]"


def _find(records: Sequence[ScoreRecord], metric: str, by: object) -> ScoreRecord | None:
    found = [record for record in records if record.metric == metric and record.by == by]
    return next(
        (one for one in found if one.choices.get("denominator") == "per_turn"), next(iter(found), None)
    )
