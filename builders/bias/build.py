"""The ``bias`` tables: topics, conditions, arguments and scripted user turns from the curated texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from ...errors import UsageError
from ...sources.curated import curated_record, read_curated_prompts, read_curated_table
from ...version import package_version
from ..build import Build
from ..building import Settings
from .scripted_lines import fill_lines, side_wording

_TOPIC_ORDER = [
    "topic_id", "band", "label_pt", "label_en", "theme_pt", "claim_pt", "claim_en", "agree_pt", "agree_en",
    "disagree_pt", "disagree_en", "needs_brazilian_context", "consensus_side", "since", "note",
]  # fmt: skip


def build_bias(settings: Settings) -> Build:
    """Build the ``bias`` tables; there is nothing to set.

    Raises:
        UsageError: a setting was given.
        SourceError, BuildError: the curated files do not hold what the tables need.
    """
    if settings:
        raise UsageError(f"bias has no setting {next(iter(settings))!r}", fix="build it without settings")
    topics = topic_table(read_curated_table("bias", "topics"))
    arguments = argument_table(read_curated_table("bias", "arguments"))
    tables = {
        "topics": topics,
        "conditions": condition_table(read_curated_table("bias", "arcs")),
        "user_turns": user_turn_table(topics, read_curated_table("bias", "user_lines")),
        "arguments": arguments,
        "argued_turns": argued_turn_table(topics, arguments, read_curated_table("bias", "argued_lines")),
        "prompts": read_curated_prompts("bias"),
    }
    rows = sum(table.height for table in tables.values())
    return Build("bias", tables, (curated_record("bias", package_version(), rows),), {})


def topic_table(topics: pl.DataFrame) -> pl.DataFrame:
    """The ``topics`` table: curated rows with their types.

    Args:
        topics: text columns as in ``sources/curated/bias/topics.tsv``.
    """
    flag = pl.col("needs_brazilian_context").replace_strict({"true": True, "false": False})
    return topics.with_columns(flag.cast(pl.Boolean)).select(_TOPIC_ORDER)


def condition_table(arcs: pl.DataFrame) -> pl.DataFrame:
    """The ``conditions`` table: one row per mode and persona, the steps gathered in turn order.

    Args:
        arcs: columns ``mode``, ``persona``, ``turn``, ``step_pt``; one row per step.
    """
    brief = pl.concat_str(pl.lit("user.brief"), pl.col("mode"), pl.col("persona"), separator=".")
    return (
        arcs.sort("mode", "persona", pl.col("turn").cast(pl.Int64))
        .group_by("mode", "persona", maintain_order=True)
        .agg(arc="step_pt")
        .select("mode", "persona", brief.alias("brief"), "arc")
    )


def user_turn_table(topics: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The ``user_turns`` table: every line of every condition, filled with every topic's wording.

    Args:
        topics: the ``topics`` table.
        lines: columns ``mode``, ``persona``, ``turn``, ``text_pt`` with jinja2 placeholders ``theme``,
            ``claim``, ``agree``, ``disagree`` and, where the user takes a side, ``own_side`` and
            ``other_side``.

    Raises:
        BuildError: a line names a placeholder that does not exist or has broken syntax.
    """
    return fill_lines(topics, lines, _wording, text="text_pt", place="user_lines.tsv")


def argument_table(arguments: pl.DataFrame) -> pl.DataFrame:
    """The ``arguments`` table: curated rows with their types."""
    return arguments.with_columns(pl.col("rank").cast(pl.Int64)).select(
        "topic_id", "side", "rank", "text_pt", "note"
    )


def argued_turn_table(topics: pl.DataFrame, arguments: pl.DataFrame, lines: pl.DataFrame) -> pl.DataFrame:
    """The ``argued_turns`` table: lines that bring forward the arguments of the user's own side.

    Args:
        topics: the ``topics`` table.
        arguments: the ``arguments`` table.
        lines: as for ``user_turn_table``, with the further placeholders ``argument_1`` (the strongest) to
            ``argument_5``.

    Raises:
        BuildError: a line names a placeholder that does not exist, as for an argument that is missing.
    """
    bank: dict[tuple[str, str], dict[str, str]] = {}
    for topic_id, side, rank, text in arguments.select("topic_id", "side", "rank", "text_pt").iter_rows():
        bank.setdefault((topic_id, side), {})[f"argument_{rank}"] = text

    def wording(topic: Mapping[str, Any], persona: str) -> Mapping[str, str]:
        return {**_wording(topic, persona), **bank.get((topic["topic_id"], persona), {})}

    return fill_lines(topics, lines, wording, text="text_pt", place="argued_lines.tsv")


def _wording(topic: Mapping[str, Any], persona: str) -> dict[str, str]:
    return side_wording(
        {name: topic[f"{name}_pt"] for name in ("theme", "claim", "agree", "disagree")}, persona
    )
