"""Scores of sharp as text for the cells of tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...metrics.record import ScoreRecord


def find(records: Sequence[ScoreRecord], metric: str, by: Mapping[str, str]) -> ScoreRecord | None:
    """The record of a metric under exactly these restrictions."""
    return next((r for r in records if r.metric == metric and dict(r.by) == dict(by)), None)


def share_cell(record: ScoreRecord | None) -> str:
    """A share in percent with interval and n; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    interval = "" if record.low is None else f" [{percent(record.low)}, {percent(record.high)}]"
    return f"{percent(record.value)}{interval} of {record.n:,}"


def value_cell(record: ScoreRecord | None) -> str:
    """A signed score with its interval; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    if record.low is None or record.high is None:
        return f"{record.value:+.3f}"
    return f"{record.value:+.3f} [{record.low:+.3f}, {record.high:+.3f}]"


def percent(value: float | None) -> str:
    """A share in percent, or a dash."""
    return "–" if value is None else f"{100 * value:.1f}"
