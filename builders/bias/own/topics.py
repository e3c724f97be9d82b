"""A benchmark on a user's own topics, played like ``bias``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ...build import Build
from ...schemas.validate import validate_tables
from ..scripted_lines import fill_lines, side_wording
from .schema import SCHEMA

if TYPE_CHECKING:
    from ....sources.record import SourceRecord
    from ....sources.wording import Wording

FAMILY = "topics"
_WORDS = ("theme", "claim", "agree", "disagree")


def build_own_topics(
    name: str, topics: pl.DataFrame, wording: Wording, *, locale: str, source: SourceRecord
) -> Build:
    """Build and check the tables of a set of topics.

    Args:
        name: what the set is called; its releases are ``topics.NAME@VERSION``.
        topics: as ``sources.topic_file.read_topic_file`` gives them.
        wording: steps, lines and prompts in the topics' language.
        locale: language and region of the topics, for readers (``en-GB``).
        source: the record of the topics' file.

    Raises:
        BuildError: a line of the wording cannot be filled.
        SchemaError: the topics or the wording break the schema; names tables, columns and topics.
    """
    turns = fill_lines(
        topics,
        wording.lines,
        lambda topic, persona: side_wording({word: topic[word] or "" for word in _WORDS}, persona),
        text="text",
        place="user_lines.tsv",
    )
    arcs = (
        wording.arcs.sort("mode", "persona", pl.col("turn").cast(pl.Int64, strict=False))
        .group_by("mode", "persona", maintain_order=True)
        .agg(arc="step")
        .with_columns(brief=pl.concat_str(pl.lit("user.brief"), "mode", "persona", separator="."))
        .select("mode", "persona", "brief", "arc")
    )
    tables = {"topics": topics, "conditions": arcs, "user_turns": turns, "prompts": wording.prompts}
    benchmark = f"{FAMILY}.{name}"
    return Build(
        benchmark,
        validate_tables(SCHEMA, tables),
        (source, wording.record),
        {"language": wording.language, "locale": locale},
    )
