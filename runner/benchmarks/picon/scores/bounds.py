"""What the scores of a picon run could be, whatever the exchanges were of which nobody could tell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from statistics import fmean

from ....play.missing import Bounds, ScoreName, mean_bounds, score_name, share_bounds
from .findings import Findings, Formulas
from .measures import (
    Share,
    Verdicts,
    cooperative_share,
    covered_share,
    equivalent_share,
    free_of_contradiction,
    harmonic_mean,
    later_verdicts,
    strict_share,
    verdict_share,
)
from .run_scores import RETEST_VERDICTS

Found = dict[ScoreName, tuple[float, float]]
# A share, and how many more would count if they were known.
Known = tuple[Share, int]


def picon_bounds(
    repeats: Mapping[int, Sequence[Findings]], unplayed: Mapping[int, Collection[str]], reading: Formulas
) -> Bounds:
    """The least and the greatest value of shares over turns and of their means over personas.

    An undecided exchange adds to a denominator, and to the numerator or not. Of the package's formulas, which
    count what is undecided as one or the other, and of what rests on searches, nothing is said.

    Args:
        repeats: findings of the interviews, by repeat.
        unplayed: personas whose interviews are wanted and not finished, by repeat; anything may come of them.
        reading: how the formulas are read.

    Returns:
        The bounds, equal ends for a score that lacks nothing.
    """
    if reading != "paper":
        return {}
    return mean_bounds([
        _of_repeat(findings, unplayed.get(repeat, ())) for repeat, findings in sorted(repeats.items())
    ])  # fmt: skip


def _of_repeat(findings: Sequence[Findings], unplayed: Collection[str]) -> Found:
    found: Found = {}
    measures: dict[str, Callable[[Findings], Known]] = {
        "cooperativeness": _cooperative,
        "non_contradiction": _free,
        "coverage": _covered,
        "retest_consistency": lambda one: _equivalent(one.retest),
        "later_consistency": lambda one: _equivalent(later_verdicts(one.later, "paper")),
    }
    for name, measure in measures.items():
        known = [measure(one) for one in findings]
        missing = sum(of_one for _, of_one in known)
        ends = [share_bounds(*share, of_one) if share[1] + of_one else None for share, of_one in known]
        _add_mean(found, name, findings, ends, unplayed)
        count, n = (sum(share[place] for share, _ in known) for place in (0, 1))
        if n + missing and not unplayed and name not in ("retest_consistency", "later_consistency"):
            found[score_name(name, {"over": "turns"})] = share_bounds(count, n, missing)
    _add_internal(found, findings, unplayed)
    return found if unplayed else found | _retests(findings)


def _cooperative(one: Findings) -> Known:
    return cooperative_share(one.turns), sum(turn.substantive is None for turn in one.turns)


def _free(one: Findings) -> Known:
    share = free_of_contradiction(one.turns, "paper")
    cooperative = [number for number, turn in enumerate(one.turns, start=1) if turn.substantive]
    after = one.turns[cooperative[0] :] if cooperative else ()
    return share, sum(turn.contradictions is None for turn in after)


def _covered(one: Findings) -> Known:
    return covered_share(one.turns, "paper"), sum(turn.named is None for turn in one.turns)


def _equivalent(verdicts: Verdicts) -> Known:
    return equivalent_share(verdicts, "paper"), sum(verdict is None for verdict in verdicts)


def _add_mean(
    found: Found,
    name: str,
    findings: Sequence[Findings],
    ends: Sequence[tuple[float, float] | None],
    unplayed: Collection[str],
) -> None:
    """The bounds of a mean over personas, from those of each interview."""
    by_persona: dict[str, list[tuple[float, float]]] = {persona: [(0.0, 1.0)] for persona in unplayed}
    for one, of_one in zip(findings, ends, strict=True):
        if of_one is not None:
            by_persona.setdefault(one.persona, []).append(of_one)
    if by_persona:
        low, high = (
            fmean(fmean(pair[end] for pair in pairs) for pairs in by_persona.values()) for end in (0, 1)
        )
        found[score_name(name, {})] = (low, high)


def _add_internal(found: Found, findings: Sequence[Findings], unplayed: Collection[str]) -> None:
    """Internal consistency, which grows with both of its parts."""
    ends: list[tuple[float, float] | None] = []
    for one in findings:
        parts = [
            share_bounds(*share, missing) if share[1] + missing else (None, None)
            for share, missing in (_cooperative(one), _free(one))
        ]
        low, high = (harmonic_mean(*of_parts) for of_parts in zip(*parts, strict=True))
        known = [end for end in (low, high) if end is not None]
        ends.append((known[0], known[-1]) if known else None)
    _add_mean(found, "internal_consistency", findings, ends, unplayed)


def _retests(findings: Sequence[Findings]) -> Found:
    """Questions asked again, of all personas together."""
    found: Found = {}
    for stage, sessions in (
        ("retest", [one.retest for one in findings]),
        ("later", [session for one in findings for session in one.later]),
    ):
        verdicts = [verdict for session in sessions for verdict in session]
        missing, compared = verdicts.count(None), strict_share(verdicts)
        by = {"over": "turns", "stage": stage}
        if compared[1] + missing:
            found[score_name("strict_retest", by)] = share_bounds(*compared, missing)
        for one in RETEST_VERDICTS if verdicts else ():
            if one is not None:
                count, n = verdict_share(verdicts, one)
                name = score_name("retest_rate", {**by, "verdict": one})
                found[name] = share_bounds(count, n - missing, missing)
    return found
