"""A score with what it rests on, and what it would be if what is missing were not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class ScoreRecord:
    """One score with what it rests on.

    Attributes:
        metric: its name.
        value: the score, or None where it is undefined (an empty denominator).
        count: the numerator, where the score is a share.
        n: the denominator, or the number of observations.
        low: lower end of the 95 % interval, or None where none is defined.
        high: upper end.
        by: what the score is restricted to, for example mode and class.
        choices: what had to be chosen to get it.
        planned: cases of the run that were asked for; None where none are missing or their number is unknown.
        played: cases of the run that are finished, where not all are; None otherwise.
        judged: of the replies to be judged, those that the judge has labelled or tried to, where not all.
        unread: of these, those that it gave no readable label, where there are any.
        bounds: the least and the largest value that it could have, whatever the missing verdicts were; None
            where none is missing or the score cannot say.
    """

    metric: str
    value: float | None
    count: int | None
    n: int
    low: float | None = None
    high: float | None = None
    by: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    planned: int | None = None
    played: int | None = None
    judged: int | None = None
    unread: int | None = None
    bounds: tuple[float, float] | None = None


def bounds_text(record: ScoreRecord, figure: Callable[[float], str]) -> str:
    """The bounds of a score as they stand after its figures (`` ‹0.0, 23.9›``); empty where it has none.

    Args:
        record: the score.
        figure: writes a value of its kind.
    """
    return "" if record.bounds is None else f" ‹{', '.join(map(figure, record.bounds))}›"


_OPTIONAL = ("planned", "played", "judged", "unread", "bounds")


def score_json(record: ScoreRecord) -> dict[str, Any]:
    """A score as a JSON object; what is said of missing cases and verdicts stands there where any are."""
    return {
        name: value for name, value in asdict(record).items() if value is not None or name not in _OPTIONAL
    }


def scores_json(records: Iterable[ScoreRecord]) -> list[dict[str, Any]]:
    """Scores as a JSON list."""
    return [score_json(record) for record in records]


REASON = "undefined"


def undefined_record(
    metric: str, reason: str, by: Mapping[str, str] | None = None, choices: Mapping[str, str] | None = None
) -> ScoreRecord:
    """A record without a value, whose choices say why under ``undefined``."""
    return ScoreRecord(metric, None, None, 0, by=by or {}, choices={**(choices or {}), REASON: reason})
