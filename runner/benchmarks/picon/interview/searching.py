"""Look for evidence on what an answer named."""

from __future__ import annotations

from collections.abc import Sequence

from ....agents.agent import Agent
from ....records.conversation import Case
from ..evidence.evidence import Query
from ..evidence.search import search_with
from .notes import Entity, Search


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
