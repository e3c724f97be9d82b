"""External consistency: what the persona says can be checked, and holds (PICon, eq. 4-6)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from .findings import ClaimVerdict, Reading, TurnFindings
from .harmonic import harmonic_mean
from .internal import Share, value

_CHECKED = ("supported", "refuted", "not_enough_information", "nothing_found")


def covered_share(turns: Sequence[TurnFindings], reading: Reading) -> Share:
    """Turns that gave something to check, of all.

    ``paper``: something was named and searched for; a search that failed is the searcher's fault and counts
    like one that worked; turns of which nobody could tell are left out. ``package``: a confirmation was
    answered, whatever the answer.
    """
    if reading == "paper":
        known = [turn.named for turn in turns if turn.named is not None]
        return sum(known), len(known)
    answered = [any(not one.decoy for one in turn.confirmations) for turn in turns]
    return sum(answered), len(turns)


def unrefuted_by_turn(turns: Sequence[TurnFindings], reading: Reading) -> list[float]:
    """For each turn with a confirmed thing, the share of its claims that were not refuted.

    As published, claims that the evidence neither supports nor refutes count as not refuted. Claims whose
    search failed, or which no judge could tell, are left out. ``package`` takes confirmed claims for which
    nothing was found as refuted.
    """
    shares = []
    for turn in turns:
        checked = [verdict for verdict in confirmed_claims(turn) if verdict in _CHECKED]
        if checked:
            refuted = checked.count("refuted")
            if reading == "package":
                refuted += checked.count("nothing_found")
            shares.append(1 - refuted / len(checked))
    return shares


def non_refutation(turns: Sequence[TurnFindings], reading: Reading) -> float | None:
    """Mean over turns; without any confirmed claim undefined (``paper``) or 0 (``package``)."""
    shares = unrefuted_by_turn(turns, reading)
    if shares:
        return fmean(shares)
    return 0.0 if reading == "package" else None


def external_consistency(turns: Sequence[TurnFindings], reading: Reading) -> float | None:
    """Harmonic mean of non-refutation and coverage."""
    return harmonic_mean(non_refutation(turns, reading), value(covered_share(turns, reading)))


def confirmed_claims(turn: TurnFindings) -> list[ClaimVerdict | None]:
    """Verdicts on the claims about what the persona confirmed."""
    return [claim for one in turn.confirmations if one.affirmed and not one.decoy for claim in one.claims]
