"""What an interview asks of its questioner, its extractor and its evidence, whoever plays them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from ....agents.agent import Agent
from ....records.conversation import Case, Reply, Turn
from ..evidence.search import search_with
from ..evidence.searcher import Query
from .notes import Entity, Search


@dataclass(frozen=True)
class Asked:
    """A question to be put.

    Attributes:
        said: the question, with what is known of the reply that it came from.
        question_id: the bank's question, where it is one.
        name: for a confirmation, the thing it asks about.
        fault: what was wrong with the question of the model, where the script had to ask instead.
    """

    said: Reply
    question_id: str | None = None
    name: str | None = None
    fault: str | None = None


@dataclass(frozen=True)
class Extracted:
    """What an answer names.

    Attributes:
        entities: each with its claims.
        fault: why the extractor could not be read; then it is not known whether the answer names anything.
    """

    entities: tuple[Entity, ...] = ()
    fault: str | None = None


# The exchanges so far, the number of the question, and how many there will be.
NextQuestion = Callable[[Sequence[Turn], int, int], Awaitable[Asked]]
# The exchanges so far, the thing named, and what a search found about it.
Confirm = Callable[[Sequence[Turn], Entity, Search], Awaitable[Asked]]
# The exchanges so far and the thing that a decoy is needed for; None, or no name, where none can be found.
Decoy = Callable[[Sequence[Turn], Entity], Awaitable[Asked | None]]
# The exchanges so far, the last being the one to read.
Extract = Callable[[Sequence[Turn]], Awaitable[Extracted]]


@dataclass(frozen=True)
class Questioner:
    """Asks the main questions, and those that confirm."""

    next_question: NextQuestion
    confirm: Confirm
    decoy: Decoy


async def search_for(entity: Entity, agent: Agent, case: Case, language: str) -> Search:
    """Search for a thing; a search that fails is noted as such.

    Args:
        entity: with its claims.
        agent: whom to ask.
        case: of the interview.
        language: of it.
    """
    claims = tuple((claim.claim_id, claim.text) for claim in entity.claims)
    found = await search_with(agent, Query(entity.name, claims, language), case)
    return Search(
        entity.entity_id, entity.name, found.status, found.passages, found.problem, found.hits, found.engine
    )


def search_of(searches: Sequence[Search], entity_id: str) -> Search:
    """The search that was made for a thing."""
    return next(one for one in searches if one.entity_id == entity_id)
