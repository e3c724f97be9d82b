"""Phrases of a code list, found in tokens: the longest at each place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .tokens import Tokens, is_chinese, split_words

_PLURALS = ("s", "es")


@dataclass(frozen=True)
class Match:
    """A phrase found.

    Attributes:
        start: index of its first token.
        end: index after its last token.
        codes: the codes it stands for; several when the phrase leaves open which.
        opening: whether it counts only because it opens the answer.
    """

    start: int
    end: int
    codes: tuple[str, ...]
    opening: bool = False


@dataclass(frozen=True)
class Lexicon:
    """Phrases by their tokens.

    Attributes:
        phrases: tokens to codes.
        opening: the same, for phrases that count only at the start of an answer.
        longest: length of the longest phrase.
    """

    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    opening: Mapping[tuple[str, ...], tuple[str, ...]]
    longest: int

    def find(self, tokens: Tokens, opening: int = 0) -> list[Match]:
        """Phrases, left to right; where several overlap, the longest stands, of equals the first.

        Args:
            tokens: where to look.
            opening: index at which the answer proper begins.
        """
        words = tuple(token.text for token in tokens)
        candidates = [match for start in range(len(words)) if (match := self._at(words, start, opening))]
        found: list[Match] = []
        for match in sorted(candidates, key=lambda one: one.start - one.end):
            if not any(match.start < other.end and other.start < match.end for other in found):
                found.append(match)
        return sorted(found, key=lambda one: one.start)

    def _at(self, words: tuple[str, ...], start: int, opening: int) -> Match | None:
        for length in range(min(self.longest, len(words) - start), 0, -1):
            phrase = words[start : start + length]
            if codes := self._codes(phrase):
                return Match(start, start + length, codes)
            if start == opening and (codes := self.opening.get(phrase)):
                return Match(start, start + length, codes, opening=True)
        return None

    def _codes(self, phrase: tuple[str, ...]) -> tuple[str, ...] | None:
        codes = self.phrases.get(phrase)
        if codes or is_chinese(phrase[-1]):
            return codes
        for ending in _PLURALS:
            if phrase[-1].endswith(ending) and len(phrase[-1]) > len(ending) + 2:
                codes = self.phrases.get((*phrase[:-1], phrase[-1].removesuffix(ending)))
                if codes:
                    return codes
        return None


def make_lexicon(entries: Iterable[tuple[str, str]]) -> Lexicon:
    """A lexicon of (phrase, code) entries; a leading ``^`` marks a phrase for the start of an answer."""
    phrases: dict[tuple[str, ...], dict[str, None]] = {}
    opening: dict[tuple[str, ...], dict[str, None]] = {}
    for phrase, code in entries:
        words = split_words(phrase.removeprefix("^"))
        if words:
            (opening if phrase.startswith("^") else phrases).setdefault(words, {})[code] = None
    longest = max(map(len, [*phrases, *opening]), default=0)
    return Lexicon(
        {words: tuple(codes) for words, codes in phrases.items()},
        {words: tuple(codes) for words, codes in opening.items()},
        longest,
    )
