"""Scores by turn, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .....terminal import print_table, share
from ..scores.trajectory import SCORES_BY_TURN, SCORES_OF_CONVERSATIONS

if TYPE_CHECKING:
    from ....records.score import ScoreRecord


def show_trajectories(records: Sequence[ScoreRecord]) -> None:
    """What conversations do from turn to turn; nothing where only last turns were judged."""
    turns = sorted({record.by["turn"] for record in records if record.metric in SCORES_BY_TURN}, key=int)
    if not turns:
        return
    modes = [mode for mode in ("direct", "indirect") if any(r.by.get("mode") == mode for r in records)]
    _show_turns(records, modes, turns, "per_turn", "n being the conversations with a verdict at that turn")
    if _denominators_differ(records):
        _show_turns(records, modes, turns, "complete", "of the conversations with a verdict at every turn")
    whole = [
        [what, *(_interval(_find(records, metric, {"mode": mode})) for mode in modes)]
        for metric, what in SCORES_OF_CONVERSATIONS.items()
    ]
    print_table("from first turn to last: count of n, % [95 % interval]", ["", *modes], whole)


def _show_turns(
    records: Sequence[ScoreRecord], modes: Sequence[str], turns: Sequence[str], denominator: str, what: str
) -> None:
    rows = []
    for metric, name in SCORES_BY_TURN.items():
        for mode in modes:
            cells = [_find(records, metric, {"mode": mode, "turn": turn}, denominator) for turn in turns]
            rows.append([name, mode, *(_cell(cell) for cell in cells)])
    columns = ["", "mode", *(f"turn {turn}" for turn in turns)]
    print_table(f"by turn: % (count of n), {what}", columns, rows, numeric=2)


def _denominators_differ(records: Sequence[ScoreRecord]) -> bool:
    """Whether some verdict is missing, so that not all turns have the same conversations."""
    return any(
        (other := _find(records, record.metric, record.by, "complete")) is not None and other.n != record.n
        for record in records
        if record.metric in SCORES_BY_TURN and record.choices.get("denominator") == "per_turn"
    )


def _cell(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    return f"{share(record.value)} ({record.count} of {record.n})"


def _interval(record: ScoreRecord | None) -> str:
    if record is None or record.value is None:
        return "–"
    return f"{record.count} of {record.n}  {share(record.value)} [{share(record.low)}, {share(record.high)}]"


def _find(
    records: Sequence[ScoreRecord], metric: str, by: object, denominator: str = "complete"
) -> ScoreRecord | None:
    """A score by this denominator, or by the one that it has."""
    found = [record for record in records if record.metric == metric and record.by == by]
    return next(
        (one for one in found if one.choices.get("denominator") == denominator), next(iter(found), None)
    )
