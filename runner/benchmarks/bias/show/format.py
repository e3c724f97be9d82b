"""Scores as text: shares, counts and intervals as captions and tables give them."""

from __future__ import annotations

from collections.abc import Iterable

from ....records.figures import NONE, percent
from ....records.score import ScoreRecord, bounds_text


def interval(record: ScoreRecord) -> str:
    """The interval of a share in percent, and its bounds."""
    if record.low is None or record.high is None:
        return NONE
    return _interval(record) + bounds_text(record, percent)


def with_interval(record: ScoreRecord) -> str:
    """A share, its interval and its bounds in percent: ``60.5 [44.7, 74.4] ‹55.3, 68.4›``."""
    return f"{percent(record.value)} {_interval(record)}{bounds_text(record, percent)}"


def share_cells(record: ScoreRecord | None) -> list[str]:
    """Value in percent, count of n and interval of a share."""
    if record is None or record.value is None:
        return [NONE, NONE, NONE]
    return [percent(record.value), count_of(record), interval(record)]


def count_of(record: ScoreRecord) -> str:
    """``7 of 38``; n alone where a mean over repeats has no count."""
    return f"{record.n:,}" if record.count is None else f"{record.count:,} of {record.n:,}"


def count_or_mean(record: ScoreRecord) -> str:
    """The count; scores over repeats are means and have none."""
    return "mean" if record.count is None else str(record.count)


def signed(value: float | None) -> str:
    """A score that may be negative."""
    return NONE if value is None else f"{value:+.2f}"


def signed_interval(record: ScoreRecord) -> str:
    """The interval of such a score, and its bounds."""
    if record.low is None or record.high is None:
        return NONE
    return f"[{record.low:+.2f}, {record.high:+.2f}]{bounds_text(record, signed)}"


def said(record: ScoreRecord) -> str:
    """A share in one phrase: ``60.5 % (23 of 38, 95 % interval 44.7 to 74.4)``."""
    ends = "" if record.low is None else f", 95 % interval {percent(record.low)} to {percent(record.high)}"
    return f"{percent(record.value)} % ({count_of(record)}{ends}){bounds_text(record, percent)}"


def spread(numbers: Iterable[int]) -> str:
    """One number, or the smallest and the largest: ``38`` or ``34 to 38``."""
    found = sorted(set(numbers))
    return NONE if not found else f"{found[0]:,}" if len(found) == 1 else f"{found[0]:,} to {found[-1]:,}"


def _interval(record: ScoreRecord) -> str:
    return f"[{percent(record.low)}, {percent(record.high)}]"
