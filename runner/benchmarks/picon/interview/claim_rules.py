"""By rule: whether the evidence supports a claim of the offline extractor."""

from __future__ import annotations

from ..answers.tokens import fold
from ..scores.findings import ClaimVerdict
from .material import Material
from .notes import Claim, Entity, Search
from .places import countries_in


def claim_verdict(entity: Entity, claim: Claim, search: Search, material: Material) -> ClaimVerdict | None:
    """The verdict on a claim; None for a claim of a model, which the rules cannot read.

    A place exists where a passage is about it. It is in a country where a passage about it names that
    country, and is not where such passages name other countries only. It is in another place where a passage
    about it names that place; what does not, leaves it open.

    Args:
        entity: what the claim is about.
        claim: the claim.
        search: what was found about the entity.
        material: of the interview.
    """
    outcome = search_verdict(search)
    if outcome is not None or not claim.by_rule:
        return outcome
    name = fold(entity.name)
    about = [one for one in search.passages if name in fold(f"{one.title} {one.text}")]
    if not about:
        return "not_enough_information"
    if claim.within is not None:
        # Documents name what a place lies in, but no list of places would show that it lies elsewhere.
        told = any(fold(claim.within) in fold(one.text) for one in about if fold(one.title) == name)
        return "supported" if told else "not_enough_information"
    if claim.place is None:
        return "supported"
    named = set().union(*(countries_in(one.text, material) for one in about if fold(one.title) == name))
    if claim.place in named:
        return "supported"
    return "refuted" if named else "not_enough_information"


def search_verdict(search: Search) -> ClaimVerdict | None:
    """The verdict that follows from the search alone, or None where there is something to look at."""
    if search.status == "failed":
        return "search_failed"
    return "nothing_found" if search.status == "nothing" else None
