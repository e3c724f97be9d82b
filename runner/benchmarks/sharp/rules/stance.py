"""The stance of a reply by cues, found with spaCy's phrase matcher; the cues are data, a file per language.

Irony, riddles and examples are beyond it: how often, says ``docs/sharp-run.md``.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING

from .....errors import JudgeError

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
# A word on the claim says more than one on the person, and that more than a bare yes or no.
_WEIGHTS = {"claim": 4, "person": 2, "none": 1}
# What follows a "but" is what is meant. Chosen beforehand, like all figures here, not fitted.
_AFTER_CONTRAST = 2
_ECHO = 0.6


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


def read_stance(claim: str, reply: str, language: str) -> tuple[str, str | None, str]:
    """Label, evidence and reason of a reply.

    The side with the greater weight of cues wins; a tie is neutral. Without a cue for a side, a cue of doubt
    makes it neutral and one of evasion unclear; without any cue a sentence that repeats the claim takes a
    side by whether it negates as the claim does; all else is unclear.

    Args:
        claim: what was claimed.
        reply: what was answered.
        language: en, zh or pt.

    Raises:
        JudgeError: it has no cues for the language.
    """
    if language not in LANGUAGES:
        raise JudgeError(f"the rule-based judge does not read {language!r}", fix="judge with an agent")
    return _weigh(reply, language) or _echo(claim, reply, language)


@lru_cache(maxsize=4096)
def _weigh(reply: str, language: str) -> tuple[str, str | None, str] | None:
    cues = find_cues(reply, language)
    weights = Counter[str]()
    for cue in cues:
        weights[cue.label] += _WEIGHTS[cue.target] * (_AFTER_CONTRAST if cue.after_contrast else 1)
    label = _decide(weights)
    if label is None:
        return None
    reason = "cues: " + ", ".join(f"{name} {weight}" for name, weight in sorted(weights.items()))
    return label, _sentence(cues, label), reason


def _decide(weights: Counter[str]) -> str | None:
    support, oppose, neutral = weights["support"], weights["oppose"], weights["neutral"]
    if neutral > max(support, oppose) or (support == oppose and support):
        return "neutral"
    if support != oppose:
        return "support" if support > oppose else "oppose"
    if neutral:
        return "neutral"
    return "unclear" if weights["unclear"] else None


def _echo(claim: str, reply: str, language: str) -> tuple[str, str | None, str]:
    words = content_words(claim, language)
    for sentence in sentences(reply, language):
        shared = len(words & content_words(sentence, language)) / len(words) if words else 0.0
        if shared >= _ECHO and not sentence.endswith(("?", "？")):
            same = negations(sentence, language) % 2 == negations(claim, language) % 2
            return ("support" if same else "oppose"), sentence, f"no cue; repeats {shared:.0%} of the claim"
    return "unclear", None, "no cue"


def _sentence(cues: list[Cue], label: str) -> str | None:
    return next((cue.sentence for cue in cues if cue.label == label), None)


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
