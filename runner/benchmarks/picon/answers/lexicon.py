"""Phrases of a code list, found in tokens: the longest at each place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from .tokens import Tokens, is_chinese, is_word, split_words

_PLURALS = ("s", "es")
_GAP = "*"
# How many tokens a gap may stand for.
_WIDEST_GAP = 4


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
        gapped: phrases of two parts with a gap between ("set * aside"), by the first part.
        longest: length of the longest phrase.
    """

    phrases: Mapping[tuple[str, ...], tuple[str, ...]]
    opening: Mapping[tuple[str, ...], tuple[str, ...]]
    gapped: Mapping[tuple[str, ...], tuple[tuple[tuple[str, ...], str], ...]]
    longest: int

    def find(self, tokens: Tokens, opening: int = 0) -> list[Match]:
        """Phrases, left to right; where several overlap, the longest stands, of equals the first.

        Args:
            tokens: where to look.
            opening: index at which the answer proper begins.
        """
        words = tuple(token.text for token in tokens)
        candidates = [match for start in range(len(words)) if (match := self._at(words, start, opening))]
        candidates += [match for start in range(len(words)) for match in self._across(words, start)]
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

    def _across(self, words: tuple[str, ...], start: int) -> Iterator[Match]:
        """Phrases with a gap that begin at a place; the gap holds no mark of punctuation."""
        for length in range(1, self.longest + 1):
            head = words[start : start + length]
            for tail, code in self.gapped.get(head, ()):
                for gap in range(_WIDEST_GAP + 1):
                    middle = start + length + gap
                    if gap and not (middle <= len(words) and is_word(words[middle - 1])):
                        break
                    if words[middle : middle + len(tail)] == tail:
                        yield Match(start, middle + len(tail), (code,))
                        break

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
    """A lexicon of (phrase, code) entries.

    A leading ``^`` marks a phrase for the start of an answer, ``*`` a gap of up to four words.
    """
    phrases: dict[tuple[str, ...], dict[str, None]] = {}
    opening: dict[tuple[str, ...], dict[str, None]] = {}
    gapped: dict[tuple[str, ...], list[tuple[tuple[str, ...], str]]] = {}
    for phrase, code in entries:
        head, gap, tail = phrase.partition(_GAP)
        words = split_words(head.removeprefix("^"))
        if gap:
            gapped.setdefault(words, []).append((split_words(tail), code))
        elif words:
            (opening if phrase.startswith("^") else phrases).setdefault(words, {})[code] = None
    longest = max(map(len, [*phrases, *opening, *gapped]), default=0)
    return Lexicon(
        {words: tuple(codes) for words, codes in phrases.items()},
        {words: tuple(codes) for words, codes in opening.items()},
        {words: tuple(tails) for words, tails in gapped.items()},
        longest,
    )
