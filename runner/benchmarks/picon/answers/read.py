"""Read a free-text answer: a typed value, or the reason why there is none."""

from __future__ import annotations

import datetime as dt
import difflib
from collections.abc import Callable, Mapping

from .assent import says_only_yes, without_yes
from .bank import Question
from .choices import read_categories, read_category, read_level, read_yes_no
from .code_lists import CodeLists
from .context import AnswerContext, Outcome
from .counts import read_count, read_scale
from .dates import read_date
from .times import read_age, read_duration, read_year
from .tokens import Token, Tokens, fold, is_chinese, is_word, split_words, tokenize, without_questions
from .value import Amount, Name, Reading, Reason
from .vocabulary import Vocabulary, break_clauses, vocabulary_of

# How alike an answer must be to its question to count as an echo.
_ECHO = 0.8
_SHORTEST_ECHO = 6
_MARKS_OF_RANK = frozenset("市省县区镇乡村")
# Payments a year; the question asks for a month, so that is what an amount without a period means.
_PERIODS = {"per_year": 1, "per_week": 52, "per_month": 12}


def read_amount(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """The first amount named; ambiguous where its range is open or its unit is no money."""
    quantities = [one for one in asked.quantities(tokens) if one.low > 0 or one.high]
    if not quantities:
        return None
    money = quantities[0]
    if money.high is None or asked.words.has("not_money", tokens):
        return "ambiguous"
    payments = next((times for cue, times in _PERIODS.items() if asked.words.has(cue, tokens)), 12)
    currencies = {
        code for match in asked.mentions(asked.question.code_system, tokens) for code in match.codes
    }
    if len(currencies) > 1:
        return "ambiguous"
    return Amount(money.low * payments, money.high * payments, currencies.pop() if currencies else None)


def read_name(tokens: Tokens, asked: AnswerContext) -> Outcome:
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


READERS: Mapping[str, Callable[[Tokens, AnswerContext], Outcome]] = {
    "year": read_year,
    "count": read_count,
    "age": read_age,
    "duration": read_duration,
    "scale": read_scale,
    "date": read_date,
    "amount": read_amount,
    "yes_no": read_yes_no,
    "category": read_category,
    "categories": read_categories,
    "level": read_level,
    "name": read_name,
}


def read_answer(text: str, question: Question, lists: CodeLists, asked_on: dt.date) -> Reading:
    """What an answer says.

    Sentences that are questions, and clauses that refuse, put off or plead ignorance, are set aside first: a
    value in the rest still counts. After a self-correction only what follows it counts, if it has a value.

    Args:
        text: the answer.
        question: the question in the language of the answer.
        lists: the release's code lists.
        asked_on: day of the interview; ages and "ten years ago" depend on it.
    """
    words = vocabulary_of(lists, question.language)
    asked = AnswerContext(question, lists, words, asked_on)
    tokens = break_clauses(tokenize(text), words)
    if not any(is_word(token.text) for token in tokens):
        return Reading(text, asked_on, None, "no_answer")
    if _echoes(text, question, words):
        return Reading(text, asked_on, None, "echo")
    kept, set_aside = _set_aside(without_questions(tokens), words)
    outcome = _corrected(kept, asked) if _has_words(kept) else None
    if outcome == "ambiguous":
        return Reading(text, asked_on, None, "ambiguous")
    if outcome is not None:
        return Reading(text, asked_on, outcome, None)
    return Reading(text, asked_on, None, set_aside or _bare(kept, words))


def _corrected(tokens: Tokens, asked: AnswerContext) -> Outcome:
    read = READERS[asked.question.answer_type]
    for match in reversed(asked.words.find("correction", tokens)):
        if match.end - match.start == 1 and not _begins_clause(tokens, match.start):
            continue
        rest = tokens[match.end :]
        outcome = read(rest, asked) if _has_words(rest) else None
        if outcome is not None:
            return outcome
    return read(tokens, asked)


def _begins_clause(tokens: Tokens, start: int) -> bool:
    """Whether nothing of its clause stands before a token: "actually" corrects only there."""
    return start == 0 or tokens[start - 1].clause != tokens[start].clause


def _set_aside(tokens: Tokens, words: Vocabulary) -> tuple[Tokens, Reason | None]:
    """The tokens without what is no answer, and which kind of thing that was."""
    dropped: set[int] = set()
    reason: Reason | None = None
    for cue, why in (("dont_know", "no_answer"), ("deflection", "deflection"), ("refusal", "refusal")):
        for match in words.find(cue, tokens):
            if cue == "deflection":
                dropped |= set(range(match.start, match.end))
            else:
                clause = tokens[match.start].clause
                dropped |= {index for index, token in enumerate(tokens) if token.clause == clause}
            reason = why  # type: ignore[assignment]
    return tuple(token for index, token in enumerate(tokens) if index not in dropped), reason


def _bare(tokens: Tokens, words: Vocabulary) -> Reason:
    """Why a text without a value has none."""
    return "bare_confirmation" if says_only_yes(tokens, words) else "no_answer"


def _echoes(text: str, question: Question, words: Vocabulary) -> bool:
    """Whether the answer only says the question again: a piece of it, or nearly all of it."""
    said = _plain(text)
    if len(said) < _SHORTEST_ECHO:
        return False
    for asked in (_plain(question.text), _plain(question.retest_text)):
        alike = difflib.SequenceMatcher(None, said, asked, autojunk=False).ratio() >= _ECHO
        if (alike or said in asked) and words.has("question_back", tokenize(text)):
            return True
    return False


def _plain(text: str) -> str:
    return " ".join(word for word in split_words(fold(text)) if is_word(word))


def _has_words(tokens: tuple[Token, ...]) -> bool:
    return any(is_word(token.text) for token in tokens)
