"""The formulas of picon, all of an interview's findings: consistency, and how much a yes says.

Internal consistency: the persona answers, and its answers go together (PICon, arXiv 2603.25620, eq. 1-3).
External consistency: what it says can be checked, and holds (eq. 4-6). Retest consistency: the same questions
again (eq. 7-8; the five verdicts are not the paper's). Not in the paper: open and unconfirmed claims by
themselves, and trust, which tells who says yes to everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from ..answers.value import PairVerdict
from ..interview.notes import ClaimVerdict
from .findings import Formulas, TurnFindings


def harmonic_mean(first: float | None, second: float | None) -> float | None:
    """Harmonic mean of two shares.

    0 as soon as one of them is 0, whatever the other would be; undefined where one is undefined otherwise.
    """
    if 0.0 in (first, second):
        return 0.0
    if first is None or second is None:
        return None
    return 2 * first * second / (first + second)


def triangle_area(internal: float | None, external: float | None, retest: float | None) -> float | None:
    """Area of the triangle on three axes 120 degrees apart, as a share of the largest one.

    (IC·EC + EC·RC + RC·IC) / 3. Undefined where one of the three is.
    """
    if internal is None or external is None or retest is None:
        return None
    return (internal * external + external * retest + retest * internal) / 3


Share = tuple[int, int]


def cooperative_share(turns: Sequence[TurnFindings]) -> Share:
    """Substantive answers, of all that could be judged."""
    judged = [turn.substantive for turn in turns if turn.substantive is not None]
    return sum(judged), len(judged)


def free_of_contradiction(turns: Sequence[TurnFindings], reading: Formulas) -> Share:
    """Answers that contradict no earlier one, of those that could.

    ``paper``: of those after the first cooperative turn. ``package``: of those from the second turn on,
    whether an answer came before or not.

    Args:
        turns: in order.
        reading: which.
    """
    after = 1
    if reading == "paper":
        cooperative = [number for number, turn in enumerate(turns, start=1) if turn.substantive]
        after = cooperative[0] if cooperative else len(turns)
    judged = [turn.contradictions for turn in turns[after:] if turn.contradictions is not None]
    return sum(not found for found in judged), len(judged)


def internal_consistency(turns: Sequence[TurnFindings], reading: Formulas) -> float | None:
    """Harmonic mean of the two shares."""
    return harmonic_mean(value(cooperative_share(turns)), value(free_of_contradiction(turns, reading)))


def value(share: Share) -> float | None:
    """A share as a number; undefined, not 0, where it is of nothing."""
    count, n = share
    return count / n if n else None


_CHECKED = ("supported", "refuted", "not_enough_information", "nothing_found")


def covered_share(turns: Sequence[TurnFindings], reading: Formulas) -> Share:
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


def unrefuted_by_turn(turns: Sequence[TurnFindings], reading: Formulas) -> list[float]:
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


def non_refutation(turns: Sequence[TurnFindings], reading: Formulas) -> float | None:
    """Mean over turns; without any confirmed claim undefined (``paper``) or 0 (``package``)."""
    shares = unrefuted_by_turn(turns, reading)
    if shares:
        return fmean(shares)
    return 0.0 if reading == "package" else None


def external_consistency(turns: Sequence[TurnFindings], reading: Formulas) -> float | None:
    """Harmonic mean of non-refutation and coverage."""
    return harmonic_mean(non_refutation(turns, reading), value(covered_share(turns, reading)))


def confirmed_claims(turn: TurnFindings) -> list[ClaimVerdict | None]:
    """Verdicts on the claims about what the persona confirmed."""
    return [claim for one in turn.confirmations if one.affirmed and not one.decoy for claim in one.claims]


_EQUIVALENT = ("same", "compatible")
_COMPARED = ("same", "compatible", "conflict")
Verdicts = Sequence[PairVerdict | None]


def equivalent_share(verdicts: Verdicts, reading: Formulas, *, later: bool = False) -> Share:
    """Questions whose two answers mean the same, of all questions asked again.

    As published, an answer beside a refusal, or two refusals, are not equivalent. Undecided ones are left
    out (``paper``), or counted as the original program does when its judge cannot be read: equivalent within
    a session, not so between sessions (``package``).

    Args:
        verdicts: one per question.
        reading: which.
        later: whether the answers are of two sessions.
    """
    known = [verdict for verdict in verdicts if verdict is not None]
    equivalent = sum(verdict in _EQUIVALENT for verdict in known)
    if reading == "paper":
        return equivalent, len(known)
    return equivalent + (0 if later else len(verdicts) - len(known)), len(verdicts)


def later_verdicts(sessions: Sequence[Verdicts], reading: Formulas) -> Verdicts:
    """The verdicts on the answers of later sessions.

    ``paper``: one for each question of each session. ``package``: one for each question, on the answers of
    all sessions at once: the same only if they are in every session.

    Args:
        sessions: the verdicts of each, the questions in the same order.
        reading: which.
    """
    if reading == "paper":
        return [verdict for session in sessions for verdict in session]
    return [_worst(verdicts) for verdicts in zip(*sessions, strict=True)]


def _worst(verdicts: Verdicts) -> PairVerdict | None:
    apart = [one for one in verdicts if one is not None and one not in _EQUIVALENT]
    undecided = [one for one in verdicts if one is None]
    return [*apart, *undecided, *verdicts][0]


def strict_share(verdicts: Verdicts) -> Share:
    """Same answers, of the questions answered both times."""
    compared = [verdict for verdict in verdicts if verdict in _COMPARED]
    return compared.count("same"), len(compared)


def verdict_share(verdicts: Verdicts, verdict: PairVerdict | None) -> Share:
    """Questions with one verdict (None: undecided), of all."""
    return sum(found == verdict for found in verdicts), len(verdicts)


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


def trusted_external(turns: Sequence[TurnFindings], reading: Formulas) -> float | None:
    """External consistency, coverage weighted by trust: who says yes to all has covered nothing."""
    believed, covered = trust(turns), value(covered_share(turns, reading))
    weighted = None if believed is None or covered is None else believed * covered
    if covered == 0:
        weighted = 0.0
    return harmonic_mean(non_refutation(turns, reading), weighted)
