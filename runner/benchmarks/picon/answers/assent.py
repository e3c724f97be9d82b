"""Whether an answer says yes outright, and whether it says no more than that.

A yes is a word that says it whatever follows ("yes", "sim", "是的"), or a phrase that is the whole of its
clause: "right" and "I am" say yes where they stand alone, and nothing of the kind in "right now" or "I am a
nurse". The same holds in Chinese, where "是" and "有" alone say yes, and "是一个城市" and "有的人" do not.
"""

from __future__ import annotations

from .lexicon import Match
from .tokens import Tokens, is_word
from .vocabulary import Vocabulary

PLAIN_YES = "plain_yes"
_WORDS = (PLAIN_YES, "confirmation")
_VERBS = (*_WORDS, "assent")


def opens_with_yes(tokens: Tokens, words: Vocabulary, *, verbs: bool = True) -> bool:
    """Whether an answer opens with a yes, fillers passed over.

    Args:
        tokens: of the answer.
        words: of its language.
        verbs: whether the verb of the question said again ("I do") counts as a yes.
    """
    first = words.opening(tokens)
    if first == len(tokens):
        # Nothing but fillers, of which some say yes where nothing follows: "É."
        return verbs and bool(_yes_spans(tokens, words, _VERBS))
    no = max((_length(match) for match in _opening(("denial", "dissent"), tokens, words, first)), default=0)
    kinds = _VERBS if verbs else _WORDS
    if any(_length(match) > no for match in _opening((PLAIN_YES,), tokens, words, first)):
        return True
    clause = tokens[first].clause
    spans = [one for one in _yes_spans(tokens, words, kinds) if tokens[one.start].clause == clause]
    return any(one.start <= first < one.end and _length(one) > no for one in spans)


def says_only_yes(tokens: Tokens, words: Vocabulary) -> bool:
    """Whether an answer says yes and nothing else: "Yes, it is." to a question of what or where."""
    spans = _yes_spans(tokens, words, _VERBS)
    said = _covered(tokens, words, (*_VERBS, "filler", "frame"))
    return bool(spans) and all(index in said for index, token in enumerate(tokens) if is_word(token.text))


def without_yes(tokens: Tokens, words: Vocabulary) -> Tokens:
    """The tokens but for what merely says yes, or no: "Yes, in Leeds" names Leeds, "No." nothing."""
    spans = _yes_spans(tokens, words, _VERBS) + _filling(tokens, words, ("denial", "dissent"))
    dropped = {index for match in spans for index in range(match.start, match.end)}
    return tuple(token for index, token in enumerate(tokens) if index not in dropped)


def _yes_spans(tokens: Tokens, words: Vocabulary, kinds: tuple[str, ...]) -> list[Match]:
    """Where an answer says yes: at a clause's start by a plain word, else by the whole of a clause."""
    plain = [match for match in words.find(PLAIN_YES, tokens) if _begins(tokens, match.start)]
    return plain + _filling(tokens, words, kinds)


def _filling(tokens: Tokens, words: Vocabulary, kinds: tuple[str, ...]) -> list[Match]:
    """Phrases of some cues in clauses that hold nothing else, fillers apart."""
    said = _covered(tokens, words, (*kinds, "filler"))
    open_clauses = {
        token.clause for index, token in enumerate(tokens) if is_word(token.text) and index not in said
    }
    found = [match for kind in kinds for match in words.find(kind, tokens)]
    return [match for match in found if tokens[match.start].clause not in open_clauses]


def _covered(tokens: Tokens, words: Vocabulary, cues: tuple[str, ...]) -> set[int]:
    return {
        index for cue in cues for match in words.find(cue, tokens) for index in range(match.start, match.end)
    }


def _begins(tokens: Tokens, start: int) -> bool:
    return start == 0 or tokens[start - 1].clause != tokens[start].clause


def _opening(cues: tuple[str, ...], tokens: Tokens, words: Vocabulary, first: int) -> list[Match]:
    return [match for cue in cues for match in words.find(cue, tokens) if match.start <= first < match.end]


def _length(match: Match) -> int:
    return match.end - match.start
