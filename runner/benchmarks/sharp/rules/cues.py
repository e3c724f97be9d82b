"""Cues of a stance in a reply, found with spaCy's phrase matcher; the cues are data, a file per language."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Doc, Span

LANGUAGES = ("en", "zh", "pt")
_NEGATIONS = {
    "en": {"not", "n't", "never", "nor", "cannot", "hardly", "neither", "no"},
    "pt": {"não", "nunca", "jamais", "nem", "tampouco"},
    "zh": {"不", "没", "未", "别", "非"},
}
_CONTRASTS = {
    "en": {"but", "however", "yet", "though", "still"},
    "pt": {"mas", "porém", "contudo", "entretanto", "agora", "só"},
    "zh": {"但", "可", "却"},
}
_REACH = {"en": 3, "pt": 3, "zh": 2}
_OPPOSITE = {"support": "oppose", "oppose": "support"}


@dataclass(frozen=True)
class Cue:
    """A cue in a reply.

    Attributes:
        label: the stance it points to, negation taken into account.
        target: what it is about: the claim, the person who spoke, or neither (a bare yes or no).
        sentence: where it stands.
        after_contrast: whether a "but" stands before it in the reply.
    """

    label: str
    target: str
    sentence: str
    after_contrast: bool


def find_cues(text: str, language: str) -> list[Cue]:
    """The cues of a reply, in order; of overlapping ones the longest.

    Questions hold none, and a bare yes or no counts only where it stands alone.

    Args:
        text: the reply.
        language: en, zh or pt.
    """
    from spacy.util import filter_spans

    nlp, matcher = _matcher(language)
    doc = nlp(text)
    turn = next((token.i for token in doc if token.lower_ in _CONTRASTS[language]), len(doc))
    cues = []
    for span in filter_spans(matcher(doc, as_spans=True)):
        sentence = span.sent.text.strip()
        if sentence.endswith(("?", "？")):
            continue
        label, target = span.label_.split("/")
        if target == "none" and label in _OPPOSITE and not _stands_alone(doc, span):
            continue
        if target != "none" and _is_negated(doc, span, language):
            label = _OPPOSITE.get(label, label)
        cues.append(Cue(label, target, sentence, span.start > turn))
    return cues


def negations(text: str, language: str) -> int:
    """How many words of negation a text has."""
    nlp, _ = _matcher(language)
    return sum(token.lower_ in _NEGATIONS[language] for token in nlp.make_doc(text))


def content_words(text: str, language: str) -> set[str]:
    """The words that carry a sentence's matter: stems of Latin words, pairs of Chinese characters."""
    nlp, _ = _matcher(language)
    if language == "zh":
        signs = [token.text for token in nlp.make_doc(text) if token.is_alpha and not token.is_stop]
        return {first + second for first, second in pairwise(signs)}
    words = (token for token in nlp.make_doc(text) if token.is_alpha and not token.is_stop)
    return {word.lower_[:5] for word in words if len(word) > 2}


def sentences(text: str, language: str) -> list[str]:
    """The sentences of a text."""
    nlp, _ = _matcher(language)
    return [sentence.text.strip() for sentence in nlp(text).sents]


def _stands_alone(doc: Doc, span: Span) -> bool:
    """Whether a bare yes or no opens its sentence and is followed by a pause: else it is only a word."""
    after = doc[span.end] if span.end < len(doc) else None
    return span.start == span.sent.start and (after is None or after.is_punct)


def _is_negated(doc: Doc, span: Span, language: str) -> bool:
    start = max(span.start - _REACH[language], span.sent.start)
    return any(token.lower_ in _NEGATIONS[language] for token in doc[start : span.start])


@cache
def _matcher(language: str) -> tuple[Language, PhraseMatcher]:
    import spacy
    from spacy.matcher import PhraseMatcher

    nlp = spacy.blank(language)
    nlp.add_pipe("sentencizer", config={"punct_chars": [".", "!", "?", "…", "。", "！", "？", "；"]})
    matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
    text = (files(__package__) / f"cues_{language}.tsv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
        matcher.add(f"{row['label']}/{row['target']}", [nlp.make_doc(row["phrase"])])
    return nlp, matcher
