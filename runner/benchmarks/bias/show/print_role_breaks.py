"""Conversations whose simulated user fell out of its role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .....terminal import print_table, say, share

if TYPE_CHECKING:
    from ....records.score import ScoreRecord


def show_role_breaks(records: Sequence[ScoreRecord]) -> None:
    """How many there are, and by condition and kind where there are any."""
    from ..role_breaks import ANY, KINDS

    found = [record for record in records if record.metric == "role_break_rate"]
    whole = [record for record in found if record.by["kind"] == ANY]
    if not whole:
        return
    broken, played = sum(record.count or 0 for record in whole), sum(record.n for record in whole)
    say(f"the user broke its role in {broken} of {played} conversations (found by phrases)")
    rows = [
        [
            f"{record.by['mode']}, {record.by['persona']}",
            KINDS[record.by["kind"]],
            f"{record.count} of {record.n}",
            f"{share(record.value)} [{share(record.low)}, {share(record.high)}]",
        ]
        for record in found
        if record.by["kind"] != ANY
    ]
    if rows:
        columns = ["condition", "what", "conversations", "% [95 % interval]"]
        print_table("users out of their role", columns, rows, numeric=2)
