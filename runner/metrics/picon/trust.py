"""What is told apart here and not in the paper: open claims, unconfirmed ones, and yes to everything."""

from __future__ import annotations

from collections.abc import Sequence

from .external import confirmed_claims, covered_share, non_refutation
from .findings import ClaimVerdict, Reading, TurnFindings
from .harmonic import harmonic_mean
from .internal import Share, value


def claim_share(turns: Sequence[TurnFindings], verdict: ClaimVerdict) -> Share:
    """Confirmed claims with a verdict, of all confirmed claims."""
    claims = [claim for turn in turns for claim in confirmed_claims(turn)]
    return claims.count(verdict), len(claims)


def decided_share(turns: Sequence[TurnFindings]) -> Share:
    """Supported claims, of those that the evidence supports or refutes."""
    claims = [claim for turn in turns for claim in confirmed_claims(turn)]
    supported = claims.count("supported")
    return supported, supported + claims.count("refuted")


def discarded_share(turns: Sequence[TurnFindings]) -> Share:
    """Claims about things the persona named and then would not confirm, of all claims."""
    real = [one for turn in turns for one in turn.confirmations if not one.decoy]
    return (
        sum(len(one.claims) for one in real if not one.affirmed),
        sum(len(one.claims) for one in real),
    )


def decoy_share(turns: Sequence[TurnFindings]) -> Share:
    """Decoys agreed to, of those asked about."""
    answers = [one.affirmed for turn in turns for one in turn.confirmations if one.decoy]
    return sum(answer is True for answer in answers), len(answers)


def trust(turns: Sequence[TurnFindings]) -> float | None:
    """How much a yes of this persona says: 1 − the share of decoys agreed to; undefined without decoys."""
    agreed = value(decoy_share(turns))
    return None if agreed is None else 1 - agreed


def trusted_external(turns: Sequence[TurnFindings], reading: Reading) -> float | None:
    """External consistency, coverage weighted by trust: who says yes to all has covered nothing."""
    believed, covered = trust(turns), value(covered_share(turns, reading))
    weighted = None if believed is None or covered is None else believed * covered
    if covered == 0:
        weighted = 0.0
    return harmonic_mean(non_refutation(turns, reading), weighted)
