"""What was found in one persona's interview: the only thing that the measures of picon know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Reading = Literal["paper", "package"]
READINGS: tuple[Reading, ...] = ("paper", "package")
ClaimVerdict = Literal["supported", "refuted", "not_enough_information", "search_failed", "nothing_found"]
RetestVerdict = Literal["same", "compatible", "conflict", "one_sided", "no_answer"]


@dataclass(frozen=True)
class Contradiction:
    """A statement that does not go with earlier ones.

    Attributes:
        statements: how many statements it takes to see it, the present one counted.
        rule: what found it: an equality rule, a check, or ``judge``.
    """

    statements: int
    rule: str


@dataclass(frozen=True)
class Confirmation:
    """A question whether something found is the persona's, and what came of it.

    Attributes:
        decoy: whether the thing asked about is certainly not the persona's.
        affirmed: whether the persona said yes, or None where that could not be told.
        claims: the verdict on each claim about the thing; None where no judge could tell.
    """

    decoy: bool
    affirmed: bool | None
    claims: tuple[ClaimVerdict | None, ...] = ()


@dataclass(frozen=True)
class TurnFindings:
    """One question of the first two stages, with the confirmations that its answer led to.

    Attributes:
        substantive: whether the answer is one, right or wrong; None where nobody could tell.
        contradictions: of this answer with earlier ones; None where nobody could tell.
        named: whether the answer named something that was then searched for, with or without success; None
            where the extractor could not be read.
        confirmations: real ones and decoys.
    """

    substantive: bool | None
    contradictions: tuple[Contradiction, ...] | None
    named: bool | None
    confirmations: tuple[Confirmation, ...] = ()


@dataclass(frozen=True)
class Findings:
    """One interview.

    Attributes:
        case: which it is of the run's cases, the same in every repeat.
        persona: whose it is: an interview in another order is of the same persona.
        turns: the questions of the first two stages, in order.
        retest: the verdict on each core question asked again; None where rules and judge could not tell.
        later: the same for each later session, the answers held against those of the first.
        searches: how many were made.
        failed_searches: those that gave an error instead of a result.
        mended_searches: those that failed in the interview and were made again later, with a result.
        cut_histories: replies to which the server read less than the whole conversation.
        script_questions: questions of the script in place of those of a questioner that could not be read.
        unread_extractions: answers of which it is not known what they name.
        unread_verdicts: exchanges of which the judge said nothing that could be read.
    """

    case: str
    persona: str
    turns: tuple[TurnFindings, ...]
    retest: tuple[RetestVerdict | None, ...] = ()
    later: tuple[tuple[RetestVerdict | None, ...], ...] = ()
    searches: int = 0
    failed_searches: int = 0
    mended_searches: int = 0
    cut_histories: int = 0
    script_questions: int = 0
    unread_extractions: int = 0
    unread_verdicts: int = 0
