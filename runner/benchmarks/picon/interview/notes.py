"""What stands beside each exchange as plain data: what was noted when it was played, and what a judge found.

Notes: stage, question, things named, searches, confirmation. Details: the findings beside a verdict's label.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from ..answers.value import PairVerdict
from ..evidence.searcher import Hit, Passage, Status

ClaimVerdict = Literal["supported", "refuted", "not_enough_information", "search_failed", "nothing_found"]
Stage = Literal["get_to_know", "main", "confirmation", "retest", "later"]
JUDGED_STAGES: tuple[Stage, ...] = ("get_to_know", "main")


@dataclass(frozen=True)
class Claim:
    """Something that can be checked.

    Attributes:
        claim_id: unique in the interview.
        text: one sentence.
        place: for a claim by rule that a thing is in a country, its code.
        within: for a claim by rule that a thing is in another place, its name.
        by_rule: whether the offline extractor made it, so that the offline judge can check it.
    """

    claim_id: str
    text: str
    place: str | None = None
    within: str | None = None
    by_rule: bool = False


@dataclass(frozen=True)
class Entity:
    """Something with a name that an answer brought up, and what was claimed of it."""

    entity_id: str
    name: str
    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Search:
    """A search, and the thing it was made for.

    Attributes:
        entity_id: the thing.
        query: what was searched for.
        status: whether it found something, nothing, or failed.
        passages: what it found, each with the claims that it serves.
        problem: why it failed, or what went wrong on the way.
        hits: all that the engine gave.
        engine: which it was.
        before: why it failed during the interview, where it was made again later.
    """

    entity_id: str
    query: str
    status: Status
    passages: tuple[Passage, ...] = ()
    problem: str | None = None
    hits: tuple[Hit, ...] = ()
    engine: str | None = None
    before: str | None = None


@dataclass(frozen=True)
class Asking:
    """What a confirmation question asks about.

    Attributes:
        name: the thing named in the question.
        decoy: whether it is not the persona's.
        entity_id: the entity, or for a decoy the one it was made up for.
        turn: the exchange whose answer named it.
    """

    name: str
    decoy: bool
    entity_id: str
    turn: int


@dataclass(frozen=True)
class Note:
    """What is noted of an exchange.

    Attributes:
        session: from 1.
        stage: of the interview.
        day: of the interview, ISO 8601.
        question_id: the bank's question, where it was one.
        entities: what the answer named for the first time.
        searches: one per entity.
        asking: for a confirmation, what it asks about.
        history_cut: whether the server read less than the whole conversation.
        question_fault: what was wrong with the questioner's own question, so that the script asked instead.
        extraction_fault: why the extractor could not be read.
    """

    session: int
    stage: Stage
    day: str
    question_id: str | None = None
    entities: tuple[Entity, ...] = ()
    searches: tuple[Search, ...] = ()
    asking: Asking | None = None
    history_cut: bool = False
    question_fault: str | None = None
    extraction_fault: str | None = None


def note_record(note: Note) -> dict[str, Any]:
    """A note as a JSON object; what is empty is left out."""
    return {name: value for name, value in asdict(note).items() if value not in (None, (), False)}


def note_from_record(record: Mapping[str, Any]) -> Note:
    """The inverse of ``note_record``.

    Raises:
        KeyError, TypeError: the object is not a note.
    """
    rest = dict(record)
    entities = tuple(
        Entity(one["entity_id"], one["name"], tuple(Claim(**claim) for claim in one["claims"]))
        for one in rest.pop("entities", ())
    )
    searches = tuple(map(_search, rest.pop("searches", ())))
    asking = rest.pop("asking", None)
    return Note(entities=entities, searches=searches, asking=Asking(**asking) if asking else None, **rest)


def _search(record: Mapping[str, Any]) -> Search:
    passages = tuple(
        Passage(**{**one, "serves": tuple(one.get("serves", ()))}) for one in record.get("passages", ())
    )
    hits = tuple(Hit(**one) for one in record.get("hits", ()))
    return Search(**{**record, "passages": passages, "hits": hits})


@dataclass(frozen=True)
class Conflict:
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
    conflicts: tuple[Conflict, ...] | None = None
    affirmed: bool | None = None
    claims: Mapping[str, ClaimVerdict | None] | None = None
    rule_affirmed: bool | None = None
    rule_claims: Mapping[str, ClaimVerdict | None] | None = None
    first_turn: int | None = None
    retest: PairVerdict | None = None
    rule_retest: PairVerdict | None = None
    judge_retest: PairVerdict | None = None


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
        conflicts = tuple(Conflict(tuple(one["turns"]), one["rule"]) for one in conflicts)
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
