"""All scores of a run, from the findings of its interviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from .....options import option, options_record
from ....play.repeats import over_repeats
from ....play.scored import Scored
from ....records.score import ScoreRecord
from ....statistics.intervals import share_record
from ....statistics.paired import Measure
from ..answers.value import PAIR_VERDICTS, PairVerdict
from ..interview.notes import ClaimVerdict
from ..metrics import COUNTS
from .findings import Findings, Formulas
from .measures import (
    Share,
    claim_share,
    cooperative_share,
    covered_share,
    decided_share,
    decoy_share,
    discarded_share,
    equivalent_share,
    external_consistency,
    free_of_contradiction,
    internal_consistency,
    later_verdicts,
    non_refutation,
    strict_share,
    triangle_area,
    trust,
    trusted_external,
    value,
    verdict_share,
)
from .spread import over_personas

UNDECIDED = "undecided"
RETEST_VERDICTS: tuple[PairVerdict | None, ...] = (*PAIR_VERDICTS, None)
CLAIM_VERDICTS: tuple[ClaimVerdict, ...] = (
    "supported", "refuted", "not_enough_information", "nothing_found", "search_failed",
)  # fmt: skip


@dataclass(frozen=True)
class PiconChoices:
    """What has to be chosen before picon can be scored."""

    reading: Formulas = option(
        "paper",
        "published formulas as the paper states them, or as its program computes them",
        flag="--reading",
    )

    def record(self) -> dict[str, Any]:
        """The choices by name."""
        return options_record(self)


PiconRun = Scored[PiconChoices, None]


def score_picon(
    repeats: Sequence[Sequence[Findings]], choices: PiconChoices | None = None
) -> list[ScoreRecord]:
    """Scores of a run: for each interview, as means over personas, and as shares over all turns.

    Of a run whose interviews were played several times they are means over the repeats. What is merely
    counted (contradictions, failed searches) is counted over all of them.

    Args:
        repeats: findings of the interviews, of each repeat.
        choices: how the formulas are read.
    """
    choices = choices or PiconChoices()
    scored = [_score_once(findings, choices.reading) for findings in repeats]
    records = scored[0] if len(scored) == 1 else over_repeats(scored)
    return [*records, *_counts([one for findings in repeats for one in findings])]


def _score_once(findings: Sequence[Findings], reading: Formulas) -> list[ScoreRecord]:
    told = {"reading": reading}
    measures = measures_of(reading)
    records: list[ScoreRecord] = []
    for name, measure in measures.items():
        records += over_personas(name, [*by_persona(findings, measure).values()], told, {})
    for one in findings:
        by = {"persona": one.case}
        records += [
            ScoreRecord(name, measure(one), None, len(one.turns), by=by, choices=told)
            for name, measure in measures.items()
        ]
    return [*records, *_turn_records(findings, reading)]


def by_persona(
    findings: Sequence[Findings], measure: Callable[[Findings], float | None]
) -> dict[str, float | None]:
    """Each persona's mean of a measure over its interviews; undefined where it is in all of them."""
    figures: dict[str, list[float]] = {}
    for one in findings:
        known = figures.setdefault(one.persona, [])
        if (figure := measure(one)) is not None:
            known.append(figure)
    return {persona: fmean(known) if known else None for persona, known in figures.items()}


def measures_of(reading: Formulas) -> dict[str, Callable[[Findings], float | None]]:
    """Name of each measure of an interview to its function."""
    return {
        "area": lambda one: triangle_area(
            internal_consistency(one.turns, reading),
            external_consistency(one.turns, reading),
            value(equivalent_share(one.retest, reading)),
        ),
        "internal_consistency": lambda one: internal_consistency(one.turns, reading),
        "non_contradiction": lambda one: value(free_of_contradiction(one.turns, reading)),
        "cooperativeness": lambda one: value(cooperative_share(one.turns)),
        "external_consistency": lambda one: external_consistency(one.turns, reading),
        "non_refutation": lambda one: non_refutation(one.turns, reading),
        "coverage": lambda one: value(covered_share(one.turns, reading)),
        "retest_consistency": lambda one: value(equivalent_share(one.retest, reading)),
        "later_consistency": lambda one: value(
            equivalent_share(later_verdicts(one.later, reading), reading, later=True)
        ),
        "trust": lambda one: trust(one.turns),
        "trusted_external_consistency": lambda one: trusted_external(one.turns, reading),
        "discarded_claims": lambda one: value(discarded_share(one.turns)),
    }


def measures_by_persona(repeats: Mapping[int, Sequence[Findings]], reading: Formulas) -> list[Measure]:
    """Every measure of an interview with a persona as its unit, for a paired comparison.

    A persona's figure is its mean over its interviews and repeats; those without one are left out.

    Args:
        repeats: findings of the interviews, by repeat.
        reading: how the published formulas are read.
    """
    findings = [one for _, of_repeat in sorted(repeats.items()) for one in of_repeat]
    measures = []
    for name, measure in measures_of(reading).items():
        figures = by_persona(findings, measure)
        units = {persona: figure for persona, figure in figures.items() if figure is not None}
        measures.append(Measure(name, {}, units))
    return measures


def _turn_records(findings: Sequence[Findings], reading: Formulas) -> Iterator[ScoreRecord]:
    """Shares over the turns, claims and questions of all personas, with Wilson intervals."""
    turns = [one.turns for one in findings]
    yield _pooled("cooperativeness", map(cooperative_share, turns), reading)
    yield _pooled("non_contradiction", (free_of_contradiction(one, reading) for one in turns), reading)
    yield _pooled("coverage", (covered_share(one, reading) for one in turns), reading)
    yield _pooled("decoy_agreement", map(decoy_share, turns), reading)
    yield _pooled("supported_of_decided", map(decided_share, turns), reading)
    for verdict in CLAIM_VERDICTS:
        shares = (claim_share(one, verdict) for one in turns)
        yield _pooled("claim_rate", shares, reading, {"verdict": verdict})
    for stage, verdicts in (
        ("retest", [one.retest for one in findings]),
        ("later", [session for one in findings for session in one.later]),
    ):
        yield _pooled("strict_retest", map(strict_share, verdicts), reading, {"stage": stage})
        for found in RETEST_VERDICTS:
            by = {"stage": stage, "verdict": found or UNDECIDED}
            asked = (verdict_share(one, found) for one in verdicts)
            yield _pooled("retest_rate", asked, reading, by)


def _counts(findings: Sequence[Findings]) -> Iterator[ScoreRecord]:
    """Plain counts: contradictions by the statements they take, and what went wrong on the way."""
    hops = Counter(
        found.statements for one in findings for turn in one.turns for found in turn.contradictions or ()
    )
    for statements, count in sorted(hops.items()):
        yield ScoreRecord("contradictions", count, count, hops.total(), by={"statements": str(statements)})
    for name in COUNTS:
        total = sum(getattr(one, name) for one in findings)
        yield ScoreRecord(name, total, total, len(findings))


def _pooled(
    metric: str, shares: Iterable[Share], reading: Formulas, by: Mapping[str, str] | None = None
) -> ScoreRecord:
    found = list(shares)
    count, n = sum(count for count, _ in found), sum(n for _, n in found)
    return share_record(metric, count, n, by={"over": "turns", **(by or {})}, choices={"reading": reading})
