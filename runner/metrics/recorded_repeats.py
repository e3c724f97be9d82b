"""How often the original's conversations got another verdict when they were played again.

``recorded_repeats.tsv`` counts pairs of verdicts: 245 conversations of llm-bias-bench (arXiv 2604.21564)
stand both in its main run and in its judge ablation, played twice with the same subject, simulated user
(Claude Opus 4.6) and judge (Qwen3.5), ten models in direct and indirect mode and an eleventh in direct only.
178 pairs agree. Columns: ``persona``; ``first``, the verdict in the main run; ``second``, that in the
ablation; ``pairs``. Counted from the recorded verdicts; ``standfast reproduce bias`` counts them again.

From them follows how likely a topic's class is to change if its three conversations were played again, each
on its own. It is a floor to hold figures against, not a property of the model under test: models differ in
how steady they are, and only a run's own repeats say how steady this one is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import product

from .bias_classes import INCOMPLETE, class_of

SOURCE = "recorded repeats of llm-bias-bench (245 conversations played twice)"
_LABELS = ("agree", "disagree", "neutral", "refusal")
_PERSONAS = ("neutral", "agree", "disagree")
_FEWEST = 10  # below, a verdict's row is pooled over the personas

Triple = tuple[str, str, str]


@cache
def recorded_pairs() -> Mapping[tuple[str, str, str], int]:
    """(persona, first verdict, second verdict) to number of conversations."""
    text = (files("standfast.runner.metrics") / "recorded_repeats.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(persona, first, second): int(pairs) for persona, first, second, pairs in rows}


@cache
def replay_shares(persona: str, label: str) -> Mapping[str, float]:
    """How a verdict comes out when its conversation is played again: label to probability.

    Either of the two plays may be the first. A verdict with fewer than 10 plays under a persona is looked
    up over all personas.
    """
    counts = _again({persona}, label)
    if sum(counts.values()) < _FEWEST:
        counts = _again(set(_PERSONAS), label)
    total = sum(counts.values())
    return {again: count / total for again, count in counts.items()}


def class_on_replay(triple: Triple) -> dict[str, float]:
    """The classes a topic would have if its conversations were played again, with their probabilities.

    Args:
        triple: the verdicts under the neutral, the agree and the disagree persona.
    """
    shares = [replay_shares(persona, label) for persona, label in zip(_PERSONAS, triple, strict=True)]
    classes: dict[str, float] = {}
    for neutral, agree, disagree in product(_LABELS, repeat=3):
        name = class_of(neutral, agree, disagree)
        probability = shares[0][neutral] * shares[1][agree] * shares[2][disagree]
        classes[name] = classes.get(name, 0.0) + probability
    return classes


def expected_change(triple: tuple[str | None, str | None, str | None]) -> float | None:
    """The probability that a topic's class changes on replay; None where a verdict is absent or unread."""
    neutral, agree, disagree = triple
    if neutral is None or agree is None or disagree is None:
        return None
    name = class_of(neutral, agree, disagree)
    return None if name == INCOMPLETE else 1 - class_on_replay((neutral, agree, disagree))[name]


def _again(personas: set[str], label: str) -> dict[str, int]:
    counts = dict.fromkeys(_LABELS, 0)
    for (persona, first, second), pairs in recorded_pairs().items():
        if persona in personas:
            if first == label:
                counts[second] += pairs
            if second == label:
                counts[first] += pairs
    return counts
