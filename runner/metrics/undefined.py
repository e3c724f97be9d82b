"""A score that cannot be given, with the reason why."""

from __future__ import annotations

from collections.abc import Mapping

from .record import ScoreRecord

REASON = "undefined"


def undefined_record(
    metric: str, reason: str, by: Mapping[str, str] | None = None, choices: Mapping[str, str] | None = None
) -> ScoreRecord:
    """A record without a value, whose choices say why under ``undefined``."""
    return ScoreRecord(metric, None, None, 0, by=by or {}, choices={**(choices or {}), REASON: reason})
