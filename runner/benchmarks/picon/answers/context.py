"""What reading an answer to one question needs: the question, its lists and its language's words."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from .bank import Question
from .code_lists import CodeList, CodeLists
from .lexicon import Match
from .quantities import Quantity, find_quantities
from .tokens import Tokens
from .value import Value
from .vocabulary import Vocabulary

Outcome = Value | Literal["ambiguous"] | None


@dataclass(frozen=True)
class AnswerContext:
    """A question as it was put.

    Attributes:
        question: the question.
        lists: every code list.
        words: cues and numbers of its language.
        on: the day of the interview.
    """

    question: Question
    lists: CodeLists
    words: Vocabulary
    on: dt.date

    @property
    def codes(self) -> CodeList | None:
        """The question's own list, or None."""
        return self.lists.lists[self.question.code_system] if self.question.code_system else None

    def mentions(self, system: str | None, tokens: Tokens) -> list[Match]:
        """Phrases of a code list in the tokens, the phrases for openings only where they open the answer."""
        if system is None:
            return []
        lexicon = self.lists.lists[system].lexicons[self.question.language]
        return lexicon.find(tokens, self.words.opening(tokens))

    def quantities(self, tokens: Tokens) -> list[Quantity]:
        """Numbers and ranges in the tokens."""
        decades, exact = (
            {(match.start, match.end): int(match.codes[0]) for match in self.mentions(system, tokens)}
            for system in ("decade_word", "number_phrase")
        )
        return find_quantities(tokens, self.words, decades, exact)

    def within_bounds(self, low: float, high: float | None) -> bool:
        """Whether some number of a range can be an answer."""
        least, most = self.question.minimum, self.question.maximum
        return (high is None or least is None or high >= least) and (most is None or low <= most)


def first_clause(tokens: Tokens, quantities: list[Quantity]) -> list[Quantity]:
    """The quantities of the first clause that has any."""
    if not quantities:
        return []
    clause = tokens[quantities[0].start].clause
    return [quantity for quantity in quantities if tokens[quantity.start].clause == clause]
