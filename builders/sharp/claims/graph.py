"""What the graph says once meanings are folded: the check on every claim and its counterfactual."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

Triple = tuple[str, str, str]

SYMMETRIC = frozenset(
    {"RelatedTo", "SimilarTo", "EtymologicallyRelatedTo", "Synonym", "Antonym", "DistinctFrom"}
)
SAME = {"InstanceOf": "IsA", "NotInstanceOf": "NotIsA"}
INVERSE = {"HasA": "PartOf", "NotHasA": "NotPartOf"}
_CLOSURE_STEPS = 3
_OF_KIND = frozenset({"IsA", "HasProperty", "DefinedAs"})


@dataclass(frozen=True)
class Graph:
    """Folded facts.

    Attributes:
        facts: every assertion, in canonical form.
        classes: start to the classes it is said to belong to, one step up.
        opposites: term to the terms an Antonym edge joins it with.
        distinct: term to the terms a DistinctFrom edge joins it with.
        properties: start to the properties it is said to have.
    """

    facts: frozenset[Triple]
    classes: dict[str, frozenset[str]]
    opposites: dict[str, frozenset[str]]
    distinct: dict[str, frozenset[str]]
    properties: dict[str, frozenset[str]]

    def supports(self, relation: str, start: str, end: str) -> bool:
        """Whether some assertion says this, directly or, for IsA, over a few classes."""
        if canonical(relation, start, end) in self.facts:
            return True
        return relation == "IsA" and end in self._ancestors(start)

    def contradicts(self, relation: str, start: str, end: str) -> bool:
        """Whether another assertion speaks against this one.

        A ``Not*`` edge; for a class or property an Antonym or DistinctFrom edge between the two, or a class
        or property of the start that is an antonym of ``end``; for a prerequisite that it is an obstacle.
        """
        if canonical(f"Not{relation}", start, end) in self.facts:
            return True
        if relation == "HasPrerequisite":
            return ("ObstructedBy", start, end) in self.facts
        if relation not in _OF_KIND:
            return False
        if end in self.opposites.get(start, ()) or end in self.distinct.get(start, ()):
            return True
        own = self.properties if relation == "HasProperty" else self.classes
        return bool(own.get(start, frozenset()) & self.opposites.get(end, frozenset()))

    def _ancestors(self, start: str) -> set[str]:
        found: set[str] = set()
        frontier = {start}
        for _ in range(_CLOSURE_STEPS):
            frontier = {parent for term in frontier for parent in self.classes.get(term, ())} - found
            found |= frontier
        return found


def canonical(relation: str, start: str, end: str) -> Triple:
    """One form for assertions of the same meaning: both directions of a symmetric one, HasA as PartOf."""
    relation = SAME.get(relation, relation)
    if relation in INVERSE:
        return INVERSE[relation], end, start
    if relation in SYMMETRIC and end < start:
        return relation, end, start
    return relation, start, end


def build_graph(triples: Iterable[Triple]) -> Graph:
    """The graph of folded triples ``(relation, start, end)``."""
    facts = frozenset(canonical(*triple) for triple in triples)
    classes: defaultdict[str, set[str]] = defaultdict(set)
    opposites: defaultdict[str, set[str]] = defaultdict(set)
    distinct: defaultdict[str, set[str]] = defaultdict(set)
    properties: defaultdict[str, set[str]] = defaultdict(set)
    for relation, start, end in facts:
        match relation:
            case "IsA":
                classes[start].add(end)
            case "HasProperty":
                properties[start].add(end)
            case "Antonym" | "DistinctFrom":
                joined = opposites if relation == "Antonym" else distinct
                joined[start].add(end)
                joined[end].add(start)
    return Graph(facts, _frozen(classes), _frozen(opposites), _frozen(distinct), _frozen(properties))


def _frozen(sets: dict[str, set[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(values) for key, values in sets.items()}
