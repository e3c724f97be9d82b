"""What a judge found in an exchange, as plain data beside its label."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ..metrics.picon.findings import ClaimVerdict, RetestVerdict


@dataclass(frozen=True)
class FoundConflict:
    """Answers that do not go together.

    Attributes:
        turns: their exchanges, the judged one last.
        rule: the equality rule or check that found it, or ``judge``.
    """

    turns: tuple[int, ...]
    rule: str


@dataclass(frozen=True)
class Details:
    """Findings on one exchange; what its stage does not ask for is None.

    Attributes:
        substantive: whether it answers.
        abstention: by rule, how it does not.
        rule_substantive: what the rules say where a model decided.
        conflicts: with earlier answers; None where no judge could tell.
        affirmed: for a confirmation, whether it says yes.
        claims: for a confirmation, claim id to verdict; None where no judge could tell.
        rule_affirmed: what the rules say where a model decided.
        rule_claims: the same of the claims; None of one that the rules cannot check.
        first_turn: for a retest, the exchange of the first answer.
        retest: the verdict on the two answers.
        rule_retest: what the rules say; None where they abstain.
        judge_retest: what the model says; None where it was not asked.
    """

    substantive: bool | None = None
    abstention: str | None = None
    rule_substantive: bool | None = None
    conflicts: tuple[FoundConflict, ...] | None = None
    affirmed: bool | None = None
    claims: Mapping[str, ClaimVerdict | None] | None = None
    rule_affirmed: bool | None = None
    rule_claims: Mapping[str, ClaimVerdict | None] | None = None
    first_turn: int | None = None
    retest: RetestVerdict | None = None
    rule_retest: RetestVerdict | None = None
    judge_retest: RetestVerdict | None = None


def details_record(details: Details) -> dict[str, Any]:
    """As a JSON object; what is None is left out."""
    return {name: value for name, value in asdict(details).items() if value is not None}


def details_from_record(record: Mapping[str, Any]) -> Details:
    """The inverse of ``details_record``.

    Raises:
        KeyError, TypeError: the object holds no details.
    """
    rest = dict(record)
    if (conflicts := rest.pop("conflicts", None)) is not None:
        conflicts = tuple(FoundConflict(tuple(one["turns"]), one["rule"]) for one in conflicts)
    return Details(conflicts=conflicts, **rest)


def label_of(details: Details) -> str | None:
    """The label of an exchange: the one word that its stage is about."""
    if details.first_turn is not None:
        return details.retest
    if details.claims is not None:
        return None if details.affirmed is None else "affirmed" if details.affirmed else "denied"
    if details.substantive is None or (details.substantive and details.conflicts is None):
        return None
    if not details.substantive:
        return "abstention"
    return "contradiction" if details.conflicts else "consistent"
