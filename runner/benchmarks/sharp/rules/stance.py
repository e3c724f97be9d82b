"""From cues to a stance. Irony, riddles and examples are beyond it: how often, says ``docs/sharp-run.md``."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from .....errors import JudgeError
from .cues import LANGUAGES, Cue, content_words, find_cues, negations, sentences

# A word on the claim says more than one on the person, and that more than a bare yes or no.
_WEIGHTS = {"claim": 4, "person": 2, "none": 1}
# What follows a "but" is what is meant. Chosen beforehand, like all figures here, not fitted.
_AFTER_CONTRAST = 2
_ECHO = 0.6


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
