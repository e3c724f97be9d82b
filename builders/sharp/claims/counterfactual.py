"""A false counterpart for a true statement, with the graph as the check."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Literal

from .fold import fold
from .graph import Graph
from .lexicon import Lexicon, Noun, Property, is_of
from .statement import Rejected, Statement

Transformation = Literal["negation", "antonym"]

_DENYING_ZH = frozenset("不没无未非")
_DENYING_EN = frozenset({"not", "no", "non", "never", "without", "nothing", "un"})


@dataclass(frozen=True)
class Readings:
    """Both readings of an assertion: what holds, what does not, and how the one was made of the other."""

    factual: Statement
    counterfactual: Statement
    transformation: Transformation


def make_readings(statement: Statement, graph: Graph, lexicon: Lexicon, uri: str) -> Readings:
    """The statement and its counterfactual.

    A denied statement (a ``Not*`` edge) loses its negation. Any other is denied absolutely, or has its end
    replaced by one that excludes it; where both can be done, a digest of the URI chooses, so that both occur.

    Raises:
        Rejected: the graph contradicts the statement, or supports what would be false.
    """
    start, end = fold(statement.start.term), fold(statement.end.term)
    if statement.denied:
        if graph.supports(statement.relation, start, end):
            raise Rejected("another edge says the opposite")
        return Readings(statement, replace(statement, denied=False), "negation")
    if graph.contradicts(statement.relation, start, end) or _rival_supported(statement, graph, lexicon):
        raise Rejected("another edge says the opposite")
    contrasted = _contrasted(statement, graph, lexicon)
    if contrasted is not None and (_coin(uri) or _negative(statement)):
        return Readings(statement, contrasted, "antonym")
    if _negative(statement):
        raise Rejected("denying it would be a double negation")
    return Readings(statement, replace(statement, denied=True, absolute=True), "negation")


def _contrasted(statement: Statement, graph: Graph, lexicon: Lexicon) -> Statement | None:
    if isinstance(statement.end, Property):
        contrast = _opposite(statement.end, statement.start, graph, lexicon)
        return replace(statement, end=contrast, absolute=True) if contrast else None
    if statement.relation != "IsA":
        return None
    term = _other_class(statement, graph, lexicon)
    if not term:
        return None
    return replace(statement, end=lexicon.nouns[term], of_class=lexicon.classes.get(term))


def _opposite(entry: Property, start: Noun, graph: Graph, lexicon: Lexicon) -> Property | None:
    # The curated contrast; else what an Antonym edge names, if it is no matter of taste or degree either.
    if entry.contrast:
        return lexicon.properties.get(fold(entry.contrast))
    known = [lexicon.properties.get(term) for term in sorted(graph.opposites.get(fold(entry.term), ()))]
    return next((other for other in known if other and is_of(start, other.start_kinds)), None)


def _other_class(statement: Statement, graph: Graph, lexicon: Lexicon) -> str:
    # A class that an Antonym edge names, if the lexicon has the two exclude each other; else the curated one.
    term = fold(statement.end.term)
    entry = lexicon.classes[term]
    for other in sorted(graph.opposites.get(term, ())):
        rival = lexicon.classes.get(other)
        if rival and entry.exclusive and rival.exclusive == entry.exclusive:
            return other
    return fold(entry.contrast) if entry.contrast else ""


def _rival_supported(statement: Statement, graph: Graph, lexicon: Lexicon) -> bool:
    # Two edges that exclude one another cannot both hold: trust neither.
    contrasted = _contrasted(statement, graph, lexicon)
    if contrasted is not None and _ever_supported(contrasted, graph):
        return True
    if statement.relation != "IsA":
        return False
    start, end = fold(statement.start.term), fold(statement.end.term)
    group = lexicon.classes[end].exclusive
    rivals = [term for term, entry in lexicon.classes.items() if group and entry.exclusive == group]
    return any(graph.supports("IsA", start, term) for term in rivals if term != end)


def _ever_supported(statement: Statement, graph: Graph) -> bool:
    return graph.supports(statement.relation, fold(statement.start.term), fold(statement.end.term))


def _negative(statement: Statement) -> bool:
    # 不透明的, 无毒的, non-flammable: a word that denies already. Nouns are names (非洲, 不锈钢).
    if isinstance(statement.end, Noun):
        return False
    words = statement.end.en.replace("-", " ").split()
    return bool(_DENYING_ZH & set(statement.end.zh)) or bool(_DENYING_EN & set(words))


def _coin(uri: str) -> bool:
    return hashlib.sha256(uri.encode()).digest()[0] % 2 == 0
