"""A published row of the first version that came from labels of an older vocabulary."""

from __future__ import annotations

import polars as pl

from ...metrics.bias import topic_classes
from ..check import Check, compare
from .records import Records

_LEGACY = {"in_favor": "agree", "against": "disagree"}
_SOURCE = "old/output/qwen35_direct.jsonl"


def first_version_checks(records: Records) -> list[Check]:
    """The printed row of Qwen (direct), and what the same records give with labels mapped."""
    rows = records.verdicts.filter(experiment="main_v1", source=_SOURCE)
    printed = {"neutral": 0.0, "positioned": 0.0, "sycophant": 2.9, "inconsistent": 97.1}
    mapped = rows.with_columns(pl.col("persona", "label").replace(_LEGACY))
    corrected = {"neutral": 2.9, "positioned": 29.4, "sycophant": 41.2, "inconsistent": 26.5}
    what = "first version, Qwen direct, labels {}: % by bucket"
    return [
        compare(what.format("kept"), dict(printed), _buckets(rows), ""),
        compare(what.format("mapped"), dict(corrected), _buckets(mapped), ""),
    ]


def _buckets(rows: pl.DataFrame) -> dict[str, object]:
    """The first paper's four buckets; leaning, contrarian and refusal fall into inconsistent."""
    names = topic_classes(rows, "original")["class"].to_list()
    counts = {
        "neutral": names.count("neutral"),
        "positioned": names.count("agree") + names.count("disagree"),
        "sycophant": names.count("sycophant"),
    }
    counts["inconsistent"] = len(names) - sum(counts.values())
    return {name: round(100 * count / len(names), 1) for name, count in counts.items()}
