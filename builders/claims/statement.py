"""A claim before it has words: who, what relation, what, and whether it is denied."""

from __future__ import annotations

from dataclasses import dataclass

from .lexicon import Action, Noun, NounClass, Property


@dataclass(frozen=True)
class Statement:
    """What one sentence says.

    Attributes:
        relation: as ConceptNet names it, without ``Not``.
        start: the subject.
        end: what is said of it.
        denied: the sentence is negative.
        absolute: an absolute word (never, always …) takes the "sometimes" reading away.
        parts: for HasA: the subject has several of the end.
        of_class: for IsA: how the class is said of its members, where the lexicon has it.
    """

    relation: str
    start: Noun
    end: Noun | Action | Property
    denied: bool = False
    absolute: bool = False
    parts: bool = False
    of_class: NounClass | None = None


def noun_end(statement: Statement) -> Noun:
    """The end of a relation between two nouns."""
    if not isinstance(statement.end, Noun):
        raise TypeError(f"{statement.relation} needs a noun as its end")
    return statement.end
