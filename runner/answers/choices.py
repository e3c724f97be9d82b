"""Answers that are codes of a list: one code, several, the highest of several, or yes and no."""

from __future__ import annotations

from dataclasses import dataclass

from .code_lists import CodeList
from .question_words import Asked, Outcome
from .tokens import Tokens
from .value import Codes
from .words import is_negated

_FLIPPED = {"yes": "no", "no": "yes"}


@dataclass(frozen=True)
class _Mention:
    codes: tuple[str, ...]
    negated: bool
    unfinished: bool


def read_category(tokens: Tokens, asked: Asked) -> Outcome:
    """One code: what all mentions have in common; narrower ones win over wider ones."""
    mentions = _mentions(tokens, asked)
    kept = [mention.codes for mention in mentions if not mention.negated]
    if not kept:
        return "ambiguous" if mentions else None
    kept = _narrowest(kept, _list(asked))
    shared = [code for code in kept[0] if all(code in codes for codes in kept)]
    return Codes(tuple(shared), one_of=len(shared) > 1) if shared else "ambiguous"


def read_categories(tokens: Tokens, asked: Asked) -> Outcome:
    """All codes named, in the order they were named."""
    mentions = _mentions(tokens, asked)
    kept = _narrowest([mention.codes for mention in mentions if not mention.negated], _list(asked))
    if not kept:
        return "ambiguous" if mentions else None
    settled = list(dict.fromkeys(codes[0] for codes in kept if len(codes) == 1))
    if settled:
        return Codes(tuple(settled))
    shared = [code for code in kept[0] if all(code in codes for codes in kept)]
    return Codes(tuple(shared or kept[0]), one_of=True)


def read_level(tokens: Tokens, asked: Asked) -> Outcome:
    """The highest level completed; for one still in progress, those that come before it."""
    mentions = [mention for mention in _mentions(tokens, asked) if not mention.negated]
    ranks = _list(asked).ranks
    priors = _list(asked).priors
    best: tuple[str, ...] = ()
    for mention in mentions:
        codes = mention.codes
        if mention.unfinished:
            codes = tuple(dict.fromkeys(prior for code in codes for prior in priors.get(code, ())))
        if codes and max(map(ranks.__getitem__, codes)) > max(map(ranks.__getitem__, best), default=-1):
            best = codes
    finished = {code for mention in mentions if not mention.unfinished for code in mention.codes}
    named = tuple(code for code in best if code in finished)
    best = named or best
    return Codes(best, one_of=len(best) > 1) if best else None


def read_yes_no(tokens: Tokens, asked: Asked) -> Outcome:
    """Yes or no: said outright at the start, or told by a statement; a negated statement is turned round."""
    if asked.words.opens("denial", tokens):
        return Codes(("no",))
    if asked.words.opens("confirmation", tokens):
        return Codes(("yes",))
    told = {
        _FLIPPED[code] if mention.negated else code
        for mention in _mentions(tokens, asked)
        for code in mention.codes
    }
    if not told:
        return None
    return Codes((told.pop(),)) if len(told) == 1 else "ambiguous"


def _list(asked: Asked) -> CodeList:
    codes = asked.codes
    assert codes is not None, "the schema gives every coded question a list"
    return codes


def _mentions(tokens: Tokens, asked: Asked) -> list[_Mention]:
    matches = asked.mentions(asked.question.code_system, tokens)
    progress = {
        tokens[cue.start].clause
        for cue in asked.words.find("in_progress", tokens)
        if not any(match.start <= cue.start and cue.end <= match.end for match in matches)
    }
    return [
        _Mention(
            match.codes,
            is_negated(tokens, asked.words, match.start),
            tokens[match.start].clause in progress,
        )
        for match in matches
    ]


def _narrowest(mentions: list[tuple[str, ...]], codes: CodeList) -> list[tuple[str, ...]]:
    """Mentions but for those that only say something wider than another mention."""
    return [
        mention
        for mention in mentions
        if not any(
            other != mention and all(any(code in codes.line(narrow)[1:] for narrow in other) for code in mention)
            for other in mentions
        )
    ]
