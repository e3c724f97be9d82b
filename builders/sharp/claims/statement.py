"""A claim before it has words: who, what relation, what, and whether it is denied; or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from .frames import Frame
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
        possible: for HasA: the subject can have the end, others of its kind have it not (boats have sails).
        of_class: for IsA: how the class is said of its members, where the lexicon has it.
        frame: how the row's own sentence says it in English, where that can be said again; else None.
        many: with ``frame``: it speaks of several (birds have wings), not of one.
    """

    relation: str
    start: Noun
    end: Noun | Action | Property
    denied: bool = False
    absolute: bool = False
    parts: bool = False
    possible: bool = False
    of_class: NounClass | None = None
    frame: Frame | None = None
    many: bool = False


def noun_end(statement: Statement) -> Noun:
    """The end of a relation between two nouns."""
    if not isinstance(statement.end, Noun):
        raise TypeError(f"{statement.relation} needs a noun as its end")
    return statement.end


class Rejected(Exception):  # noqa: N818 - no error: it carries the reason from any depth to the one that counts
    """An edge that no good sentence can be made of; its text is the reason."""
