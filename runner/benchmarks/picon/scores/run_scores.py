"""All scores of a run, from the findings of its interviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ....play.repeats import over_repeats
from ....records.score import ScoreRecord
from ....statistics.intervals import share_record
from . import measures as external
from . import measures as internal
from . import measures as retest
from . import measures as trust
from .findings import ClaimVerdict, Findings, Reading, RetestVerdict
from .measures import Share, triangle_area, value
from .spread import over_personas

AXES = ("internal_consistency", "external_consistency", "retest_consistency")
RETEST_VERDICTS: tuple[RetestVerdict | None, ...] = (
    "same", "compatible", "conflict", "one_sided", "no_answer", None,
)  # fmt: skip
CLAIM_VERDICTS: tuple[ClaimVerdict, ...] = (
    "supported", "refuted", "not_enough_information", "nothing_found", "search_failed",
)  # fmt: skip
COUNTS = (
    "searches", "failed_searches", "mended_searches", "cut_histories", "script_questions",
    "unread_extractions", "unread_verdicts",
)  # fmt: skip
# Those of them that are faults of whoever searched, served, asked, read or judged.
FAULTS = (
    "failed_searches", "cut_histories", "script_questions", "unread_extractions", "unread_verdicts",
)  # fmt: skip


@dataclass(frozen=True)
class PiconChoices:
    """What has to be chosen before picon can be scored.

    Attributes:
        reading: of the published formulas: as the paper states them, or as its program computes them.
    """

    reading: Reading = "paper"


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


def _score_once(findings: Sequence[Findings], reading: Reading) -> list[ScoreRecord]:
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


def measures_of(reading: Reading) -> dict[str, Callable[[Findings], float | None]]:
    """Name of each measure of an interview to its function."""
    return {
        "area": lambda one: triangle_area(
            internal.internal_consistency(one.turns, reading),
            external.external_consistency(one.turns, reading),
            value(retest.equivalent_share(one.retest, reading)),
        ),
        "internal_consistency": lambda one: internal.internal_consistency(one.turns, reading),
        "non_contradiction": lambda one: value(internal.free_of_contradiction(one.turns, reading)),
        "cooperativeness": lambda one: value(internal.cooperative_share(one.turns)),
        "external_consistency": lambda one: external.external_consistency(one.turns, reading),
        "non_refutation": lambda one: external.non_refutation(one.turns, reading),
        "coverage": lambda one: value(external.covered_share(one.turns, reading)),
        "retest_consistency": lambda one: value(retest.equivalent_share(one.retest, reading)),
        "later_consistency": lambda one: value(
            retest.equivalent_share(retest.later_verdicts(one.later, reading), reading, later=True)
        ),
        "trust": lambda one: trust.trust(one.turns),
        "trusted_external_consistency": lambda one: trust.trusted_external(one.turns, reading),
        "discarded_claims": lambda one: value(trust.discarded_share(one.turns)),
    }


def _turn_records(findings: Sequence[Findings], reading: Reading) -> Iterator[ScoreRecord]:
    """Shares over the turns, claims and questions of all personas, with Wilson intervals."""
    turns = [one.turns for one in findings]
    yield _pooled("cooperativeness", map(internal.cooperative_share, turns), reading)
    yield _pooled(
        "non_contradiction", (internal.free_of_contradiction(one, reading) for one in turns), reading
    )
    yield _pooled("coverage", (external.covered_share(one, reading) for one in turns), reading)
    yield _pooled("decoy_agreement", map(trust.decoy_share, turns), reading)
    yield _pooled("supported_of_decided", map(trust.decided_share, turns), reading)
    for verdict in CLAIM_VERDICTS:
        shares = (trust.claim_share(one, verdict) for one in turns)
        yield _pooled("claim_rate", shares, reading, {"verdict": verdict})
    for stage, verdicts in (
        ("retest", [one.retest for one in findings]),
        ("later", [session for one in findings for session in one.later]),
    ):
        yield _pooled("strict_retest", map(retest.strict_share, verdicts), reading, {"stage": stage})
        for found in RETEST_VERDICTS:
            by = {"stage": stage, "verdict": found or "undecided"}
            asked = (retest.verdict_share(one, found) for one in verdicts)
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
    metric: str, shares: Iterable[Share], reading: Reading, by: Mapping[str, str] | None = None
) -> ScoreRecord:
    found = list(shares)
    count, n = sum(count for count, _ in found), sum(n for _, n in found)
    return share_record(metric, count, n, by={"over": "turns", **(by or {})}, choices={"reading": reading})
