"""One language's cues and numbers, and what they do to the tokens near them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .code_lists import CodeLists
from .lexicon import Lexicon, Match
from .tokens import Token, Tokens, is_chinese

# How far a negation reaches, in tokens: words, or Chinese characters.
_REACH = 5
_CHINESE_REACH = 4
_ONLY_NEXT = frozenset({"no", "none"})
MASK = "·"


@dataclass(frozen=True)
class Vocabulary:
    """Cues and number words of a language.

    Attributes:
        language: ISO 639-1 code.
        cues: lexicon of each cue.
        numbers: number words of one token.
    """

    language: str
    cues: Mapping[str, Lexicon]
    numbers: Mapping[str, int]

    def find(self, cue: str, tokens: Tokens) -> list[Match]:
        """Every place where a cue stands."""
        return self.cues[cue].find(tokens)

    def has(self, cue: str, tokens: Tokens) -> bool:
        """Whether a cue stands anywhere."""
        return bool(self.find(cue, tokens))

    def opens(self, cue: str, tokens: Tokens) -> bool:
        """Whether the first words are a cue, fillers and marks passed over."""
        first = self.opening(tokens)
        return any(match.start == first for match in self.find(cue, tokens))

    def opening(self, tokens: Tokens) -> int:
        """Index of the first token that is neither a filler nor a mark."""
        fillers = {index for match in self.find("filler", tokens) for index in range(match.start, match.end)}
        for index, token in enumerate(tokens):
            if index not in fillers and token.text[0].isalnum():
                return index
        return len(tokens)

    def near(self, cue: str, tokens: Tokens, start: int, end: int, before: int, after: int) -> bool:
        """Whether a cue stands at most ``before`` tokens before a span or ``after`` tokens after it.

        Only in the clause of the span; the cue itself may be of any length.
        """
        return any(
            (match.end <= start and start - match.end <= before - 1 and before > 0)
            or (match.start >= end and match.start - end <= after - 1 and after > 0)
            for match in self.find(cue, tokens)
            if tokens[match.start].clause == tokens[min(start, len(tokens) - 1)].clause
        )


def vocabulary_of(lists: CodeLists, language: str) -> Vocabulary:
    """The words of a language."""
    return Vocabulary(language, lists.cues[language], lists.numbers[language])


def break_clauses(tokens: Tokens, words: Vocabulary) -> Tokens:
    """Start a new clause at every "but", "mas" or "但是"."""
    starts = {match.start for match in words.find("contrast", tokens)}
    shift = 0
    broken = []
    for index, token in enumerate(tokens):
        shift += index in starts
        broken.append(Token(token.text, token.clause + shift))
    return tuple(broken)


def mask(tokens: Tokens, spans: list[Match]) -> Tokens:
    """The tokens with those of the spans blanked out, places kept."""
    blank = {index for span in spans for index in range(span.start, span.end)}
    return tuple(Token(MASK, token.clause) if index in blank else token for index, token in enumerate(tokens))


def is_negated(tokens: Tokens, words: Vocabulary, start: int) -> bool:
    """Whether a negation in the same clause reaches the phrase that begins at ``start``.

    "no" reaches only the next word or two: "no children", but not "no I have children".
    """
    masked = mask(tokens, words.find("everyday", tokens))
    reach = _CHINESE_REACH if is_chinese(tokens[start].text) else _REACH
    for match in words.find("negation", masked[:start]):
        gap = start - match.end
        word = tokens[match.start].text
        if tokens[match.start].clause == tokens[start].clause and gap <= (1 if word in _ONLY_NEXT else reach):
            return True
    return False
