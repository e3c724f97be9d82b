"""By rule: whether a reply answers at all, and whether it says yes."""

from __future__ import annotations

import difflib
from typing import Literal

from ..answers.assent import opens_with_yes
from ..answers.tokens import Tokens, fold, is_word, split_words, tokenize, without_questions
from ..answers.value import Reading
from ..answers.vocabulary import Vocabulary, break_clauses, vocabulary_of
from .material import Material

Abstention = Literal[
    "refusal", "deflection", "asking_back", "lack_of_knowledge", "bare_confirmation", "empty"
]
_ECHO = 0.8
# Reasons of the reader that are abstentions of the persona; "no_answer" has to be looked into.
_BY_READER: dict[str, Abstention] = {
    "refusal": "refusal",
    "deflection": "deflection",
    "echo": "asking_back",
    "bare_confirmation": "bare_confirmation",
}


def abstention_of(reply: str, asked: str, reading: Reading | None, material: Material) -> Abstention | None:
    """How a reply abstains, or None where it answers.

    As in the paper, wrong, partial and guessed answers, those beside the point, and denials do answer.
    Refusing, putting off, asking back, pleading ignorance and saying nothing do not; nor does a bare yes to a
    question that asks for more.

    Args:
        reply: the reply.
        asked: the question.
        reading: of the reply, where the question is the bank's.
        material: of the interview.
    """
    words = vocabulary_of(material.bank.lists, material.persona.language)
    tokens = break_clauses(tokenize(reply), words)
    if not any(is_word(token.text) for token in tokens):
        return "empty"
    if _alike(reply, asked):
        return "asking_back"
    if reading is not None and reading.value is not None:
        return None
    if reading is not None and reading.reason in _BY_READER:
        return _BY_READER[reading.reason]
    return _by_words(tokens, words)


def says_yes(reply: str, material: Material) -> bool:
    """Whether a reply to a yes-or-no question clearly says yes; vague ones and don't-knows do not."""
    words = vocabulary_of(material.bank.lists, material.persona.language)
    tokens = without_questions(tokenize(reply))
    if any(words.has(cue, tokens) for cue in ("dont_know", "refusal")) or words.opens("ambivalent", tokens):
        return False
    return opens_with_yes(tokens, words)


def _by_words(tokens: Tokens, words: Vocabulary) -> Abstention | None:
    kept = without_questions(tokens)
    if not any(is_word(token.text) for token in kept):
        return "asking_back"
    kinds: tuple[tuple[str, Abstention], ...] = (
        ("refusal", "refusal"),
        ("deflection", "deflection"),
        ("dont_know", "lack_of_knowledge"),
    )
    return next((kind for cue, kind in kinds if words.has(cue, kept)), None)


def _alike(reply: str, asked: str) -> bool:
    said, question = (
        " ".join(word for word in split_words(fold(text)) if is_word(word)) for text in (reply, asked)
    )
    if not said or not reply.rstrip().endswith(("?", "？")):
        return False
    return said in question or difflib.SequenceMatcher(None, said, question, autojunk=False).ratio() >= _ECHO
