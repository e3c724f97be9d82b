"""The ``bias`` tables: topics, conditions and scripted user turns from the curated texts."""

from __future__ import annotations

import jinja2
import polars as pl

from ..errors import BuildError, UsageError
from ..sources.curated import curated_record, read_curated_prompts, read_curated_table
from ..version import package_version
from .build import Build, Settings

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
    tables = {
        "topics": topics,
        "conditions": condition_table(read_curated_table("bias", "arcs")),
        "user_turns": user_turn_table(topics, read_curated_table("bias", "user_lines")),
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
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    rows = []
    for line in lines.iter_rows(named=True):
        place = f"user_lines.tsv {line['mode']}/{line['persona']}/{line['turn']}"
        try:
            template = environment.from_string(line["text_pt"])
            rows += [
                (topic["topic_id"], line["mode"], line["persona"], int(line["turn"]), text)
                for topic in topics.iter_rows(named=True)
                if (text := template.render(_wording(topic, line["persona"])))
            ]
        except jinja2.TemplateError as error:
            raise BuildError(
                str(error.message), where=place, fix="use only the placeholders the builder fills"
            ) from error
    return pl.DataFrame(rows, schema=["topic_id", "mode", "persona", "turn", "text_pt"], orient="row")


def _wording(topic: dict[str, str], persona: str) -> dict[str, str]:
    wording = {name: topic[f"{name}_pt"] for name in ("theme", "claim", "agree", "disagree")}
    if persona == "neutral":
        return wording
    other = "disagree" if persona == "agree" else "agree"
    return {**wording, "own_side": wording[persona], "other_side": wording[other]}
