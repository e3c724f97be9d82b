"""Answers that are the name of a place."""

from __future__ import annotations

from .assent import without_yes
from .question_words import Asked, Outcome
from .tokens import Tokens, is_chinese, is_word
from .value import Name

_MARKS_OF_RANK = frozenset("市省县区镇乡村")


def read_name(tokens: Tokens, asked: Asked) -> Outcome:
    """The words left when those that merely introduce a name, or say yes or no, are taken away."""
    tokens = without_yes(tokens, asked.words)
    framed = {
        index
        for cue in ("frame", "filler", "hedge")
        for match in asked.words.find(cue, tokens)
        for index in range(match.start, match.end)
    }
    words = [token.text for index, token in enumerate(tokens) if index not in framed and is_word(token.text)]
    if words and is_chinese(words[0]):
        words = [word for word in words if word not in _MARKS_OF_RANK] or words
    return Name(tuple(words)) if words else None
