"""Answers that are codes of a list: one code, several, the highest of several, or yes and no."""

from __future__ import annotations

from dataclasses import dataclass

from .assent import opens_with_yes
from .code_lists import CodeList
from .context import AnswerContext, Outcome
from .lexicon import Match
from .tokens import Tokens, is_word
from .value import Codes
from .vocabulary import is_negated

_FLIPPED = {"yes": "no", "no": "yes"}
# In a list with the widest code ``any``, its negation is the list's word for nothing of the kind.
_ANY = "any"
_NOTHING = ("none", "no")


@dataclass(frozen=True)
class _Mention:
    codes: tuple[str, ...]
    negated: bool
    unfinished: bool
    opening: bool
    aside: bool


def read_category(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """One code: what all mentions have in common; narrower ones win over wider ones.

    What is said of the past or of other people counts only where nothing is said of the speaker's present;
    where the mentions have nothing in common, a "yes" or "no" that opens the answer decides.
    """
    mentions = _mentions(tokens, asked)
    affirmed = [mention for mention in mentions if not mention.negated]
    if not affirmed:
        return "ambiguous" if mentions else None
    current = [mention.codes for mention in affirmed if not mention.aside]
    kept = _narrowest(current or [mention.codes for mention in affirmed], _list(asked))
    shared = [code for code in kept[0] if all(code in codes for codes in kept)]
    if not shared and mentions[0].opening:
        shared = list(mentions[0].codes)
    return Codes(tuple(shared), one_of=len(shared) > 1) if shared else "ambiguous"


def read_categories(tokens: Tokens, asked: AnswerContext) -> Outcome:
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


def read_level(tokens: Tokens, asked: AnswerContext) -> Outcome:
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


def read_yes_no(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """Yes or no: said outright at the start, or told by a statement; a negated statement is turned round."""
    if asked.words.opens("ambivalent", tokens):
        return "ambiguous"
    if opens_with_yes(tokens, asked.words, verbs=False):
        return Codes(("yes",))
    if asked.words.opens("denial", tokens):
        return Codes(("no",))
    told = {
        _FLIPPED[code] if mention.negated else code
        for mention in _mentions(tokens, asked)
        for code in mention.codes
    }
    if not told:
        return _said_by_verb(tokens, asked)
    return Codes((told.pop(),)) if len(told) == 1 else "ambiguous"


def _said_by_verb(tokens: Tokens, asked: AnswerContext) -> Outcome:
    """Yes or no without a statement: a clause of its own ("I was, yes."), or the question's verb."""
    for cue, code in (("denial", "no"), ("dissent", "no"), ("confirmation", "yes"), ("assent", "yes")):
        for match in asked.words.find(cue, tokens):
            said = [one for one in tokens if one.clause == tokens[match.start].clause and is_word(one.text)]
            if len(said) == match.end - match.start:
                return Codes((code,))
    if asked.words.opens("dissent", tokens):
        return Codes(("no",))
    # To a question of yes or no, a sentence that begins like a yes is one: "有两个孩子" has children.
    opened = any(asked.words.opens(cue, tokens) for cue in ("confirmation", "assent"))
    return Codes(("yes",)) if opened else None


def _list(asked: AnswerContext) -> CodeList:
    codes = asked.codes
    assert codes is not None, "the schema gives every coded question a list"
    return codes


def _mentions(tokens: Tokens, asked: AnswerContext) -> list[_Mention]:
    matches = asked.mentions(asked.question.code_system, tokens)
    progress = {tokens[cue.start].clause for cue in _outside("in_progress", tokens, asked, matches)}
    unfinished = _given_up(tokens, asked, matches)
    aside = set()
    if asked.question.stability != "fixed":
        for name in ("past", "others"):
            aside |= {tokens[cue.start].clause for cue in _outside(name, tokens, asked, matches)}
    nothing = tuple(code for code in _NOTHING if code in _list(asked).labels["en"])
    found = []
    for match in matches:
        negated = is_negated(tokens, asked.words, match.start)
        turned = negated and match.codes == (_ANY,) and bool(nothing)
        found.append(
            _Mention(
                nothing if turned else match.codes,
                negated and not turned,
                tokens[match.start].clause in progress or match in unfinished,
                match.opening,
                tokens[match.start].clause in aside,
            )
        )
    return found


def _outside(cue: str, tokens: Tokens, asked: AnswerContext, matches: list[Match]) -> list[Match]:
    """Where a cue stands, places inside a mention left out: the mention says it already."""
    return [
        found
        for found in asked.words.find(cue, tokens)
        if not any(found.start < match.end and match.start < found.end for match in matches)
    ]


def _given_up(tokens: Tokens, asked: AnswerContext, matches: list[Match]) -> list[Match]:
    """The mentions of which it is said that they were not finished: the last one before "dropped out"."""
    given_up = []
    for cue in _outside("given_up", tokens, asked, matches):
        before = [match for match in matches if match.end <= cue.start]
        after = [match for match in matches if tokens[match.start].clause == tokens[cue.start].clause]
        given_up += before[-1:] or after[:1]
    return given_up


def _narrowest(mentions: list[tuple[str, ...]], codes: CodeList) -> list[tuple[str, ...]]:
    """Mentions but for those that only say something wider than another mention."""
    return [
        mention
        for mention in mentions
        if not any(
            other != mention
            and all(any(code in codes.line(narrow)[1:] for narrow in other) for code in mention)
            for other in mentions
        )
    ]
