"""The scripted user's messages: line templates filled with every topic's wording."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import jinja2
import polars as pl

from ...errors import BuildError

Wording = Callable[[Mapping[str, Any], str], Mapping[str, str]]


def fill_lines(
    topics: pl.DataFrame, lines: pl.DataFrame, wording: Wording, *, text: str, place: str
) -> pl.DataFrame:
    """Every line for every topic.

    Args:
        topics: one row per topic, with ``topic_id``.
        lines: columns ``mode``, ``persona``, ``turn`` and ``text``, a jinja2 template.
        wording: from a topic's row and a persona to the values of the placeholders.
        text: name of the template's column in ``lines`` and of the message's column in the result.
        place: the file the lines come from, for errors.

    Returns:
        Columns ``topic_id``, ``mode``, ``persona``, ``turn`` and ``text``.

    Raises:
        BuildError: a line names a placeholder that does not exist or has broken syntax.
    """
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)
    rows = []
    for line in lines.iter_rows(named=True):
        mode, persona = line["mode"], line["persona"]
        try:
            template = environment.from_string(line[text])
            rows += [
                (
                    topic["topic_id"],
                    mode,
                    persona,
                    int(line["turn"]),
                    template.render(wording(topic, persona)),
                )
                for topic in topics.iter_rows(named=True)
            ]
        except jinja2.TemplateError as error:
            raise BuildError(
                str(error.message),
                where=f"{place} {mode}/{persona}/{line['turn']}",
                fix="use only the placeholders the builder fills",
            ) from error
    schema = {
        **dict.fromkeys(["topic_id", "mode", "persona"], pl.String), "turn": pl.Int64, text: pl.String,
    }  # fmt: skip
    return pl.DataFrame(rows, schema=schema, orient="row")


def side_wording(words: Mapping[str, str], persona: str) -> dict[str, str]:
    """A topic's words, with ``own_side`` and ``other_side`` where the persona takes one.

    Args:
        words: ``theme``, ``claim``, ``agree`` and ``disagree``.
        persona: neutral, agree or disagree.
    """
    if persona == "neutral":
        return dict(words)
    other = "disagree" if persona == "agree" else "agree"
    return {**words, "own_side": words[persona], "other_side": words[other]}
