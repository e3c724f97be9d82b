"""How often two passes over the same cases give the same label: self-agreement and run-to-run agreement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from .interval import Method, share_record
from .record import ScoreRecord

Nulls = Literal["label", "drop"]


def same_labels(pairs: Iterable[tuple[str | None, str | None]], nulls: Nulls = "drop") -> tuple[int, int]:
    """Pairs with equal labels, and pairs that count.

    Args:
        pairs: the label of each pass, None where it could not be read.
        nulls: ``label``: None counts as a label of its own, as in the paper's 275 of 299; ``drop``: only
            pairs read in both passes count.
    """
    counted = [pair for pair in pairs if nulls == "label" or None not in pair]
    return sum(one == other for one, other in counted), len(counted)


def same_label_record(
    metric: str,
    pairs: Iterable[tuple[str | None, str | None]],
    nulls: Nulls = "drop",
    interval: Method = "wilson",
    by: Mapping[str, str] | None = None,
) -> ScoreRecord:
    """``same_labels`` as a score with its interval."""
    same, n = same_labels(pairs, nulls)
    return share_record(metric, same, n, by=by or {}, choices={"nulls": nulls}, method=interval)
