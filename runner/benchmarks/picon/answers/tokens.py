"""Texts as tokens: folded words, numbers, single Chinese characters and marks, with their clauses."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"[a-z]+|\d+(?:[.,:/]\d+)*|[㐀-鿿〇]|\S")
_CLAUSE_END = frozenset(',.;:!?。、…()"')
_SENTENCE_END = frozenset(".!?。…")
_INNER_HYPHEN = re.compile(r"(?<=[a-z0-9])[-‐‑](?=[a-z])")
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘`´"))


@dataclass(frozen=True)
class Token:
    """One token.

    Attributes:
        text: folded text.
        clause: number of its clause in the answer.
    """

    text: str
    clause: int


Tokens = tuple[Token, ...]


@lru_cache(maxsize=65_536)  # the same names, phrases and answers are folded again and again
def fold(text: str) -> str:
    """Lower case, compatibility forms and accents folded, apostrophes and hyphens inside words dropped."""
    plain = unicodedata.normalize(
        "NFKD", unicodedata.normalize("NFKC", text).casefold().translate(_APOSTROPHES)
    )
    bare = "".join(mark for mark in plain if not unicodedata.combining(mark))
    return _INNER_HYPHEN.sub(" ", bare)


def split_words(text: str) -> tuple[str, ...]:
    """The token texts of a phrase."""
    return tuple(_TOKEN.findall(fold(text)))


def tokenize(text: str) -> Tokens:
    """The tokens of an answer; a clause ends at a punctuation mark."""
    tokens = []
    clause = 0
    for word in split_words(text):
        tokens.append(Token(word, clause))
        clause += word in _CLAUSE_END
    return tuple(tokens)


def without_questions(tokens: Tokens) -> Tokens:
    """The tokens but for sentences that end in a question mark: they ask, they do not answer."""
    kept: list[Token] = []
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if token.text in _SENTENCE_END:
            kept += [] if token.text == "?" else sentence
            sentence = []
    return tuple(kept + sentence)


def is_chinese(word: str) -> bool:
    """Whether a token is a Chinese character."""
    return len(word) == 1 and ("㐀" <= word <= "鿿" or word == "〇")


def is_word(word: str) -> bool:
    """Whether a token is more than a mark."""
    return word[0].isalnum()
