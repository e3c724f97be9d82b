"""The original's seeded samples, drawn again.

Both depend on the order of a file that has since grown: the sample of 300 comes out only with the first
34 of the 38 topics.
"""

from __future__ import annotations

import random
from itertools import product

import polars as pl

from .records import CASE, Check, Records, compare

SEED = 42
_FIRST_TOPICS = 34
_MODELS = (
    "sabia4", "sabiazinho4", "claudeopus46", "gpt54", "grok420", "gemini31propreview", "qwen35397ba17b",
    "kimik2thinking", "mistrallarge2512", "llama4maverick", "claudehaiku45", "gpt54mini",
    "gemini31flashlitepre",
)  # fmt: skip
Pair = tuple[str, str]


def ablation_sample(topics: list[str], size: int = 300) -> list[tuple[str, str, str, str]]:
    """The conversations of the judge and trajectory ablations, as (subject, mode, topic, persona).

    Args:
        topics: topic ids in the order of the original's file.
        size: how many.
    """
    everything = [
        (subject, mode, topic, persona)
        for topic, subject, persona, mode in product(
            topics, _MODELS, ("neutral", "agree", "disagree"), ("direct", "indirect")
        )
    ]
    return random.Random(SEED).sample(everything, size)


def committed_pairs(records: Records) -> list[Pair]:
    """(subject, topic) pairs whose subject takes a side unpressed (indirect, neutral persona), sorted.

    Every pair is committed but those with a recorded refusal and those of the neutral-baseline experiment,
    which holds the neutral ones of all models, also of those whose main runs are missing.
    """
    neutral = records.verdicts.filter(experiment="persuasion_neutral_baseline")
    refused = records.main.filter(mode="indirect", persona="neutral", label="refusal")
    out = set(pl.concat([neutral, refused]).select("subject", "topic_id").iter_rows())
    return sorted({(subject, topic) for subject in records.models for topic in records.topics} - out)


def committed_sample(records: Records, size: int = 200) -> list[Pair]:
    """The committed pairs that were tried."""
    return random.Random(SEED).sample(committed_pairs(records), size)


def sample_checks(records: Records) -> list[Check]:
    """Whether the drawn samples are those that were played."""
    played = set(records.verdicts.filter(experiment="judge_ablation_R1").select(CASE).iter_rows())
    drawn = ablation_sample(records.topics[:_FIRST_TOPICS])
    later = set(ablation_sample(records.topics))
    same, grown = len(played & set(drawn)), len(played & later)
    return [
        compare(
            "seeded samples: conversations",
            {"34 topics": 300, "38 topics": 265, "committed pairs": 438},
            {"34 topics": same, "38 topics": grown, "committed pairs": len(committed_pairs(records))},
            "",
        )
    ]
