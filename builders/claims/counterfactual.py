"""A false counterpart for a true statement, with the graph as the check."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Literal

from .fold import fold
from .graph import Graph
from .lexicon import Lexicon, Property
from .statement import Statement
from .statements import SetAside

Transformation = Literal["negation", "antonym"]


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
        SetAside: the graph contradicts the statement, or supports what would be false.
    """
    start, end = fold(statement.start.term), fold(statement.end.term)
    if statement.denied:
        if graph.supports(statement.relation, start, end):
            raise SetAside("another edge says the opposite")
        return Readings(statement, replace(statement, denied=False), "negation")
    if graph.contradicts(statement.relation, start, end) or _rival_supported(statement, graph, lexicon):
        raise SetAside("another edge says the opposite")
    contrasted = _contrasted(statement, lexicon)
    if contrasted is not None and (_coin(uri) or _negative(statement)):
        return Readings(statement, contrasted, "antonym")
    if _negative(statement):
        raise SetAside("denying it would be a double negation")
    return Readings(statement, replace(statement, denied=True, absolute=True), "negation")


def _contrasted(statement: Statement, lexicon: Lexicon) -> Statement | None:
    if isinstance(statement.end, Property):
        contrast = lexicon.properties.get(fold(statement.end.contrast)) if statement.end.contrast else None
        return replace(statement, end=contrast, absolute=True) if contrast else None
    if statement.relation != "IsA":
        return None
    entry = lexicon.classes[fold(statement.end.term)]
    if not entry.contrast:
        return None
    noun = lexicon.nouns[fold(entry.contrast)]
    return replace(statement, end=noun, of_class=lexicon.classes.get(fold(noun.term)))


def _rival_supported(statement: Statement, graph: Graph, lexicon: Lexicon) -> bool:
    # Two edges that exclude one another cannot both hold: trust neither.
    contrasted = _contrasted(statement, lexicon)
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
    # 不透明的, invisível: a word that denies already.
    return "不" in statement.end.zh


def _coin(uri: str) -> bool:
    return hashlib.sha256(uri.encode()).digest()[0] % 2 == 0
