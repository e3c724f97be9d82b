"""Answer cues: can a bag of words tell the answer without knowing anything?

A multinomial naive Bayes over words (Laplace smoothing) is trained on four fifths of the rows and asked
about the rest, five times. Where it beats always naming the most frequent answer, the wording gives the
answer away, and an agent may score by style alone.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log

import numpy as np

from .finding import Finding
from .prose import Prose

FOLDS = 5
_ENOUGH = 50
_SIGNIFICANT = 0.01
_TOKEN = re.compile(r"[\u4e00-\u9fff]|[^\W\u4e00-\u9fff]+")


@dataclass(frozen=True)
class CueTest:
    """How well a bag of words tells the answer.

    Attributes:
        right: rows told right in cross-validation.
        rows: rows asked about.
        majority: rows of the most frequent answer.
        low, high: 95 % interval of the accuracy (Wilson).
        p: probability of so many right by naming the most frequent answer alone (one-sided binomial).
        words: per answer, the words that speak for it most.
    """

    right: int
    rows: int
    majority: int
    low: float
    high: float
    p: float
    words: dict[str, tuple[str, ...]]


def find_cues(prose: Prose, answers: dict[str, str], answer_column: str) -> list[Finding]:
    """A finding where the wording of a column gives an answer column away.

    Args:
        prose: the column.
        answers: key of a row to its answer, rows without an answer left out.
        answer_column: the answer column's name.
    """
    known = [
        (text, answers[key]) for key, text in zip(prose.keys, prose.texts, strict=True) if key in answers
    ]
    if len(known) < _ENOUGH or len({answer for _, answer in known}) < 2:
        return []
    test = measure_cues([text for text, _ in known], [answer for _, answer in known])
    if test.p >= _SIGNIFICANT:
        return []
    words = "; ".join(f"{answer}: {', '.join(found)}" for answer, found in test.words.items())
    detail = (
        f"a bag of words tells {answer_column} in {100 * test.right / test.rows:.1f} % of {test.rows:,} rows "
        f"[{100 * test.low:.1f} to {100 * test.high:.1f}], the most frequent answer in "
        f"{100 * test.majority / test.rows:.1f} %; words for {words}"
    )
    return [Finding("cue", prose.table, prose.column, (), detail)]


def measure_cues(texts: list[str], answers: list[str]) -> CueTest:
    """Cross-validate a bag of words; the folds hold each answer alike and are always the same."""
    # Slow to load, and a freeze needs the other checks only.
    from scipy.stats import binomtest

    bags = [Counter(token.lower() for token in _TOKEN.findall(text)) for text in texts]
    folds = _folds(answers)
    right = 0
    for fold in range(FOLDS):
        train = [place for place in range(len(texts)) if folds[place] != fold]
        model = _train([bags[place] for place in train], [answers[place] for place in train])
        right += sum(
            _tell(model, bags[place]) == answers[place] for place in range(len(texts)) if folds[place] == fold
        )
    majority = max(Counter(answers).values())
    outcome = binomtest(right, len(texts), majority / len(texts), alternative="greater")
    interval = binomtest(right, len(texts)).proportion_ci(method="wilson")
    words = _telling_words(_train(bags, answers))
    return CueTest(right, len(texts), majority, interval.low, interval.high, float(outcome.pvalue), words)


@dataclass(frozen=True)
class _Model:
    priors: dict[str, float]
    words: dict[str, Counter[str]]
    totals: dict[str, int]
    size: int

    def weight(self, answer: str, word: str) -> float:
        return log((self.words[answer][word] + 1) / (self.totals[answer] + self.size))


def _folds(answers: list[str]) -> list[int]:
    """A fold for each row, shuffled within each answer."""
    generator = np.random.default_rng(0)
    folds = [0] * len(answers)
    places = defaultdict(list)
    for place, answer in enumerate(answers):
        places[answer].append(place)
    for answer in sorted(places):
        for number, place in enumerate(generator.permutation(places[answer])):
            folds[int(place)] = number % FOLDS
    return folds


def _train(bags: list[Counter[str]], answers: list[str]) -> _Model:
    words: dict[str, Counter[str]] = defaultdict(Counter)
    for bag, answer in zip(bags, answers, strict=True):
        words[answer].update(bag)
    priors = {answer: log(count / len(answers)) for answer, count in Counter(answers).items()}
    totals = {answer: sum(counts.values()) for answer, counts in words.items()}
    return _Model(priors, dict(words), totals, len(set().union(*words.values())))


def _tell(model: _Model, bag: Counter[str]) -> str:
    scores = {
        answer: prior + sum(count * model.weight(answer, word) for word, count in bag.items())
        for answer, prior in model.priors.items()
    }
    return max(sorted(scores), key=lambda answer: scores[answer])


def _telling_words(model: _Model, most: int = 5) -> dict[str, tuple[str, ...]]:
    found = {}
    for answer in sorted(model.priors):
        others = [other for other in model.priors if other != answer]
        gain = {
            word: model.weight(answer, word) - max(model.weight(other, word) for other in others)
            for word in model.words[answer]
        }
        found[answer] = tuple(sorted(gain, key=lambda word: (-gain[word], word))[:most])
    return found
